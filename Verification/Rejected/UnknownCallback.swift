// swift-format-ignore-file
// expect: error: no exact matches in call to initializer
// expect: error: cannot infer key path type from context; consider explicitly specifying a root type
import ScreenStateKit
import SwiftUI

struct EditItemView: View {
  @Environment(\.onSavedAction) private var onSaved

  var body: some View { Text("Item") }
}
