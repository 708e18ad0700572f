import Observation
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Actions whose store changes between the check and the handler.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreHandlingTests {
  struct Editor: OutputFeature {
    enum Action: Sendable { case close, save, saveLater }
    enum Output: Sendable { case changed }

    @Observable final class State {
      var text = ""
      var saves = 0
      @ObservationIgnored var close: @MainActor () -> Void = {}
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .close: state.close()
        case .save: state.saves += 1
        case .saveLater:
          state.close()
          return .send(.save)
        }
        return .none
      }
      .onChange(of: \.text) { _, _, _ -> Effect in output(.changed) }
    }
  }

  struct Page: Feature {
    enum Action: Sendable { case editor(Editor.Output) }

    @Observable final class State {
      var editor: Editor.State? = Editor.State()
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.editor = nil
        return .none
      }
    }

    let editor = OptionalChild(\State.editor, Editor(), output: Action.editor)
  }

  private let page = Store(initialState: Page.State(), feature: Page())

  @Test func aReactionThatRemovesTheStoreDropsTheActionBehindIt() throws {
    let editor = try #require(page.scope(\.editor))
    let state = editor.state
    state.text = "x"
    editor.send(.save)
    #expect(page.state.editor == nil)
    #expect(state.saves == 0)
  }

  @Test func aWriteThatRemovesTheStoreDropsWhatIsQueued() throws {
    let editor = try #require(page.scope(\.editor))
    let state = editor.state
    state.close = { [page] in page.state.editor = nil }
    editor.send(.saveLater)
    #expect(state.saves == 0)
  }

  // MARK: Waiting actions

  struct Slow: Feature {
    enum Action: Sendable { case wait, note }

    let gate: Gate

    @Observable final class State {
      var notes: [Bool] = []
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .wait: await gate.wait()
        case .note: state.notes.append(Task.isCancelled)
        }
        return .none
      }
    }
  }

  @Test func theCancellationOfASuspendedHandlerIsNotSeenByTheNextAction() async {
    let gate = Gate()
    let store = Store(initialState: Slow.State(), feature: Slow(gate: gate))
    let waiting: SentAction = store.send(.wait)
    let first: SentAction = store.send(.note)
    let second: SentAction = store.send(.note)
    waiting.cancel()
    gate.open()
    await first.value
    await second.value
    #expect(store.state.notes == [false, false])
  }
}
