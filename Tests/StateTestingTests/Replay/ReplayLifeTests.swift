import StateFields
import StateJournal
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// A child that changes when it begins.
private struct Guest: Feature {
  @MainActor @Observable final class State: RestorableState {
    var begun = 0

    init() {}

    static let snapshotFields = SnapshotFields<State> { SnapshotField("begun", \.begun) }
  }

  func handle() -> ActionHandler<Never, State> {
    .empty
      .onStart { state in
        state.begun += 1
        return .none
      }
  }
}

/// A parent without functions for its own beginning.
private struct Inn: Feature {
  @MainActor @Observable final class State: RestorableState {
    var guest: Guest.State?
    var nights = 0

    init() {}

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("guest", child: \.guest)
      SnapshotField("nights", \.nights)
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case arrive
    case arriveLater
    case arriveSlowly
    case leave
    case stay
  }

  let guest = OptionalChild(\State.guest, Guest())
  let pause: @Sendable () async -> Void

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .arrive: state.guest = Guest.State()
      case .arriveLater:
        await Task.yield()
        state.guest = Guest.State()
      case .arriveSlowly:
        await Task.yield()
        state.guest = Guest.State()
        await pause()
      case .leave: state.guest = nil
      case .stay: state.nights += 1
      }
      return .none
    }
  }
}

/// Replays of sessions in which children have begun.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReplayLifeTests {
  private let failures = ReplayFailures()

  private func check(
    waiting gate: Gate? = nil,
    _ body: @MainActor (Store<Inn>) async -> Void
  ) async throws {
    let journal = Journal()
    let store = Store(initialState: Inn.State(), feature: Inn { await gate?.passStubbornly() })
    journal.record(store)
    await body(store)
    #expect(store.state.guest?.begun == 1)
    var begun: Int?
    try await StateTesting.replay(
      journal.session(),
      Inn {},
      initialState: Inn.State(),
      assertionProvider: failures
    ) {
      begun = $0.guest?.begun
    }
    #expect(
      failures.messages.isEmpty,
      "\(journal.session().entries.map { "\($0.number) \($0.text)" }.joined(separator: "; "))"
    )
    #expect(begun == 1)
  }

  @Test func aChildOfAParentWithoutFunctionsBeginsInAReplay() async throws {
    try await check { store in
      await store.run(.arrive)
      await store.run(.stay)
    }
  }

  @Test func aChildThatBeginsAfterTheHandlerThatBringsItBeginsInAReplay() async throws {
    try await check { store in
      await store.run(.arriveLater)
      while store.state.guest?.begun != 1 { await Task.yield() }
      await store.run(.stay)
    }
  }

  /// The handler of the replay has not added the child when the session says that it begins.
  @Test func aChildThatBeginsBeforeTheEndOfTheHandlerBeginsInAReplay() async throws {
    let gate = Gate()
    try await check(waiting: gate) { store in
      let sent: SentAction = store.send(.arriveSlowly)
      while store.state.guest?.begun != 1 { await Task.yield() }
      gate.open()
      await sent.value
    }
  }
}
