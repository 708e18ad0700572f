import Observation
import Testing

@testable import FeatureStore

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReactionLookupTests {
  struct Editor: Feature {
    @Observable final class State {
      var hasBegun = false
    }

    func handle() -> ActionHandler<Never, State> {
      ActionHandler.empty.onStart { state in
        state.hasBegun = true
        return .none
      }
    }
  }

  struct Page: Feature {
    enum Action: Sendable { case look }

    @Observable final class State {
      var editor: Editor.State? = Editor.State()
    }

    let editor: OptionalChild<Editor>?

    init(isEditable: Bool) {
      editor = isEditable ? OptionalChild(\.editor, Editor()) : nil
    }

    func handle() -> ActionHandler<Action, State> { ActionHandler { _, _ in .none } }
  }

  /// What one instance of a feature declares says nothing about the next one.
  @Test func aChildThatOnlySomeInstancesDeclareBegins() {
    _ = Store(initialState: Page.State(), feature: Page(isEditable: false))
    let store = Store(initialState: Page.State(), feature: Page(isEditable: true))
    store.send(.look)
    #expect(store.state.editor?.hasBegun == true)
  }
}
