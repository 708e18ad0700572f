// swift-format-ignore-file
// expect: error: cannot convert value of type 'Binding<Bool>' to expected argument type 'Binding<DisplayableError?>'
import ScreenStateKit
import SwiftUI

struct ItemsView: View {
  @State private var state = ScreenState()

  var body: some View {
    Text("Items").onShowError($state.isLoading)
  }
}
