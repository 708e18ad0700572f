import Observation
import ScreenStateKit
import StateFields
import StateTestSupport
import ViewFeature

/// A state with each kind of child, with setters that change other fields, and with content.
@MainActor @Observable
final class Desk: SnapshotState, ResourceState {
  var title = ""
  var note = ""
  /// The length of the title, which a reaction keeps.
  var length = 0 {
    didSet { if length < oldValue { dips += 1 } }
  }
  var dips = 0
  var card = Card(0)
  var spare: Card?
  var named: [String: Card] = [:]
  var cards: [Card] = []
  var content = Resource<String>()
  /// Not declared.
  var log: [String] = []

  static let snapshotFields = SnapshotFields<Desk> {
    SnapshotField("title", \.title)
    SnapshotField("note", \.note)
    SnapshotField("length", \.length)
    SnapshotField("dips", \.dips)
    SnapshotField("card", child: \.card)
    SnapshotField("spare", child: \.spare)
    SnapshotField("named", children: \.named)
    SnapshotField("cards", children: \.cards)
    SnapshotField("content", \.content)
  }
}

@MainActor @Observable
final class Card: SnapshotState, Identifiable {
  let id: Int
  var text = ""
  var size = 0
  /// Not declared.
  var log: [String] = []

  init(_ id: Int) {
    self.id = id
  }

  static let snapshotFields = SnapshotFields<Card> {
    SnapshotField("text", \.text)
    SnapshotField("size", \.size)
  }
}

struct CardFeature: Feature {
  enum Action: Sendable {
    case text(String)
  }

  func handle() -> ActionHandler<Action, Card> {
    ActionHandler { action, state in
      switch action {
      case .text(let text): state.text = text
      }
      return .none
    }
    .onChange(of: \.size) { _, new, state in
      state.log.append("size \(new)")
      return .run { $0.log.append("effect") }
    }
    .onStart { state in
      state.size += 1
      return .none
    }
  }
}

struct DeskFeature: Feature {
  typealias Change = @MainActor @Sendable (Desk) -> Void

  enum Action: Sendable {
    case change(Change)
    /// An ignored action.
    case refresh(Change)
    /// Changes the state now, and again when the gate opens.
    case later(Change, Gate, Change)
    case run(@MainActor @Sendable (Desk) async throws -> Void)
    case observe(AsyncStream<String>, @MainActor @Sendable (String, Desk) -> Void)
  }

  let cards = ChildCollection(\Desk.cards, CardFeature())

  func handle() -> ActionHandler<Action, Desk> {
    ActionHandler { action, state in
      switch action {
      case .change(let change), .refresh(let change): change(state)
      case .later(let change, let gate, let late):
        change(state)
        return .run { state in
          try await gate.pass()
          late(state)
        }
      case .run(let run): return .run { try await run($0) }
      case .observe(let elements, let change):
        return .observe(elements, id: "elements") { change($0, $1) }
      }
      return .none
    }
    .onChange(of: \.title) { _, new, state in
      state.length = new.count
      state.log.append(new)
      return .none
    }
    .onChange(of: \.note) { _, new, state in
      if new.isEmpty { state.length += 1 }
      return .none
    }
    .onChange(of: \.content) { _, new, state in
      if let value = new.value { state.note = value }
      return .none
    }
  }

  static func isIgnored(_ action: Action) -> Bool {
    if case .refresh = action { true } else { false }
  }
}

/// A feature whose handler suspends.
struct SlowDeskFeature: Feature {
  enum Action: Sendable {
    case change(DeskFeature.Change)
    case wait(Gate)
    case observe(AsyncStream<Gate>, @MainActor @Sendable (Gate) -> Void)
  }

  func handle() -> ActionHandler<Action, Desk> {
    ActionHandler { (action: Action, state: Desk) async -> ActionTask<Action, Desk> in
      switch action {
      case .change(let change): change(state)
      case .wait(let gate): await gate.wait()
      case .observe(let gates, let open):
        return .observe(gates, id: "gates") { gate, _ in open(gate) }
      }
      return .none
    }
    .onChange(of: \.title) { _, new, state in
      state.log.append(new)
      return .run { $0.log.append("effect") }
    }
  }
}
