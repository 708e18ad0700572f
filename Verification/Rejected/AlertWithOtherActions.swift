// swift-format-ignore-file
// expect: error: cannot convert value of type 'String' to expected argument type 'SearchFeature.Action'
import SwiftUI
import ViewFeature

struct SearchFeature: Feature {
  @Observable
  final class State {
    var alert: AlertPrompt<String>?
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
    Text("Search").alert($store.state.alert) { store.send($0) }
  }
}
