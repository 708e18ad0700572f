#if Telemetry
import InMemoryTracing
import Observation
import ScreenStateKit
import StateTestSupport

@Observable @MainActor
final class NotesState: ScreenState, StateUpdatable {
  var notes: [String] = []
}

/// A screen's store. `work` defines the effects of its actions.
actor NotesStore: ScreenStore {
  enum Action: ActionLockable, ExecutionPolicyProviding, LoadingTrackable, Hashable {
    case add(String)
    case save
    case restart(Int)
    case queue(Int)
    case debounce(Int)
    case retry
    case time

    var canTrackLoading: Bool { self == .save }

    var executionPolicy: ExecutionPolicy {
      switch self {
      case .restart: .restart.group("restart")
      case .queue: .queue.group("queue")
      case .debounce: .debounce(for: .seconds(1)).group("debounce")
      case .retry: .dropWhileRunning.retry(.immediate(maxAttempts: 3))
      case .time: .dropWhileRunning.timeout(.seconds(1))
      default: .dropWhileRunning
      }
    }
  }

  nonisolated let binding: ScreenBinding<NotesState>
  let work: @Sendable (Action) async throws -> Void

  init(
    clock: any Clock<Duration> = ContinuousClock(),
    _ work: @escaping @Sendable (Action) async throws -> Void
  ) {
    binding = ScreenBinding(clock: clock)
    self.work = work
  }

  func perform(_ action: Action) async throws { try await work(action) }
}

/// A screen's store in the style of version 1.
actor OldNotesStore: TrackedActionStore {
  enum Action: Hashable, Sendable { case add }

  weak var viewState: NotesState?
  let tracer: InMemoryTracer

  init(_ tracer: InMemoryTracer) {
    self.tracer = tracer
  }

  func bind(_ state: NotesState) { viewState = state }

  func receive(action: Action) async throws { tracer.mark("work") }
}
#endif
