#if Telemetry
import InMemoryTracing
import StateCore
import StateFields
import StateRecord
import StateTestSupport
import ViewFeature

/// A feature whose actions start work defined by a test.
///
/// It can have a helper whose output is a separate action.
struct Errand: Feature {
  typealias Task = ActionTask<Action, State>

  @MainActor @Observable final class State: SnapshotState {
    var text = ""
    var helper: Helper.State? = Helper.State()

    static let snapshotFields = SnapshotFields<State> { SnapshotField("text", \.text) }

    func makeEmptyCopy() -> State? { State() }
  }

  enum Action: Sendable {
    case go
    case next
    case type(String)
    case helped
  }

  let effect: @MainActor (Action) throws -> Task
  let helper: OptionalChild<Helper>

  init(
    helper: @escaping @MainActor (Helper) -> Helper.Task = { _ in .none },
    _ effect: @escaping @MainActor (Action) throws -> Task
  ) {
    self.effect = effect
    self.helper = OptionalChild(\.helper, Helper(effect: helper)) { _ in .helped }
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      if case .type(let text) = action { state.text = text }
      return try effect(action)
    }
  }
}

/// A child of an errand.
struct Helper: OutputFeature {
  typealias Task = ActionTask<Action, State>

  @MainActor @Observable final class State: SnapshotState {
    var count = 0

    static let snapshotFields = SnapshotFields<State> { SnapshotField("count", \.count) }

    func makeEmptyCopy() -> State? { State() }
  }

  enum Action: Sendable { case help }

  enum Output: Sendable { case done }

  let effect: @MainActor (Helper) -> Task

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in effect(self) }
  }
}

/// A feature whose handler waits.
struct Patient: Feature {
  @MainActor @Observable final class State {}

  enum Action: Sendable { case go }

  let tracer: InMemoryTracer
  let gate: Gate

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ async in
      tracer.mark("before")
      await gate.wait()
      tracer.mark("after")
      return .run(name: "work") { _ in }
    }
  }
}

/// A feature that runs one action at a time.
struct Careful: Feature {
  @MainActor @Observable final class State {}

  enum Action: ActionLockable, Hashable, Sendable { case go }

  let gate: Gate

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in .run(name: "wait") { [gate] _ in try await gate.pass() } }
  }
}

/// A feature whose middleware refuses all actions.
struct Refused: Feature {
  @MainActor @Observable final class State {}

  enum Action: Sendable { case go }

  struct Veto: SynchronousBeforeActionMiddleware {
    func beforeAction<Action, State>(_ action: Action, state: State) throws {
      throw Refusal(reason: "secret")
    }
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in .run(name: "never") { _ in } }.use(Veto()).onError { _, _ in }
  }
}

struct Refusal: Error {
  let reason: String
}
#endif
