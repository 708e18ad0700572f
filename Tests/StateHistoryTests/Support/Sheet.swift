import Observation
import StateFields
import StateTestSupport
import ViewFeature

/// A state with a field that a reaction derives from another one.
@MainActor @Observable
final class Sheet: SnapshotState {
  var title = 0
  /// Ten times the title, which a reaction keeps.
  var length = 0
  var note = 0
  var mood = 0

  static let snapshotFields = SnapshotFields<Sheet> {
    SnapshotField("title", \.title)
    SnapshotField("length", \.length)
    SnapshotField("note", \.note)
    SnapshotField("mood", \.mood)
  }

  /// The values by the number of their field.
  var values: [Int] { [title, length, note, mood] }

  func write(_ writes: [SheetWrite]) {
    for write in writes {
      switch write.field {
      case 0: title = write.value
      case 2: note = write.value
      default: mood = write.value
      }
    }
  }
}

struct SheetWrite: CustomStringConvertible {
  let field: Int
  let value: Int

  var description: String { "\(["title", "length", "note", "mood"][field]) = \(value)" }
}

/// The work that a view begins.
@MainActor
final class SheetWork {
  var script: (now: [SheetWrite], gate: Gate, late: [SheetWrite])?
}

/// A feature whose handlers may suspend, during which actions and the work of views wait.
struct SheetFeature: Feature {
  enum Action: Sendable {
    case change([SheetWrite])
    /// Changes the state now, suspends, and changes it again.
    case hold([SheetWrite], Gate, [SheetWrite])
    /// The effect changes the state again.
    case later([SheetWrite], Gate, [SheetWrite])
    case observe(AsyncStream<[SheetWrite]>)
    case perform(@MainActor @Sendable (Sheet) -> ActionTask<Action, Sheet>)
  }

  var work = SheetWork()

  func handle() -> ActionHandler<Action, Sheet> {
    ActionHandler { (action: Action, state: Sheet) async -> ActionTask<Action, Sheet> in
      switch action {
      case .change(let writes): state.write(writes)
      case .hold(let now, let gate, let late):
        state.write(now)
        await gate.wait()
        state.write(late)
      case .later(let now, let gate, let late):
        state.write(now)
        return .run { state in
          try await gate.pass()
          state.write(late)
        }
      case .observe(let elements):
        return .observe(elements, id: "elements") { $1.write($0) }
      case .perform(let perform): return perform(state)
      }
      return .none
    }
    .onChange(of: \.title) { _, new, state in
      state.length = 10 * new
      return .none
    }
    .whilePresented { [work] state in
      guard let script = work.script else { return .none }
      state.write(script.now)
      return .run { state in
        try await script.gate.pass()
        state.write(script.late)
      }
    }
  }
}
