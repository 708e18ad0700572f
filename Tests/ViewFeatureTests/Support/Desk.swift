import StateTestSupport
import ViewFeature

/// A page of a desk, which may have a note.
///
/// Its work runs until its gate opens.
struct Page: OutputFeature {
  @MainActor @Observable final class State: SnapshotState, Identifiable {
    let id: Int
    var text = ""
    var count = 0
    var note: Note.State?

    init(id: Int = 0, text: String = "", note: Note.State? = nil) {
      self.id = id
      self.text = text
      self.note = note
    }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("id", \.id)
      SnapshotField("text", \.text)
      SnapshotField("count", \.count)
      SnapshotField("note", child: \.note)
    }

    func makeEmptyCopy() -> State? { State(id: id) }
  }

  enum Action: Equatable, Sendable {
    case type(String)
    case load
    case loaded(String)
    case save
    case close
    case wait
    case change
    case fail
    case refuse
    case note(Note.Output)
  }

  enum Output: Equatable, Sendable {
    case saved(String)
    case closed
  }

  let gate: Gate
  let note: OptionalChild<Note>

  init(gate: Gate) {
    self.gate = gate
    note = OptionalChild(\.note, Note(gate: gate), output: Action.note)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .type(let text): state.text = text
      case .load:
        state.count += 1
        return .run(id: "load", name: "load") { [gate] _, send in
          try await gate.pass()
          send(.loaded("loaded"))
        }
      case .loaded(let text): state.text = text
      case .save:
        return .run(name: "save") { [gate] state in
          try await gate.pass()
          await store.output(.saved(state.text))
        }
      case .close: return output(.closed)
      case .wait: return .run(id: 7, name: "endless") { [gate] _ in try await gate.pass() }
      case .change:
        return .run { [gate] state in
          try await gate.pass()
          state.text = "changed"
        }
      case .fail: throw TestError("failed")
      case .refuse: break
      case .note(.saved): state.count += 10
      }
      return .none
    }
  }
}

/// The note on a page.
struct Note: OutputFeature {
  @MainActor @Observable final class State: SnapshotState {
    var text: String
    var isSaved = false

    init(text: String = "") {
      self.text = text
    }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("text", \.text)
      SnapshotField("isSaved", \.isSaved)
    }

    func makeEmptyCopy() -> State? { State() }
  }

  enum Action: Equatable, Sendable {
    case type(String)
    case save
  }

  enum Output: Equatable, Sendable {
    case saved
  }

  let gate: Gate

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .type(let text):
        state.text = text
        return .none
      case .save:
        state.isSaved = true
        return .run(name: "save") { [gate] _ in
          try await gate.pass()
          await store.output(.saved)
        }
      }
    }
  }
}

/// A parent with a child of each kind, and grandchildren.
struct Desk: OutputFeature {
  @MainActor @Observable final class State: SnapshotState {
    let cover = Page.State(text: "cover")
    var page: Page.State?
    var rows: [Page.State] = []
    var byName: [String: Page.State] = [:]
    var title = ""
    var subtitle = ""
    var hidden: Page.State?

    init(rows: Int = 0, note: Bool = false) {
      self.rows = (0..<rows).map { Page.State(id: $0 + 1, note: note ? Note.State() : nil) }
    }

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("title", \.title)
      SnapshotField("subtitle", \.subtitle)
      SnapshotField("cover", child: \.cover)
      SnapshotField("page", child: \.page)
      SnapshotField("rows", children: \.rows)
      SnapshotField("byName", children: \.byName)
    }
  }

  enum Action: Equatable, Sendable {
    case open
    case name(String)
    case replace(Int)
    case remove(Int)
    case share
    case finish
    case finishLater
    case cover(Page.Output)
    case page(Page.Output)
    case row(Int, Page.Output)
    case titleBoth(String)
    case hide
  }

  enum Output: Equatable, Sendable {
    case finished(String)
  }

  let gate: Gate
  let cover: Child<Page>
  let page: OptionalChild<Page>
  let rows: ChildCollection<Page, Int>
  let byName: ChildCollection<Page, String>
  let hidden: OptionalChild<Page>

  init(gate: Gate) {
    self.gate = gate
    let feature = Page(gate: gate)
    cover = Child(\.cover, feature, output: Action.cover)
    page = OptionalChild(\.page, feature, output: Action.page)
    rows = ChildCollection(\.rows, feature, output: Action.row)
    byName = ChildCollection(\.byName, feature, output: .ignored)
    hidden = OptionalChild(\.hidden, feature, output: .ignored)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .open: state.page = Page.State(id: 5)
      case .name(let name): state.byName[name] = Page.State(text: name)
      case .replace(let id):
        state.rows = state.rows.map { $0.id == id ? Page.State(id: id, text: "other") : $0 }
      case .remove(let id): state.rows.removeAll { $0.id == id }
      case .share: state.rows.append(state.rows[0])
      case .finish: return output(.finished(state.title))
      case .finishLater:
        return .run { [gate] state in
          try await gate.pass()
          await store.output(.finished("late"))
        }
      case .cover(let output): state.title = "cover \(output)"
      case .page(.closed): state.page = nil
      case .page(.saved(let text)):
        state.title = text
        return output(.finished(text))
      case .row(let id, .closed): state.rows.removeAll { $0.id == id }
      case .row(let id, .saved(let text)):
        state.title = "\(id) \(text)"
        return .run { [gate] state in
          try await gate.pass()
          state.subtitle = "followed"
        }
      case .titleBoth(let text):
        state.title = text
        state.subtitle = text
      case .hide: state.hidden = Page.State()
      }
      return .none
    }
  }
}
