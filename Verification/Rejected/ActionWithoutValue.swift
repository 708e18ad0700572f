// swift-format-ignore-file
// expect: error: cannot convert value of type 'SearchFeature.Action' to expected argument type
import SwiftUI
import ViewFeature

struct SearchFeature: Feature {
  @Observable
  final class State {
    var query = ""
  }

  enum Action: Sendable {
    case queryCleared
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in .none }
  }
}

struct SearchView: View {
  @State private var store = Store(initialState: SearchFeature.State(), feature: SearchFeature())

  var body: some View {
    TextField("Search", text: store.binding(\.query, send: SearchFeature.Action.queryCleared))
  }
}
