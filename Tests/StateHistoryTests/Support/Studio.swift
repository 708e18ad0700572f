import Observation
import ScreenStateKit
import StateFields
import StatePersistence
import StateTestSupport
import ViewFeature

/// A state with each kind of child, of which most fields are saved.
@MainActor @Observable
final class Studio: ScreenState, StateUpdatable, SnapshotState, PersistentState {
  var title = ""
  var low = 0 {
    didSet { if high < low { high = low } }
  }
  var high = 0
  /// Not saved, as are the shelf and the named items.
  var cursor = 0
  var lead: Item?
  var shelf: Shelf?
  var items: [Item] = []
  var named: [String: Item] = [:]

  static let snapshotFields = SnapshotFields<Studio> {
    SnapshotField("title", \.title)
    // The setter of a later field changes it.
    SnapshotField("high", \.high)
    SnapshotField("low", \.low)
    SnapshotField("cursor", \.cursor)
    SnapshotField("lead", child: \.lead)
    SnapshotField("shelf", \.shelf, cases: Shelf.item, Shelf.other)
    SnapshotField("items", children: \.items)
    SnapshotField("named", children: \.named)
  }

  static let persistence = Persistence<Studio>(version: 1) {
    Persisted("title", \.title)
    Persisted("low", \.low)
    Persisted("high", \.high)
    Persisted("lead", child: \.lead, id: \.serial, make: { Item($0) })
    Persisted("items", children: \.items, id: \.serial, make: { Item($0) })
  }
}

enum Shelf {
  case item(Item)
  case other(Item)
  case label(String)
}

@MainActor @Observable
final class Item: SnapshotState, PersistentState, Identifiable {
  /// The identity of the object, also after a launch.
  let serial: Int
  let id: Int
  /// Whether it counts each start of its store.
  private let counts: Bool
  var name = ""
  var starts = 0
  var inner: Item?

  init(_ serial: Int, counts: Bool = false) {
    self.serial = serial
    self.counts = counts
    id = Self.id(of: serial)
  }

  /// A few ids are used again and again.
  nonisolated static func id(of serial: Int) -> Int { serial % 4 }

  func start() { starts = counts ? starts + 1 : max(starts, 1) }

  static let snapshotFields = SnapshotFields<Item> {
    SnapshotField("name", \.name)
    SnapshotField("starts", \.starts)
    SnapshotField("inner", child: \.inner)
  }

  static let persistence = Persistence<Item>(version: 1) {
    Persisted("name", \.name)
    Persisted("starts", \.starts)
    Persisted("inner", child: \.inner, id: \.serial, make: { Item($0) })
  }
}

enum StudioAction: ActionLockable, Sendable {
  typealias Change = @MainActor @Sendable (Studio) -> Void

  struct Element: Sendable {
    let change: Change
  }

  case change(Int, Change)
  case edit(Int, Change)
  /// An ignored action.
  case server(Int, Change)
  /// Changes the state now, and again when the gate opens or, if there is such a change, when the effect is cancelled.
  case later(Int, Change, Gate, Change, cleanUp: Change?)
  case watch(AsyncStream<Element>)

  var lockKey: AnyHashable {
    switch self {
    case .change(let number, _), .edit(let number, _), .server(let number, _),
      .later(let number, _, _, _, _):
      number
    case .watch: "watch"
    }
  }

  static func isIgnored(_ action: StudioAction) -> Bool {
    if case .server = action { true } else { false }
  }
}

/// The work that a view begins, for the stores of a studio.
@MainActor
final class StudioWork {
  struct Script: Sendable {
    let change: StudioAction.Change
    let gate: Gate
    let late: StudioAction.Change
  }

  var script: Script?
}

struct ItemFeature: Feature {
  enum Action: Sendable {
    case name(String)
  }

  func handle() -> ActionHandler<Action, Item> {
    ActionHandler { action, state in
      switch action {
      case .name(let name): state.name = name
      }
      return .none
    }
    .onStart { state in
      state.start()
      return .none
    }
  }
}

struct StudioFeature: Feature {
  var work = StudioWork()
  let lead = OptionalChild(\Studio.lead, ItemFeature())
  let items = ChildCollection(\Studio.items, ItemFeature())
  let named = ChildCollection(\Studio.named, ItemFeature())

  func handle() -> ActionHandler<StudioAction, Studio> {
    ActionHandler { action, state in
      switch action {
      case .change(_, let change), .edit(_, let change), .server(_, let change): change(state)
      case .later(_, let change, let gate, let late, let cleanUp):
        change(state)
        let effect = ActionTask<StudioAction, Studio>.run { state in
          try await gate.pass()
          late(state)
        }
        return cleanUp.map { effect.onCancel($0) } ?? effect
      case .watch(let elements):
        return .observe(elements, id: "elements") { element, state in element.change(state) }
      }
      return .none
    }
    .whilePresented { [work] state in
      guard let script = work.script else { return .none }
      script.change(state)
      return .run { state in
        try await script.gate.pass()
        script.late(state)
      }
    }
  }
}

actor StudioStore: ScreenStore, ScreenLifeCycle {
  typealias Action = StudioAction

  nonisolated let binding: ScreenBinding<Studio>
  private let work: StudioWork

  init(_ clock: any Clock<Duration>, _ work: StudioWork) {
    binding = ScreenBinding(clock: clock)
    self.work = work
  }

  func whilePresented() async throws {
    guard let script = await work.script else { return }
    try await updateState { script.change($0) }
    try await script.gate.pass()
    try await updateState { script.late($0) }
  }

  func perform(_ action: StudioAction) async throws {
    switch action {
    case .change(_, let change), .edit(_, let change), .server(_, let change):
      try await updateState { change($0) }
    case .later(_, let change, let gate, let late, _):
      try await updateState { change($0) }
      try await gate.pass()
      try await updateState { late($0) }
    case .watch(let elements): observe(elements) { element, state in element.change(state) }
    }
  }
}
