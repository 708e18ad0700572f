import Observation
import StateFields
import StateTestSupport
import ViewFeature

/// A state with children, and effects that wait for gates.
@MainActor @Observable
final class Shelf: SnapshotState {
  var count = 0
  var title = ""
  var seen = 0
  var box: Box?
  var boxes: [Box] = []

  static let snapshotFields = SnapshotFields<Shelf> {
    SnapshotField("count", \.count)
    SnapshotField("title", \.title)
    SnapshotField("seen", \.seen).transient()
    SnapshotField("box", child: \.box)
    SnapshotField("boxes", children: \.boxes)
  }
}

@MainActor @Observable
final class Box: SnapshotState, Identifiable {
  let id: Int
  var weight = 0

  init(_ id: Int) {
    self.id = id
  }

  static let snapshotFields = SnapshotFields<Box> {
    SnapshotField("id", \.id)
    SnapshotField("weight", \.weight)
  }
}

struct BoxFeature: Feature {
  enum Action: Sendable {
    case weigh(Int)
    case weighLater(Gate, Int)
  }

  func handle() -> ActionHandler<Action, Box> {
    ActionHandler { action, state in
      switch action {
      case .weigh(let weight):
        state.weight = weight
        return .none
      case .weighLater(let gate, let weight):
        return .run(name: "weigh") { state in
          try await gate.pass()
          state.weight = weight
        }
      }
    }
  }
}

struct ShelfFeature: Feature {
  enum Action: Sendable {
    case add(Int)
    case rename(String)
    case addLater(Gate, Int)
    case renameLater(Gate, String)
    case changeBothLater(Gate, Int)
    case sendLater(Gate)
    case openBox(Int)
    case closeBox
    case append(Int)
    case removeFirst
    case see
  }

  let box = OptionalChild(\Shelf.box, BoxFeature())
  let boxes = ChildCollection(\Shelf.boxes, BoxFeature())

  func handle() -> ActionHandler<Action, Shelf> {
    ActionHandler { action, state in
      switch action {
      case .add(let number): state.count += number
      case .rename(let title): state.title = title
      case .addLater(let gate, let number):
        return .run(name: "add") { state in
          try await gate.pass()
          state.count += number
        }
      case .renameLater(let gate, let title):
        return .run(name: "rename") { state in
          try await gate.pass()
          state.title = title
        }
      case .changeBothLater(let gate, let number):
        return .run(name: "both") { state in
          try await gate.pass()
          state.title += "\(number)"
          state.count += number
          state.boxes.append(Box(100 + number))
        }
      case .sendLater(let gate):
        return .run { [store] _ in
          try await gate.pass()
          await store.send(.add(1))
        }
      case .openBox(let id): state.box = Box(id)
      case .closeBox: state.box = nil
      case .append(let id): state.boxes.append(Box(id))
      case .removeFirst:
        if !state.boxes.isEmpty { state.boxes.removeFirst() }
      case .see: state.seen += 1
      }
      return .none
    }
  }
}
