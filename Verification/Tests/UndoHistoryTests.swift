import StateFields
import StateHistory
import SwiftUI
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct UndoHistoryTests {
  struct Board: Feature {
    @Observable @MainActor
    final class State: SnapshotState {
      var title = ""
      var rows: [Int] = []

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("title", \.title)
        SnapshotField("rows", \.rows)
      }
    }

    enum Action: Sendable {
      case add, delete
      case reload
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .add: state.rows.append(state.rows.count)
        case .delete: state.rows.removeLast()
        case .reload: state.rows = [100]
        }
        return .none
      }
    }
  }

  /// A clock whose time never passes.
  private struct StillClock: Clock {
    let now = ContinuousClock().now
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      throw CancellationError()
    }
  }

  @Observable @MainActor
  final class Screen {
    var isActive = true
    var isShown = true
    var history: History?
  }

  private struct BoardView: View {
    @Bindable var store: Store<Board>
    let screen: Screen

    var body: some View {
      VStack {
        if screen.isShown {
          VStack {
            TextField("Title", text: $store.state.title)
            Button("Add") { store.send(.add) }
            Button("Delete") { store.send(.delete) }
            Button("Undo") { screen.history?.undo() }
            Button("Redo") { screen.history?.redo() }
          }
          .undoHistory(screen.history, isActive: screen.isActive)
        }
      }
    }
  }

  @MainActor
  private final class Other {
    var undone = 0

    func register(in manager: UndoManager) {
      manager.registerUndo(withTarget: self) { $0.undone += 1 }
      manager.setActionName("Other")
    }
  }

  private let store = Store(
    initialState: Board.State(),
    feature: Board(),
    clock: StillClock()
  )
  private let manager = UndoManager()
  private let screen = Screen()
  private let host: ViewHost

  private var state: Board.State { store.state }

  init() {
    screen.history = Self.makeHistory(store)
    host = ViewHost(BoardView(store: store, screen: screen), undoManager: manager)
  }

  private static func makeHistory(_ store: Store<Board>, steps: Int = 1_000) -> History {
    var limits = HistoryLimits()
    limits.steps = steps
    return History(of: store, limits: limits, coalescing: .seconds(1)) { action in
      if case .reload = action { true } else { false }
    } name: { action in
      switch action {
      case .add: "Add"
      case .delete: "Delete"
      case .reload: "Reload"
      }
    }
  }

  /// Waits until a later turn has updated the actions.
  private func wait(until condition: () -> Bool) async {
    while !condition(), !Task.isCancelled { await Task.yield() }
  }

  /// Adds rows in separate steps.
  private func add(_ count: Int) throws {
    for _ in 1...count {
      screen.history?.separate()
      try host.tap("Add")
    }
  }

  @Test func eachStepIsAnActionWithItsName() throws {
    try host.tap("Add")
    try host.tap("Delete")
    #expect(manager.undoMenuItemTitle == "Undo Delete")
    manager.undo()
    // The menu is right even before the view is updated.
    #expect(state.rows == [0])
    #expect(manager.undoMenuItemTitle == "Undo Add" && manager.redoMenuItemTitle == "Redo Delete")
    host.update()
    manager.undo()
    #expect(state.rows.isEmpty && !manager.canUndo && manager.redoMenuItemTitle == "Redo Add")
    manager.redo()
    manager.redo()
    #expect(state.rows.isEmpty && manager.undoMenuItemTitle == "Undo Delete" && !manager.canRedo)
    manager.undo()
    #expect(state.rows == [0])
  }

  @Test func stepsOfOneEventAreUndoneOneByOne() {
    store.send(.add)
    store.send(.delete)
    store.send(.add)
    host.update()
    #expect(manager.groupingLevel == 0 && manager.groupsByEvent)
    manager.undo()
    #expect(state.rows.isEmpty)
    manager.undo()
    #expect(state.rows == [0])
  }

  @Test func typingIsOneAction() async throws {
    try host.type("a", into: "Title")
    // The changes of a view count from the end of their turn.
    try await host.wait { manager.canUndo }
    try host.type("ab", into: "Title")
    try await host.wait { screen.history?.undoName == nil && manager.undoMenuItemTitle == "Undo" }
    manager.undo()
    #expect(state.title.isEmpty && !manager.canUndo && manager.canRedo)
    manager.redo()
    #expect(state.title == "ab")
  }

  @Test func anUndoByAButtonMovesItsAction() throws {
    try host.tap("Add")
    try host.tap("Delete")
    try host.tap("Undo")
    #expect(manager.undoMenuItemTitle == "Undo Add" && manager.redoMenuItemTitle == "Redo Delete")
    manager.redo()
    #expect(state.rows.isEmpty)
    try host.tap("Undo")
    try host.tap("Undo")
    #expect(!manager.canUndo && manager.redoMenuItemTitle == "Redo Add")
    try host.tap("Add")
    #expect(!manager.canRedo && manager.undoMenuItemTitle == "Undo Add")
  }

  @Test func aStepThatTheViewHasNotSeenIsUndoneFirst() async throws {
    try host.tap("Add")
    store.send(.delete)
    manager.undo()
    #expect(state.rows == [0])
    await wait { manager.undoMenuItemTitle == "Undo Add" && manager.redoActionName == "Delete" }
    manager.undo()
    #expect(state.rows.isEmpty)
  }

  @Test func aForeignChangeRemovesTheActions() throws {
    try host.tap("Add")
    try host.type("a", into: "Title")
    store.send(.reload)
    host.update()
    #expect(manager.undoMenuItemTitle == "Undo")
    manager.undo()
    #expect(state.rows == [100] && state.title.isEmpty && !manager.canUndo)
  }

  @Test func otherActionsKeepTheirPlace() async throws {
    let other = Other()
    try host.tap("Add")
    other.register(in: manager)
    manager.endEvent()
    try host.tap("Delete")
    #expect(manager.undoMenuItemTitle == "Undo Delete")
    manager.undo()
    #expect(manager.undoMenuItemTitle == "Undo Other")
    manager.undo()
    #expect(other.undone == 1 && state.rows == [0])
    manager.undo()
    #expect(state.rows.isEmpty)
  }

  @Test func otherActionsNeverRunWhileActionsAreArranged() throws {
    let other = Other()
    try host.tap("Add")
    other.register(in: manager)
    manager.endEvent()
    try host.tap("Undo")
    #expect(other.undone == 0 && manager.redoMenuItemTitle == "Redo Add")
    #expect(manager.undoMenuItemTitle == "Undo Other")
    manager.redo()
    #expect(state.rows == [0] && other.undone == 0)
  }

  @Test func aGroupOfOtherCodeDoesNotContainSteps() async throws {
    let other = Other()
    other.register(in: manager)
    store.send(.add)
    host.update()
    #expect(manager.undoMenuItemTitle == "Undo Other")
    manager.endEvent()
    await wait { manager.undoMenuItemTitle == "Undo Add" }
    manager.undo()
    #expect(state.rows.isEmpty && other.undone == 0)
    manager.undo()
    #expect(other.undone == 1)
  }

  @Test func aViewThatDisappearsTakesItsActionsWithIt() throws {
    let other = Other()
    other.register(in: manager)
    manager.endEvent()
    try host.tap("Add")
    screen.isShown = false
    host.update()
    #expect(manager.undoMenuItemTitle == "Undo Other")
    store.send(.delete)
    host.update()
    #expect(manager.undoMenuItemTitle == "Undo Other")
    screen.isShown = true
    host.update()
    #expect(manager.undoMenuItemTitle == "Undo Delete")
    manager.undo()
    manager.undo()
    #expect(state.rows.isEmpty && manager.undoMenuItemTitle == "Undo Other")
    host.close()
    #expect(!manager.canRedo && manager.canUndo)
  }

  @Test func anInactiveHistoryHasNoActions() throws {
    try host.tap("Add")
    screen.isActive = false
    host.update()
    #expect(!manager.canUndo)
    try host.tap("Delete")
    #expect(!manager.canUndo && screen.history?.undoCount == 2)
    screen.isActive = true
    host.update()
    #expect(manager.undoMenuItemTitle == "Undo Delete")
  }

  @Test func anotherManagerReceivesTheActions() throws {
    try host.tap("Add")
    let second = UndoManager()
    host.undoManager = second
    host.update()
    #expect(!manager.canUndo && second.undoMenuItemTitle == "Undo Add")
    host.undoManager = nil
    host.update()
    #expect(!second.canUndo)
    try host.tap("Undo")
    #expect(state.rows.isEmpty)
  }

  @Test func anotherHistoryReplacesTheActions() throws {
    try host.tap("Add")
    screen.history = Self.makeHistory(store)
    host.update()
    #expect(!manager.canUndo)
    try host.tap("Delete")
    #expect(manager.undoMenuItemTitle == "Undo Delete")
    screen.history = nil
    host.update()
    #expect(!manager.canUndo)
  }

  @Test func aRefusedUndoKeepsItsAction() async throws {
    try host.tap("Add")
    withKnownIssue {
      screen.history?.group { manager.undo() }
    }
    #expect(state.rows == [0])
    await wait { manager.undoMenuItemTitle == "Undo Add" && !manager.canRedo }
    manager.undo()
    #expect(state.rows.isEmpty)
  }

  @Test func twoHistoriesAreUndoneInTheOrderOfTheirSteps() throws {
    let second = Store(initialState: Board.State(), feature: Board(), clock: StillClock())
    let secondScreen = Screen()
    secondScreen.history = Self.makeHistory(second)
    let both = ViewHost(
      VStack {
        BoardView(store: store, screen: screen)
        BoardView(store: second, screen: secondScreen)
      },
      undoManager: manager
    )
    store.send(.add)
    both.update()
    second.send(.add)
    both.update()
    store.send(.delete)
    both.update()
    manager.undo()
    #expect(state.rows == [0] && second.state.rows == [0])
    manager.undo()
    #expect(state.rows == [0] && second.state.rows.isEmpty)
    manager.redo()
    manager.redo()
    #expect(state.rows.isEmpty && second.state.rows == [0])
    both.close()
    #expect(!manager.canUndo)
  }

  @Test func aStepThatALimitRemovesHasNoAction() async throws {
    screen.history = Self.makeHistory(store, steps: 2)
    host.update()
    try add(200)
    #expect(screen.history?.undoCount == 2)
    for _ in 1...2 {
      #expect(manager.canUndo)
      manager.undo()
      host.update()
    }
    await wait { !manager.canUndo && manager.canRedo }
    #expect(state.rows.count == 198)
    manager.redo()
    manager.redo()
    #expect(state.rows.count == 200 && !manager.canRedo)
  }

  @Test func aManagerWithFewLevelsKeepsTheNewestSteps() async throws {
    manager.levelsOfUndo = 2
    try add(4)
    for _ in 1...2 { try host.tap("Undo") }
    #expect(!manager.canUndo && manager.canRedo)
    manager.redo()
    manager.redo()
    #expect(state.rows.count == 4)
    manager.undo()
    #expect(state.rows.count == 3)
  }

  @Test func aDisabledManagerReceivesNothing() throws {
    manager.disableUndoRegistration()
    try host.tap("Add")
    try host.tap("Undo")
    #expect(!manager.canUndo && !manager.canRedo)
    manager.enableUndoRegistration()
    try host.tap("Add")
    #expect(manager.undoMenuItemTitle == "Undo Add")
  }

  @Test func viewsThatGoLeaveNothingBehind() throws {
    for _ in 1...200 {
      let screen = Screen()
      screen.history = Self.makeHistory(store)
      let host = ViewHost(BoardView(store: store, screen: screen), undoManager: manager)
      try host.tap("Add")
      host.close()
      #expect(screen.history?.canUndo == true)
    }
    host.close()
    #expect(!manager.canUndo && !manager.canRedo)
  }
}
