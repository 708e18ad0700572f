// swift-format-ignore-file
// expect: error: cannot convert value of type 'ScreenState' to expected argument type 'LoadmoreScreenState'
import ScreenStateKit
import SwiftUI

struct ItemsView: View {
  @State private var state = ScreenState()

  var body: some View { RMLoadmoreView(states: state) }
}
