// swift-format-ignore-file
// expect: error: invalid conversion from throwing function of type
import ScreenStateKit
import SwiftUI

struct EditItemView: View {
  @Environment(\.onEditedAction) private var onEdited

  var body: some View {
    Text("Item").task { try await onEdited?.asyncExecute() }
  }
}
