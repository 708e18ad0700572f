import Observation
import ScreenStateKit
import StateCore
import StateFields
import StateTestSupport
import ViewFeature

/// A state of either style with children, to which random programs write.
@MainActor
protocol Desk: SnapshotState {
  var count: Int { get set }
  var title: String { get set }
  var box: Box? { get set }
  var boxes: [Box] { get set }
}

extension Shelf: Desk {}

/// A write of one field.
enum DeskWrite: Sendable {
  case add(Int)
  case rename(String)
  case open(Int)
  case close
  case append(Int)
  case removeFirst
  case reverse
  case weigh(Int)
  case set(Int)
  case fill([Int])

  @MainActor
  func make(in desk: some Desk) {
    switch self {
    case .add(let number): desk.count += number
    case .rename(let title): desk.title = title
    case .open(let id): desk.box = Box(id)
    case .close: desk.box = nil
    case .append(let id): desk.boxes.append(Box(id))
    case .removeFirst: if !desk.boxes.isEmpty { desk.boxes.removeFirst() }
    case .reverse: desk.boxes.reverse()
    case .weigh(let weight): desk.boxes.last?.weight += weight
    case .set(let count): desk.count = count
    case .fill(let ids): desk.boxes = ids.map { Box($0) }
    }
  }
}

/// The writes of work between two suspensions.
struct DeskPart: Sendable {
  /// The gate to wait for first.
  let gate: Gate
  let writes: [DeskWrite]
}

/// The error of failed work.
struct DeskFailure: Error {}

/// Runs a write, and test code before and after it.
typealias DeskWriter = @MainActor @Sendable (() -> Void) -> Void

/// A feature whose actions write, and start effects that write.
struct DeskFeature: Feature {
  enum Action: Sendable {
    case write([DeskWrite])
    case work([DeskPart], fails: Bool)
    case sendLater(DeskPart)
    case restart(DeskPart)
  }

  let box = OptionalChild(\Shelf.box, BoxFeature())
  let boxes = ChildCollection(\Shelf.boxes, BoxFeature())
  let writer: DeskWriter

  func handle() -> ActionHandler<Action, Shelf> {
    ActionHandler { [writer] action, state in
      switch action {
      case .write(let writes):
        for write in writes { writer { write.make(in: state) } }
        return .none
      case .work(let parts, let fails):
        return .run(name: "work") { state in
          for part in parts {
            try await part.gate.pass()
            for write in part.writes { writer { write.make(in: state) } }
          }
          if fails { throw DeskFailure() }
        }
      case .sendLater(let part):
        return .run { _, send in
          try await part.gate.pass()
          send(.write(part.writes))
        }
      case .restart(let part):
        return .run(name: "restart") { state in
          try await part.gate.pass()
          for write in part.writes { writer { write.make(in: state) } }
        }.cancellable(id: "restart", cancelInFlight: true)
      }
    }
    .onChange(of: \.title) { [writer] _, _, state in
      writer { state.seen += 1 }
    }
    .onError { [writer] _, state in
      writer { state.title = "failed" }
    }
  }
}

/// The state of a screen, which may be below another screen.
@MainActor @Observable
final class DeskScreen: ScreenState, StateUpdatable, Desk {
  var count = 0
  var title = ""
  var box: Box?
  var boxes: [Box] = []

  static let snapshotFields = SnapshotFields<DeskScreen> {
    SnapshotField("isLoading", \.isLoading)
    SnapshotField("displayError", \.displayError)
    SnapshotField("count", \.count)
    SnapshotField("title", \.title)
    SnapshotField("box", child: \.box)
    SnapshotField("boxes", children: \.boxes)
  }
}

/// A screen's store whose actions write and fail.
actor DeskStore: ScreenStore {
  struct Action: ActionLockable, LoadingTrackable, ExecutionPolicyProviding {
    let parts: [DeskPart]
    /// The error that the action ends with.
    var failure: DisplayableError?
    /// Whether a function that is passed on writes instead of the store.
    var usesAsyncAction = false
    var lane = 0
    var executionPolicy = ExecutionPolicy.dropWhileRunning
    var canTrackLoading = true

    var lockKey: AnyHashable { lane }
  }

  nonisolated let binding = ScreenBinding<DeskScreen>()
  private let writer: DeskWriter

  init(writer: @escaping DeskWriter) { self.writer = writer }

  func perform(_ action: Action) async throws {
    let effect = AsyncActionPut<[DeskWrite]> { @MainActor [weak state = viewState, writer] writes in
      guard let state else { return }
      for write in writes { writer { write.make(in: state) } }
    }
    for part in action.parts {
      try await part.gate.pass()
      if action.usesAsyncAction {
        try await effect.asyncExecute(part.writes)
      } else {
        try await updateState { [writer] state in
          for write in part.writes { writer { write.make(in: state) } }
        }
      }
    }
    if let failure = action.failure { throw failure }
  }
}
