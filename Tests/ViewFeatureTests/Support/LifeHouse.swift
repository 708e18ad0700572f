import Observation
import StateCore
import StateFields
import StateTestSupport
import ViewFeature

/// A list of texts that several states write.
@MainActor
final class RoomLog {
  private(set) var texts: [String] = []

  nonisolated init() {}

  func append(_ text: String) { texts.append(text) }

  func take() -> [String] {
    defer { texts = [] }
    return texts
  }
}

/// A feature with each hook.
struct LifeRoom: OutputFeature {
  @MainActor @Observable final class State: SnapshotState {
    var name: String
    var count = 0
    var seen: [Int] = []
    @ObservationIgnored var isRunning = false
    @ObservationIgnored var wasRunningAtEnd = false
    @ObservationIgnored var presentedCount = 0
    @ObservationIgnored var isPresented = false
    /// Whether the work for observers ends by itself.
    @ObservationIgnored var isBrief = false
    @ObservationIgnored var onEnd: (@MainActor () -> Void)?
    @ObservationIgnored let log: RoomLog

    init(_ name: String, _ log: RoomLog) {
      self.name = name
      self.log = log
    }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("name", \.name)
      SnapshotField("count", \.count)
      SnapshotField("seen", \.seen)
    }

    func makeEmptyCopy() -> State? { State("", log) }
  }

  enum Action: Equatable, Sendable {
    case log(String)
    case ticked
  }

  struct Failure: Error {}

  typealias Output = String

  @Provided(\.mark) private var mark

  nonisolated init() {}

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .log(let text): state.log.append(text)
      case .ticked: state.count += 10
      }
      return .none
    }
    .onChange(of: \.count) { _, new, state in state.seen.append(new) }
    .onError { _, state in state.log.append("error of \(state.name)") }
    .onStart { state in start(state) }
    .onEnd { state in
      state.wasRunningAtEnd = state.isRunning
      state.log.append("\(state.name) ends")
      state.onEnd?()
    }
    .whilePresented { state in
      state.presentedCount += 1
      if state.isBrief { return .none }
      return .run { state in
        state.isPresented = true
        for await _ in AsyncStream<Never>.makeStream().stream {}
        state.isPresented = false
      }
    }
  }

  private func start(_ state: State) -> Effect {
    state.log.append("\(state.name) begins")
    switch state.name {
    case "broken": return .run { _ in throw Failure() }
    case "sender": return .merge(.send(.log("sent by start")), output(state.name))
    case "counting": state.count = 1
    case "marked": state.log.append("mark \(mark)")
    case "ticking": return .send(.ticked)
    case "quiet": break
    default:
      return .run { state in
        state.isRunning = true
        for await _ in AsyncStream<Never>.makeStream().stream {}
        state.isRunning = false
      }
    }
    return .none
  }
}

/// A parent of a room.
struct LifeHouse: Feature {
  @MainActor @Observable final class State: SnapshotState {
    var room: LifeRoom.State?
    var hidden: LifeRoom.State?
    var openings = 0
    @ObservationIgnored let log: RoomLog

    init(_ log: RoomLog) {
      self.log = log
    }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("room", child: \.room)
      SnapshotField("openings", \.openings)
    }
  }

  enum Action: Sendable {
    case log(String)
    case open(String)
    case openLater(String)
    case openStubbornly(String, Gate)
    case openWithEffect(String)
    case openAndClose(String)
    case close
    case change(@MainActor @Sendable (State) -> Void)
    case heard(String)
  }

  let room = OptionalChild(\State.room, LifeRoom(), output: Action.heard)
  var hidden: OptionalChild<LifeRoom> { OptionalChild(\.hidden, LifeRoom(), output: .ignored) }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .log(let text): state.log.append(text)
      case .open(let name): state.room = LifeRoom.State(name, state.log)
      case .openLater(let name):
        return .run { state in
          await Task.yield()
          state.room = LifeRoom.State(name, state.log)
        }
      case .openStubbornly(let name, let gate):
        return .run { state, send in
          await gate.passStubbornly()
          state.room = LifeRoom.State(name, state.log)
          send(.log("late"))
        }
      case .openWithEffect(let name):
        state.log.append("handler")
        state.openings += 1
        state.room = LifeRoom.State(name, state.log)
        return .run { $0.log.append("effect") }
      case .openAndClose(let name):
        state.room = LifeRoom.State(name, state.log)
        state.room = nil
      case .close: state.room = nil
      case .change(let change): change(state)
      case .heard(let text): state.log.append("house hears \(text)")
      }
      return .none
    }
    .onChange(of: \.openings) { _, _, state in state.log.append("reaction") }
    .onStart { state in
      state.log.append("house begins")
      return .none
    }
    .onEnd { state in state.log.append("house ends") }
  }
}

/// A parent whose handler suspends.
struct SlowHouse: Feature {
  enum Action: Sendable {
    case open(Gate)
    case log(String)
  }

  let room = OptionalChild(\LifeHouse.State.room, LifeRoom(), output: .ignored)

  func handle() -> ActionHandler<Action, LifeHouse.State> {
    ActionHandler { action, state in
      switch action {
      case .open(let gate):
        await gate.passStubbornly()
        state.room = LifeRoom.State("kitchen", state.log)
      case .log(let text): state.log.append(text)
      }
      return .none
    }
    .whilePresented { state in
      state.openings += 1
      return .run { state in
        for await _ in AsyncStream<Never>.makeStream().stream {}
        state.openings = -1
      }
    }
  }
}

/// A parent whose state can't be observed.
struct PlainHouse: Feature {
  @MainActor final class State {
    var room: LifeRoom.State?
    let log: RoomLog

    init(_ log: RoomLog) {
      self.log = log
    }
  }

  enum Action: Sendable {
    case open(String)
    case close
  }

  let room = OptionalChild(\State.room, LifeRoom(), output: .ignored)

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .open(let name): state.room = LifeRoom.State(name, state.log)
      case .close: state.room = nil
      }
      return .none
    }
  }
}
