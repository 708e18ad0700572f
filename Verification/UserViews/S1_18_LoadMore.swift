// swift-format-ignore-file
import ScreenStateKit
import SwiftUI

extension S1LoadmoreScreenState.Item: Identifiable {
  var id: Int { 0 }
}

extension S1LoadmoreScreenState {
  // App types
  struct ItemRow: View {
    let item: Item

    var body: some View { Text("Item") }
  }

  struct ListView: View {
    @State private var viewState: ListViewState

    init(viewState: ListViewState) {
      self.viewState = viewState
    }

    var body: some View {
      // S1-18 (L466)
      List {
          ForEach(viewState.items) { item in
              ItemRow(item: item)
          }

          if viewState.canShowLoadmore {
              RMLoadmoreView(states: viewState)
          }
      }
    }
  }
}
