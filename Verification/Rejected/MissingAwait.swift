// swift-format-ignore-file
// expect: error: call to actor-isolated instance method 'load()' in a synchronous main actor-isolated context
import ScreenStateKit
import SwiftUI

actor ItemStore {
  func load() {}
}

struct ItemsView: View {
  let store = ItemStore()

  var body: some View {
    Text("Items").onAppear { store.load() }
  }
}
