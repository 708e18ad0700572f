import Observation
import ScreenStateKit
import StateFields
import StateTestSupport
import ViewFeature

@MainActor @Observable
final class Draft: SnapshotState {
  var title = ""
  var text = ""
  /// The length of the text, which a reaction keeps.
  var length = 0
  var saved = 0
  /// Not declared.
  var log: [String] = []
  let cover = Cover()
  var rows: [Row] = []
  var seen = 0

  static let snapshotFields = SnapshotFields<Draft> {
    SnapshotField("title", \.title)
    SnapshotField("text", \.text)
    SnapshotField("length", \.length)
    SnapshotField("saved", \.saved)
    SnapshotField("cover", child: \.cover)
    SnapshotField("rows", children: \.rows)
    SnapshotField("seen", \.seen).transient()
  }
}

@MainActor @Observable
final class Cover: SnapshotState {
  var color = "white"
  var width = 1

  static let snapshotFields = SnapshotFields<Cover> {
    SnapshotField("color", \.color)
    SnapshotField("width", \.width)
  }
}

@MainActor @Observable
final class Row: SnapshotState, Identifiable {
  let id: Int
  var name = ""
  var done = false

  init(_ id: Int) {
    self.id = id
  }

  static let snapshotFields = SnapshotFields<Row> {
    SnapshotField("id", \.id)
    SnapshotField("name", \.name)
    SnapshotField("done", \.done)
  }
}

struct RowFeature: Feature {
  enum Action: Sendable {
    case name(String)
    case toggle
    case nameLater(Gate, String)
  }

  func handle() -> ActionHandler<Action, Row> {
    ActionHandler { action, state in
      switch action {
      case .name(let name):
        state.name = name
        return .none
      case .toggle:
        state.done.toggle()
        return .none
      case .nameLater(let gate, let name):
        return .run { state in
          try await gate.pass()
          state.name = name
        }
      }
    }
  }
}

struct DraftFeature: Feature {
  enum Action: Sendable {
    case title(String)
    case text(String)
    case both(String, String)
    case add(Int)
    case remove(Int)
    case titleLater(Gate, String)
    case sendLater(Gate, String)
    case stubbornly(Gate, String)
    case refresh(Int)
    case refreshLater(Gate, String)
    case call(@MainActor @Sendable () -> Void)
    case callInEffect(@MainActor @Sendable () -> Void)
    case callAfterWait(@MainActor @Sendable () async -> Void)
    case see
    case watch(AsyncStream<String>)
  }

  let rows = ChildCollection(\Draft.rows, RowFeature())

  func handle() -> ActionHandler<Action, Draft> {
    ActionHandler { action, state in
      switch action {
      case .title(let title): state.title = title
      case .text(let text): state.text = text
      case .both(let title, let text): (state.title, state.text) = (title, text)
      case .add(let id): state.rows.append(Row(id))
      case .remove(let id): state.rows.removeAll { $0.id == id }
      case .titleLater(let gate, let title):
        state.saved += 1
        return .run { state in
          try await gate.pass()
          state.title = title
        }
      case .sendLater(let gate, let title):
        return .run { _, send in
          try await gate.pass()
          send(.title(title))
        }
      case .stubbornly(let gate, let title):
        state.saved += 1
        return .run { state in
          await gate.passStubbornly()
          state.title = title
        }
      case .refresh(let saved): state.saved = saved
      case .refreshLater(let gate, let title):
        return .run { state in
          try await gate.pass()
          state.title = title
        }
      case .call(let body): body()
      case .callInEffect(let body): return .run { _ in body() }
      case .callAfterWait(let body): return .run { _ in await body() }
      case .see: state.seen += 1
      case .watch(let titles):
        return .observe(titles, id: "titles") { title, state in state.title = title }
      }
      return .none
    }
    .onChange(of: \.text) { _, new, state in
      state.length = new.count
      state.log.append(new)
      return new == "effect"
        ? .run { $0.log.append("an effect") }
        : .none
    }
  }

  static func ignores(_ action: Action) -> Bool {
    switch action {
    case .refresh, .refreshLater: true
    default: false
    }
  }

  static func name(_ action: Action) -> String? {
    switch action {
    case .title(let title): "Title \(title)"
    case .titleLater: "Later"
    case .remove: "Delete"
    default: nil
    }
  }
}

@MainActor @Observable
final class DraftScreen: ScreenState, StateUpdatable, SnapshotState {
  var title = ""
  var text = ""
  var note = ""
  var rows: [Row] = []

  static let snapshotFields = SnapshotFields<DraftScreen> {
    SnapshotField("title", \.title)
    SnapshotField("note", \.note)
    SnapshotField("text", \.text)
    SnapshotField("rows", children: \.rows)
  }
}

actor DraftStore: ScreenStore {
  enum Action: ActionLockable, Sendable {
    case title(String)
    case both(String, String)
    case later(String, Gate, String)
    case remove(Int)
    case send(String)
    case refresh(String)
    /// Sets the text after its end.
    case outlive(Gate, String)
    case undo(@MainActor @Sendable () -> Void)

    var lockKey: AnyHashable { "\(self)" }
  }

  nonisolated let binding: ScreenBinding<DraftScreen>

  init(clock: any Clock<Duration> = ContinuousClock()) {
    binding = ScreenBinding(clock: clock)
  }

  func perform(_ action: Action) async throws {
    switch action {
    case .title(let title): try await updateState { $0.title = title }
    case .both(let title, let text):
      try await updateState { $0.title = title }
      try await updateState { $0.text = text }
    case .later(let title, let gate, let text):
      try await updateState { $0.title = title }
      try await gate.pass()
      try await updateState { $0.text = text }
    case .remove(let id): try await updateState { $0.rows.removeAll { $0.id == id } }
    case .send(let title): await run(.title(title))
    case .refresh(let title): try await updateState { $0.title = title }
    case .outlive(let gate, let text):
      Task {
        try await gate.pass()
        try await updateState { $0.text = text }
      }
    case .undo(let undo): await undo()
    }
  }
}

/// A list of which another field, out of most histories, contains a row, too.
@MainActor @Observable
final class Board: SnapshotState {
  var selected: Row?
  var rows: [Row] = []

  static let snapshotFields = SnapshotFields<Board> {
    SnapshotField("selected", child: \.selected)
    SnapshotField("rows", children: \.rows)
  }
}

struct BoardFeature: Feature {
  enum Action: Sendable {
    case remove(Int)
  }

  let rows = ChildCollection(\Board.rows, RowFeature())

  func handle() -> ActionHandler<Action, Board> {
    ActionHandler { action, state in
      switch action {
      case .remove(let id): state.rows.removeAll { $0.id == id }
      }
      return .none
    }
  }
}
