// swift-format-ignore-file
import ScreenStateKit
import SwiftUI

enum S0CallbacksOfParent {
  // App types
  struct Item: Identifiable, Sendable {
    let id: Int
  }

  actor ItemListStore {
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

  struct CreateItemView: View {
    @Environment(\.onCreatedAction) private var onCreatedAction

    var body: some View { Button("Create") { onCreatedAction?.execute() } }
  }

  struct EditItemView: View {
    let item: Item
    @Environment(\.onEditedAction) private var onEditedAction
    @Environment(\.onDeletedAction) private var onDeletedAction

    var body: some View {
      Button("Edit") { onEditedAction?.execute() }
      Button("Delete") { onDeletedAction?.execute() }
    }
  }

  // S0-14 (L454)
  struct ItemListView: View {
      @State private var viewStore: ItemListStore
      // edit: what the sheets need, and where the store comes from
      @State private var showCreate: Bool
      @State private var selectedItem: Item?

      init(viewStore: ItemListStore, showCreate: Bool = false, selectedItem: Item? = nil) {
          self.viewStore = viewStore
          self.showCreate = showCreate
          _selectedItem = State(initialValue: selectedItem)
      }

      var body: some View {
          List { /* ... */ }
              .sheet(isPresented: $showCreate) {
                  CreateItemView()
              }
              .sheet(item: $selectedItem) { item in
                  EditItemView(item: item)
              }
              .onCreated { [weak viewStore] in
                  viewStore?.receive(action: .refreshItems)
              }
              .onEdited { [weak viewStore] in
                  viewStore?.receive(action: .refreshItems)
              }
              .onDeleted { [weak viewStore] in
                  viewStore?.receive(action: .refreshItems)
              }
      }
  }
}
