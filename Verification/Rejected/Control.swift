// swift-format-ignore-file
// Must compile: the rejected views, written correctly.
import ScreenStateKit
import SwiftUI
import ViewFeature

actor ItemStore {
  func load() async {}
}

struct SearchFeature: Feature {
  @Observable
  final class State {
    var query = ""
    private(set) var count = 0
  }

  enum Action: Sendable {
    case queryChanged(String)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .queryChanged(let query): state.query = query
      }
      return .none
    }
  }
}

struct ItemsView: View {
  @Environment(\.onEditedAction) private var onEdited
  @State private var state = LoadmoreScreenState()
  @State private var search = Store(initialState: SearchFeature.State(), feature: SearchFeature())
  private let store = ItemStore()

  var body: some View {
    TextField("Search", text: search.binding(\.query, send: SearchFeature.Action.queryChanged))
    TextField("Search", text: $search.state.query)
    RMLoadmoreView(states: state)
      .onShowError($state.displayError)
      .onShowLoading($state.isLoading)
      .onShowBlockLoading($state.isLoading, subtitles: "Saving...")
      .onEdited { state.canExecuteLoadmore() }
      .task { await store.load() }
      .task { try? await onEdited?.asyncExecute() }
  }
}
