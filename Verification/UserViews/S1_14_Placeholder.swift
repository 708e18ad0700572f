// swift-format-ignore-file
import ScreenStateKit
import SwiftUI

extension S1Placeholder.Item: Identifiable {
  var id: Int { 0 }
}

// Stands for a shimmer library.
extension View {
  func shimmering(active: Bool) -> some View { self }
}

extension S1Placeholder {
  // App types
  struct ItemCardView: View {
    let item: Item

    var body: some View { Text("Item") }
  }

  struct Skeleton: View {
    @State private var viewState: HomeViewState

    init(viewState: HomeViewState) {
      self.viewState = viewState
    }

    var body: some View {
      // S1-14 (L410)
      ForEach(viewState.snapshot.items) { item in
          ItemCardView(item: item)
      }
      .placeholder(viewState.snapshot)
    }
  }

  struct ShimmeringSkeleton: View {
    @State private var viewState: HomeViewState

    init(viewState: HomeViewState) {
      self.viewState = viewState
    }

    var body: some View {
      // S1-15 (L419)
      ForEach(viewState.snapshot.items) { item in
          ItemCardView(item: item)
      }
      .placeholder(viewState.snapshot)
      .shimmering(active: viewState.snapshot.isPlaceholder)
    }
  }
}
