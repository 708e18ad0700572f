// swift-format-ignore-file
// expect: error: capture of 'counter' with non-Sendable type 'Counter' in a '@Sendable' closure
//
// Only without default isolation: a class on the main actor can be shared.
// isolation: nonisolated
import ScreenStateKit
import SwiftUI

final class Counter {
  var count = 0
}

struct ItemsView: View {
  let counter: Counter

  var body: some View {
    List {
      Text("\(counter.count)")
    }
    .refreshable { [counter] in counter.count += 1 }
  }
}
