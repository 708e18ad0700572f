// swift-format-ignore-file
// expect: error: cannot assign to property: 'canShowLoadmore' setter is inaccessible
import ScreenStateKit
import SwiftUI

struct ItemsView: View {
  @State private var state = LoadmoreScreenState()

  var body: some View {
    Text("Items").onShowLoading($state.canShowLoadmore)
  }
}
