// swift-format-ignore-file
// expect: error: value of type 'Text' has no member 'onShowWarning'
import ScreenStateKit
import SwiftUI

struct ItemsView: View {
  @State private var state = ScreenState()

  var body: some View {
    Text("Items").onShowWarning($state.displayError)
  }
}
