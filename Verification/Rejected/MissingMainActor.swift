// swift-format-ignore-file
// expect: error: main actor-isolated property 'isLoading' can not be referenced from a nonisolated context
import ScreenStateKit
import SwiftUI

struct ItemsView: View {
  let state: ScreenState

  var body: some View {
    Text(title)
  }

  private nonisolated var title: String { state.isLoading ? "Loading" : "Items" }
}
