// swift-format-ignore-file
import ScreenStateKit
import SwiftUI

enum S1Callbacks {
  // App types
  struct Item: Identifiable, Sendable {
    let id: Int
    let name: String
  }

  @Observable @MainActor
  final class ItemListViewState: ScreenState, StateUpdatable {
    var items: [Item] = []
  }

  actor ItemListViewModel {
    enum Action: Sendable {
      case refreshItems
    }

    private let record: @Sendable (Action) -> Void

    init(record: @escaping @Sendable (Action) -> Void) {
      self.record = record
    }

    nonisolated func receive(action: Action) {
      record(action)
    }
  }

  struct ItemRow: View {
    let item: Item

    var body: some View { Text(item.name) }
  }

  struct CreateItemView: View {
    var body: some View { Text("Create") }
  }

  // S1-19 (L494)
  struct ItemListView: View {
      @State private var viewState = ItemListViewState()
      @State private var viewModel: ItemListViewModel
      @State private var showCreateSheet = false
      @State private var selectedItem: Item?

      // edit: `viewModel` and the items have to come from somewhere
      init(viewModel: ItemListViewModel, items: [Item]) {
          self.viewModel = viewModel
          viewState.items = items
      }

      var body: some View {
          List(viewState.items) { item in
              ItemRow(item: item)
                  .onTapGesture { selectedItem = item }
          }
          .sheet(isPresented: $showCreateSheet) {
              CreateItemView()
          }
          .sheet(item: $selectedItem) { item in
              EditItemView(item: item)
          }
          // Parent sets callbacks for child views to trigger
          .onCreated { [weak viewModel] in
              viewModel?.receive(action: .refreshItems)
          }
          .onEdited { [weak viewModel] in
              viewModel?.receive(action: .refreshItems)
          }
          .onDeleted { [weak viewModel] in
              viewModel?.receive(action: .refreshItems)
          }
      }
  }

  // S1-20 (L528)
  struct EditItemView: View {
      @Environment(\.dismiss) private var dismiss
      @Environment(\.onEditedAction) private var onEditedAction
      @Environment(\.onDeletedAction) private var onDeletedAction
      @Environment(\.onCancelledAction) private var onCancelledAction

      let item: Item
      @State private var editedName: String
      @State private var showDeleteConfirmation = false

      // edit: with a private `editedName` there is no memberwise initializer to be called from outside
      init(item: Item) {
          self.item = item
          editedName = item.name
      }

      var body: some View {
          NavigationStack {
              Form {
                  TextField("Item Name", text: $editedName)

                  Button("Delete Item", role: .destructive) {
                      showDeleteConfirmation = true
                  }
              }
              .toolbar {
                  ToolbarItem(placement: .cancellationAction) {
                      Button("Cancel") {
                          onCancelledAction?.execute()
                          dismiss()
                      }
                  }
                  ToolbarItem(placement: .confirmationAction) {
                      Button("Save") {
                          Task {
                              await updateItem()
                              // edit: `asyncExecute` throws
                              // was: await onEditedAction?.asyncExecute()
                              try? await onEditedAction?.asyncExecute()
                              dismiss()
                          }
                      }
                  }
              }
              .alert("Delete Item?", isPresented: $showDeleteConfirmation) {
                  Button("Delete", role: .destructive) {
                      Task {
                          await deleteItem()
                          // edit: `asyncExecute` throws
                          // was: await onDeletedAction?.asyncExecute()
                          try? await onDeletedAction?.asyncExecute()
                          dismiss()
                      }
                  }
                  Button("Cancel", role: .cancel) {}
              }
          }
      }
  }
}

extension S1Callbacks.EditItemView {
  // App functions
  func updateItem() async {}
  func deleteItem() async {}
}
