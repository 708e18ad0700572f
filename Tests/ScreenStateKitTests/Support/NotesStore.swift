import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting

@Observable @MainActor
final class NotesState: ScreenState, StateUpdatable, SnapshotState {
  var notes: [String] = []

  static let snapshotFields = SnapshotFields<NotesState> { SnapshotField("notes", \.notes) }
}

/// A state that doesn't declare its fields.
@Observable @MainActor
final class PlainNotesState: ScreenState, StateUpdatable {
  var notes: [String] = []
}

struct NotesFailure: LocalizedError {
  var errorDescription: String? { "It failed" }
}

/// A store whose actions add notes to its state.
actor NotesStore: ScreenStore {
  enum Action: ActionLockable, ExecutionPolicyProviding, LoadingTrackable, Hashable {
    case add(String)
    case load(String)
    /// Waits for the gate.
    case hold(String)
    case queue(String)
    case restart(String)
    case debounce(String)
    /// Waits for the gate in any case, and changes the state itself.
    case insist(String)
    case fail
    case retry
    case time
    /// Sends `add`.
    case send(String)

    var canTrackLoading: Bool { if case .load = self { true } else { false } }

    var executionPolicy: ExecutionPolicy {
      switch self {
      case .queue: .queue.group("queue")
      case .restart: .restart.group("restart")
      case .debounce: .debounce(for: .seconds(1)).group("debounce")
      case .retry: .dropWhileRunning.retry(.immediate(maxAttempts: 2))
      case .time: .dropWhileRunning.timeout(.seconds(1))
      default: .dropWhileRunning
      }
    }
  }

  nonisolated let binding: ScreenBinding<NotesState>
  nonisolated let gate = Gate()

  init(clock: any Clock<Duration> = ContinuousClock()) {
    binding = ScreenBinding(clock: clock)
  }

  func perform(_ action: Action) async throws {
    switch action {
    case .add(let note), .load(let note), .debounce(let note):
      try await updateState { $0.notes.append(note) }
    case .hold(let note), .queue(let note), .restart(let note):
      try await gate.pass()
      try await updateState { $0.notes.append(note) }
    case .insist(let note):
      await gate.passStubbornly()
      await viewState?.updateState { $0.notes.append(note) }
    case .fail, .retry: throw NotesFailure()
    case .time: try await gate.pass()
    case .send(let note):
      let sent: AnyTask = receive(action: .add(note))
      try await sent.waitComplete()
    }
  }
}
