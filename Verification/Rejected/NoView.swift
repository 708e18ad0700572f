// swift-format-ignore-file
// expect: error: return type of property 'body' requires that 'Int' conform to 'View'
import ScreenStateKit
import SwiftUI

struct ItemsView: View {
  @State private var state = LoadmoreScreenState()

  var body: some View {
    let count = 1
    return count
  }
}
