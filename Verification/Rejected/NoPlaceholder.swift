// swift-format-ignore-file
// expect: requires that 'Snapshot' conform to 'PlaceholderRepresentable'
import ScreenStateKit
import SwiftUI

struct Snapshot {
  var isPlaceholder = true
}

struct ItemsView: View {
  var body: some View { Text("Items").placeholder(Snapshot()) }
}
