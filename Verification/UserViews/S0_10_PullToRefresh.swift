// swift-format-ignore-file
import ScreenStateKit
import SwiftUI

enum S0PullToRefresh {
  // App type
  actor FeatureViewStore {
    enum Action {
      case fetchItems
    }

    private(set) var fetches = 0

    func isolatedReceive(action: Action) async {
      fetches += 1
    }
  }

  struct ItemList: View {
    let viewStore: FeatureViewStore

    var body: some View {
      List { Text("Item") }
      // S0-10 (L297), the second half
      // In view, use for pull-to-refresh:
      .refreshable {
          await viewStore.isolatedReceive(action: .fetchItems)
      }
    }
  }
}
