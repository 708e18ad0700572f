import StateTestSupport
import ViewFeature

/// The events of a house and its rooms, in order.
@MainActor
final class HouseLog {
  var lines: [String] = []
  /// The action that `waitForSender` waits for.
  var sender: SentAction?
}

/// A child whose work runs until its gate opens.
struct Room: OutputFeature {
  @MainActor @Observable final class State: Identifiable {
    let id: Int
    var lamp: Lamp.State? = Lamp.State()

    init(_ id: Int = 0) {
      self.id = id
    }
  }

  enum Action: Equatable, Sendable {
    case note(String)
    case work(String)
    case report(String)
    case reportAndWork(String)
    case waitForSender
  }

  enum Output: Equatable, Sendable {
    case reported(String)
  }

  let log: HouseLog
  let gate: Gate
  let lamp: OptionalChild<Lamp>

  init(log: HouseLog, gate: Gate) {
    self.log = log
    self.gate = gate
    lamp = OptionalChild(\.lamp, Lamp(log: log))
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .note(let text):
        log.lines.append("\(state.id): \(text)")
        return .none
      case .work(let text): return work(text)
      case .report(let text):
        log.lines.append("\(state.id): report \(text)")
        return output(.reported(text))
      case .reportAndWork(let text): return .merge(output(.reported(text)), work("own"))
      case .waitForSender:
        return .run { _ in await log.sender?.value }
      }
    }
  }

  private func work(_ text: String) -> Effect {
    .run(name: text) { [log, gate] state in
      do { try await gate.pass() } catch { log.lines.append("cancelled \(text)") }
      try Task.checkCancellation()
      log.lines.append("\(state.id): did \(text)")
    }
  }
}

/// A child of a room.
struct Lamp: Feature {
  @MainActor @Observable final class State {}

  let log: HouseLog

  func handle() -> ActionHandler<String, State> {
    ActionHandler { action, _ in
      log.lines.append("lamp: \(action)")
      return .none
    }
  }
}

/// A parent whose actions contain their handler code.
struct House: Feature {
  @MainActor @Observable final class State {
    let hall = Room.State()
    var guest: Room.State?
    var rooms = [Room.State(1), Room.State(2)]
    var byName = ["a": Room.State(7)]
  }

  typealias Body = @MainActor @Sendable (House, State) throws -> ActionTask<Action, State>

  enum Action: Sendable {
    case perform(Body)
    case note(String)
    case room(Room.Output)
  }

  let log: HouseLog
  let hall: Child<Room>
  let guest: OptionalChild<Room>
  let rooms: ChildCollection<Room, Int>
  let byName: ChildCollection<Room, String>

  init(log: HouseLog, gate: Gate) {
    self.log = log
    let room = Room(log: log, gate: gate)
    hall = Child(\.hall, room, output: Action.room)
    guest = OptionalChild(\.guest, room, output: Action.room)
    rooms = ChildCollection(\.rooms, room) { .room($1) }
    byName = ChildCollection(\.byName, room, output: .ignored)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .perform(let body): return try body(self, state)
      case .note(let text): log.lines.append(text)
      case .room(.reported("ask")): return send(.work("asked"), to: \.hall)
      case .room(.reported(let text)): log.lines.append("heard \(text)")
      }
      return .none
    }
  }
}
