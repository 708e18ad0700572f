import ViewFeature

/// A state with fields of one type and children, some of which can't be created again.
@MainActor @Observable final class BoardState: SnapshotState {
  @MainActor @Observable final class Row: SnapshotState {
    let id: Int
    var title: String
    var isDone = false

    init(id: Int, title: String = "") {
      self.id = id
      self.title = title
    }

    static let snapshotFields = SnapshotFields<Row> {
      SnapshotField("id", \.id)
      SnapshotField("title", \.title)
      SnapshotField("isDone", \.isDone)
    }

    func makeEmptyCopy() -> Row? { Row(id: id) }
  }

  @MainActor @Observable final class Note: SnapshotState {
    var text: String

    init(_ text: String) {
      self.text = text
    }

    static let snapshotFields = SnapshotFields<Note> { SnapshotField("text", \.text) }
  }

  struct Step: Equatable {
    var title: String
    var count = 0
  }

  var first = 0 { didSet { writes += 1 } }
  var second = 0
  var third = 0
  var ratio = Double.nan
  var path: [Step] = []
  var row: Row?
  var rows: [Row] = []
  var note: Note?
  /// The number of writes of `first`, which aren't recorded in a field.
  @ObservationIgnored var writes = 0

  init(note: Note? = nil) {
    self.note = note
  }

  var isEmpty: Bool { rows.isEmpty }
  var total: Int { first + second }

  static let snapshotFields = SnapshotFields<BoardState> {
    SnapshotField("first", \.first)
    SnapshotField("second", \.second)
    SnapshotField("third", \.third)
    SnapshotField("ratio", \.ratio)
    SnapshotField("path", \.path)
    SnapshotField("row", child: \.row)
    SnapshotField("rows", children: \.rows)
    SnapshotField("note", child: \.note)
  }
}

/// An action that contains its handler code.
struct BoardAction: Sendable, Equatable, CustomStringConvertible, ActionLockable {
  typealias Effect = ActionTask<BoardAction, BoardState>

  let description: String
  let lock: String?
  let body: @MainActor (BoardState) async throws -> Effect

  init(
    _ description: String,
    lock: String? = nil,
    body: @escaping @MainActor (BoardState) async throws -> Effect
  ) {
    self.description = description
    self.lock = lock
    self.body = body
  }

  /// Returns an action that only changes the state.
  static func change(
    _ name: String = "change",
    _ body: @escaping @MainActor (BoardState) -> Void
  ) -> BoardAction {
    BoardAction(name) { state in
      body(state)
      return .none
    }
  }

  /// Returns an action that only has an effect.
  static func effect(_ effect: Effect) -> BoardAction {
    BoardAction("effect") { _ in effect }
  }

  /// Returns an action that stands for another one in an expectation.
  static func named(_ name: String) -> BoardAction { .change(name) { _ in } }

  static func == (lhs: BoardAction, rhs: BoardAction) -> Bool { lhs.description == rhs.description }

  /// By default, each action has a separate lock.
  var lockKey: AnyHashable { lock.map { AnyHashable($0) } ?? AnyHashable(UUID()) }
}

/// A feature that runs its actions in a handler that may suspend.
struct Board: Feature {
  /// The store that runs the current effect or handler.
  @MainActor static var proxy: StoreProxy<Board> { Board().store }

  var configure:
    @MainActor (ActionHandler<BoardAction, BoardState>) -> ActionHandler<BoardAction, BoardState> =
      {
        $0
      }

  func handle() -> ActionHandler<BoardAction, BoardState> {
    configure(ActionHandler { action, state in try await action.body(state) })
  }

  @MainActor
  static func testStore(
    _ exhaustivity: Exhaustivity,
    _ assertions: RecordingAssertions,
    configure:
      @escaping @MainActor (ActionHandler<BoardAction, BoardState>)
      -> ActionHandler<BoardAction, BoardState> = { $0 },
    file: StaticString = #file,
    line: UInt = #line
  ) -> TestStore<Board> {
    let store = TestStore(
      initialState: BoardState(),
      feature: Board(configure: configure),
      assertionProvider: assertions,
      file: file,
      line: line
    )
    store.exhaustivity = exhaustivity
    return store
  }
}
