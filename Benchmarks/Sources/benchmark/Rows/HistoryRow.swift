import FeatureRecording
import Figures
import Observation
import StateHistory
import StateRecord
import ViewFeature

/// A state of which an action changes one or all fields.
@MainActor @Observable
private final class SheetState: SnapshotState {
  var a = 0
  var b = 0
  var c = 0
  var d = 0
  var e = 0
  var f = 0
  var g = 0
  var h = 0
  var i = 0
  var j = 0
  var k = 0

  static let snapshotFields = SnapshotFields<SheetState> {
    SnapshotField("a", \.a)
    SnapshotField("b", \.b)
    SnapshotField("c", \.c)
    SnapshotField("d", \.d)
    SnapshotField("e", \.e)
    SnapshotField("f", \.f)
    SnapshotField("g", \.g)
    SnapshotField("h", \.h)
    SnapshotField("i", \.i)
    SnapshotField("j", \.j)
    SnapshotField("k", \.k)
  }
}

private struct SheetFeature: Feature {
  enum Action: Sendable {
    case changeOne
    case changeAll
  }

  func handle() -> ActionHandler<Action, SheetState> {
    ActionHandler { action, state in
      state.a += 1
      guard case .changeAll = action else { return .none }
      state.b += 1
      state.c += 1
      state.d += 1
      state.e += 1
      state.f += 1
      state.g += 1
      state.h += 1
      state.i += 1
      state.j += 1
      state.k += 1
      return .none
    }
  }
}

/// A recorder that ignores all events.
private final class NoSink: EventSink {
  func take(_ event: StateEvent) {}
}

/// The cost of recording steps, and of undo and redo.
enum HistoryRow: Row {
  static let name = "history"

  static func figures(rounds: Int) async -> [Figure] {
    await steps(rounds: rounds) + undo(rounds: rounds)
  }

  private static func makeStore() -> Store<SheetFeature> {
    Store(initialState: SheetState(), feature: SheetFeature())
  }

  /// Changes one field or all of them, as a step, with a recorder that ignores the events, and without a recorder.
  private static func steps(rounds: Int) async -> [Figure] {
    let store = makeStore()
    let history = History(of: store, coalescing: nil)
    let step = await measureChanges(of: store, rounds: rounds)
    history.end()
    let sink = NoSink()
    EventCenter.attach(sink)
    store.startRecording()
    let recording = await measureChanges(of: store, rounds: rounds)
    store.stopRecording()
    EventCenter.detach(sink)
    let plain = await measureChanges(of: makeStore(), rounds: rounds)
    return [
      Figure(row: name, "send, step of one field", nanoseconds: step.one),
      Figure(row: name, "each other field", nanoseconds: step.other),
      Figure(row: name, "each other field, only recorded", nanoseconds: recording.other),
      Figure(row: name, "each other field, not recorded", nanoseconds: plain.other),
    ]
  }

  private static func measureChanges(
    of store: Store<SheetFeature>,
    rounds: Int
  ) async -> (one: Double, other: Double) {
    let cost = await Comparison.measure(
      rounds: rounds,
      operation: { for _ in 0..<$0 { store.send(.changeAll) } },
      limit: { for _ in 0..<$0 { store.send(.changeOne) } }
    )
    return (cost.limit, (cost.operation - cost.limit) / 10)
  }

  private static func undo(rounds: Int) async -> [Figure] {
    let (one, all) = (makeStore(), makeStore())
    let histories = (History(of: one), History(of: all))
    one.send(.changeOne)
    all.send(.changeAll)
    func repeatUndo(_ history: History, _ count: Int) {
      for _ in 0..<count {
        history.undo()
        history.redo()
      }
    }
    let cost = await Comparison.measure(
      rounds: rounds,
      operation: { repeatUndo(histories.1, $0) },
      limit: { repeatUndo(histories.0, $0) }
    )
    return [
      Figure(row: name, "undo and redo of one field", nanoseconds: cost.limit),
      Figure(row: name, "undo and redo of 11 fields", nanoseconds: cost.operation),
    ]
  }
}
