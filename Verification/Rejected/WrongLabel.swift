// swift-format-ignore-file
// expect: error: incorrect argument label in call (have '_:subtitle:', expected '_:subtitles:')
import ScreenStateKit
import SwiftUI

struct ItemsView: View {
  @State private var state = ScreenState()

  var body: some View {
    Text("Items").onShowBlockLoading($state.isLoading, subtitle: "Saving...")
  }
}
