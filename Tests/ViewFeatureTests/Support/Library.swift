import StateTestSupport
import ViewFeature

/// A child that saves a note until its gate opens.
struct Editor: OutputFeature {
  @MainActor @Observable final class State: Identifiable {
    let id: Int
    var text: String
    var log: [String] = []

    init(id: Int = 0, text: String = "") {
      self.id = id
      self.text = text
    }
  }

  enum Action: Sendable {
    case type(String)
    case save
    case saveTwice
    case close
    case saveAfterSuspension
    case saveThroughProxy
    case saveStubbornly
    case saveInAMoment
  }

  enum Output: Equatable, Sendable {
    case saved(String)
    case closed
  }

  let gate: Gate

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .type(let text):
        state.text = text
        return .none
      case .save:
        return .concatenate(
          .run(id: "save") { [gate] state in
            do { try await gate.pass() } catch { state.log.append("cancelled") }
            try Task.checkCancellation()
          },
          output(.saved(state.text))
        )
      case .saveTwice:
        return .merge(output(.saved("1")), output(.saved("2")))
      case .close:
        return .merge(output(.closed), .run { _ in state.log.append("ran after its end") })
      case .saveAfterSuspension:
        return .run { [gate] _, send in
          try? await gate.pass()
          send(.type("late"))
        }
      case .saveThroughProxy:
        return .run { await store.output(.saved($0.text)) }
      case .saveStubbornly:
        return .run { [gate] state in
          await gate.passStubbornly()
          await store.output(.saved(state.text))
        }
      case .saveInAMoment:
        return output(.saved(state.text)).debounce(id: "save", for: .seconds(1))
      }
    }
  }
}

/// A parent with a child of each kind.
struct Library: Feature {
  @MainActor @Observable final class State {
    let cover = Editor.State(text: "cover")
    var detail: Editor.State?
    var rows: [Editor.State] = []
    var byID: [Int: Editor.State] = [:]
    var silent: Editor.State?
    var log: [String] = []
  }

  enum Action: Sendable {
    case open(Int)
    case close
    case closeLater(Gate)
    case cover(Editor.Output)
    case detail(Editor.Output)
    case row(Int, Editor.Output)
    case remove(Int)
    case replace(Int)
    case move
  }

  let gate: Gate
  let cover: Child<Editor>
  let detail: OptionalChild<Editor>
  let rows: ChildCollection<Editor, Int>
  let byID: ChildCollection<Editor, Int>
  let silent: OptionalChild<Editor>

  init(gate: Gate) {
    self.gate = gate
    let editor = Editor(gate: gate)
    cover = Child(\.cover, editor, output: Action.cover)
    detail = OptionalChild(\.detail, editor, output: Action.detail)
    rows = ChildCollection(\.rows, editor, output: Action.row)
    byID = ChildCollection(\.byID, editor, output: .ignored)
    silent = OptionalChild(\.silent, editor, output: .ignored)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .open(let id): state.detail = Editor.State(id: id)
      case .close: state.detail = nil
      case .closeLater(let gate):
        return .run { state in
          try await gate.pass()
          state.detail = nil
        }
      case .cover(let output): state.log.append("cover \(output)")
      case .detail(.closed):
        state.log.append("closed")
        state.detail = nil
      case .detail(let output): state.log.append("detail \(output)")
      case .row(let id, let output): state.log.append("row \(id) \(output)")
      case .remove(let id): state.rows.removeAll { $0.id == id }
      case .replace(let id): state.rows = state.rows.map { $0.id == id ? Editor.State(id: id) : $0 }
      case .move: state.rows.reverse()
      }
      return .none
    }
  }
}
