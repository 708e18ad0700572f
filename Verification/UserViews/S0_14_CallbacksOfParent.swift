// swift-format-ignore-file
import ScreenStateKit
import SwiftUI

enum S0CallbacksOfParent {
  // App types
  struct Item: Identifiable, Sendable {
    let id: Int
  }

  actor ItemListStore {
    enum Action {
      case refreshItems
    }

    nonisolated func receive(action: Action) {}
  }

  struct CreateItemView: View {
    var body: some View { Text("Create") }
  }

  struct EditItemView: View {
    let item: Item

    var body: some View { Text("Edit") }
  }

  // S0-14 (L454)
  struct ItemListView: View {
      @State private var viewStore: ItemListStore
      // Added: what the sheets need.
      @State private var showCreate = false
      @State private var selectedItem: Item?

      init(viewStore: ItemListStore) {
          self.viewStore = viewStore
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
