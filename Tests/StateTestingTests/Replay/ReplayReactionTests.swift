import StateFields
import StateJournal
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// A feature whose handler begins a task that writes later.
private struct Diary: Feature {
  @MainActor @Observable final class State: RestorableState {
    var text = ""
    var length = 0

    init() {}

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("text", \.text)
      SnapshotField("length", \.length)
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case write
    case look
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      if action == .write {
        Task {
          for _ in 0..<20 { await Task.yield() }
          state.text = "word"
        }
      }
      return .none
    }
    .onChange(of: \.text) { _, text, state in
      state.length = text.count
      return .none
    }
  }
}

/// Replays of sessions with reactions.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReplayReactionTests {
  private let failures = ReplayFailures()

  @Test func aReactionToATaskOfAnEndedHandlerIsRepeated() async throws {
    let journal = Journal()
    let store = Store(initialState: Diary.State(), feature: Diary())
    journal.record(store)
    await store.run(.write)
    while store.state.length == 0 { await Task.yield() }
    await store.run(.look)
    var length: Int?
    try await StateTesting.replay(
      journal.session(),
      Diary(),
      initialState: Diary.State(),
      assertionProvider: failures
    ) {
      length = $0.length
    }
    #expect(failures.messages.isEmpty)
    #expect(length == 4)
  }
}
