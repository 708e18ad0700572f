// swift-format-ignore-file
// expect: error: cannot convert value of type 'Bool' to expected argument type 'Binding<Bool>'
import ScreenStateKit
import SwiftUI

struct ItemsView: View {
  @State private var state = ScreenState()

  var body: some View {
    Text("Items").onShowLoading(state.isLoading)
  }
}
