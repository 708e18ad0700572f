import FeatureRecording
import StateCore
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// A feature with children that have their own values.
private struct Cabinet: Feature {
  @MainActor @Observable final class State {
    let left = Drawer.State()
    var right: Drawer.State?
    var rows: [String: Drawer.State] = [:]
    var outputs: [String] = []
  }

  enum Action: Sendable {
    case reported(Int)
    case fill
  }

  struct Drawer: OutputFeature {
    @MainActor @Observable final class State {
      var mark = -1
    }

    enum Action: Sendable {
      case read
      case report
      case reportLater
    }

    typealias Output = Int

    @Provided(\.mark) var mark

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .read:
          state.mark = mark
          return .none
        case .report: return output(mark)
        case .reportLater: return .run { _ in await store.output(mark) }
        }
      }
    }
  }

  let left: Child<Drawer>
  let right: OptionalChild<Drawer>
  let rows: ChildCollection<Drawer, String>
  let count = LockIsolated(0)

  init() {
    left = Child(\.left, Drawer()) { Self.note($0) }.environment(\.mark, 1)
    right = OptionalChild(\.right, Drawer()) { Self.note($0) }
      .environment { [count] values, _ in
        count.withValue { $0 += 1 }
        values.mark += 10
      }
    rows = ChildCollection(\.rows, Drawer()) { Self.note($1) }
      .environment { values, state in if state.mark > 0 { values.mark = state.mark } }
  }

  private static func note(_ mark: Int) -> Action {
    .reported(mark * 1_000 + StoreEnvironment.current.mark)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .reported(let mark): state.outputs.append("\(mark)")
      case .fill: state.right = Drawer.State()
      }
      return .none
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ChildEnvironmentTests {
  private let environment = StoreEnvironment.test.changing { $0.mark = 5 }

  private func makeStore() -> Store<Cabinet> {
    Store(initialState: Cabinet.State(), feature: Cabinet(), environment: environment)
  }

  @Test func eachKindOfChildHasItsOwnValue() throws {
    let store = makeStore()
    store.send(.fill)
    let row = Cabinet.Drawer.State()
    row.mark = 7
    store.state.rows = ["a": row, "b": Cabinet.Drawer.State()]
    let (left, right) = (store.scope(\.left), try #require(store.scope(\.right)))
    let rows = ["a", "b"].compactMap { store.scope(\.rows, id: $0) }
    for child in [left, right] + rows { child.send(.read) }
    #expect(left.state.mark == 1)
    #expect(right.state.mark == 15)
    #expect(rows.map(\.state.mark) == [7, 5])
    #expect(store.environment.mark == 5)
  }

  @Test func aChangeRunsOnceForEachStateOfAChild() throws {
    let store = makeStore()
    #expect(store.feature.count.value == 0)
    for count in 1...2 {
      store.send(.fill)
      #expect(store.scope(\.right) === store.scope(\.right))
      #expect(store.feature.count.value == count)
    }
  }

  /// The code that asks for the child's store has another environment.
  @Test func aChangeAndTheHandlerOfTheChildAreMadeInTheirPlaces() {
    let store = Store(initialState: Cabinet.State(), feature: Maker(), environment: environment)
    let marks = store.feature.marks
    marks.setValue([])
    let other = environment.changing { $0.mark = 100 }
    let child = StoreEnvironment.with(other) { store.scope(\.left) }
    #expect(marks.value == [5, 6])
    #expect(child.environment.mark == 6)
  }

  @Test func theHandlerOfAChildInAComputedPropertyIsMadeInItsPlace() {
    struct Parent: Feature {
      let marks = LockIsolated<[Int]>([])
      var left: Child<Maker.Made> { Child(\.left, Maker.Made(marks: marks)).environment(\.mark, 6) }
      func handle() -> ActionHandler<Int, Cabinet.State> { .empty }
    }
    let store = Store(initialState: Cabinet.State(), feature: Parent(), environment: environment)
    let marks = store.feature.marks
    #expect(marks.value.isEmpty)
    StoreEnvironment.with(environment.changing { $0.mark = 100 }) { _ = store.scope(\.left) }
    #expect(Set(marks.value) == [6])
  }

  @Test func theHandlerOfTheRootIsMadeInItsEnvironment() {
    let feature = Maker.Made(marks: LockIsolated([]))
    let state = Cabinet.Drawer.State()
    _ = Store(initialState: state, feature: feature, environment: environment)
    StoreEnvironment.with(environment) {
      _ = Store(initialState: state, feature: feature)
      _ = TestStore(initialState: state, feature: feature)
    }
    _ = TestStore(initialState: state, feature: feature) { $0.mark = 7 }
    #expect(feature.marks.value == [5, 5, 5, 7])
  }

  /// A parent that notes the values with which its child is made.
  private struct Maker: Feature {
    struct Made: Feature {
      let marks: LockIsolated<[Int]>
      @Provided(\.mark) private var mark

      func handle() -> ActionHandler<Int, Cabinet.Drawer.State> {
        marks.withValue { $0.append(mark) }
        return .empty
      }
    }

    let marks: LockIsolated<[Int]>
    let left: Child<Made>

    init() {
      let marks = LockIsolated<[Int]>([])
      self.marks = marks
      left = Child(\.left, Made(marks: marks)).environment { values, _ in
        marks.withValue { $0.append(StoreEnvironment.current.mark) }
        values.mark += 1
      }
    }

    func handle() -> ActionHandler<Cabinet.Action, Cabinet.State> { .empty }
  }

  @Test func anOutputClosureHasTheEnvironmentOfTheParent() async {
    let store = makeStore()
    let child = store.scope(\.left)
    child.send(.report)
    await child.run(.reportLater)
    #expect(store.state.outputs == ["1005", "1005"])
  }

  @Test func theLastModifierWins() {
    let child: Cabinet.Child<Cabinet.Drawer> = Cabinet.Child(
      \.left,
      Cabinet.Drawer(),
      output: .ignored
    )
    let values = {
      (child: ChildDeclaration<Cabinet.State, Cabinet.Action, Cabinet.Drawer>) -> Int in
      child.link.environment(of: Cabinet.Drawer.State(), below: .test, Cabinet.self).mark
    }
    #expect(values(child) == 0)
    #expect(values(child.environment(\.mark, 1).environment(\.mark, 2)) == 2)
    #expect(
      values(
        child.environment(\.mark, 1).environment {
          $0.mark += 2
          _ = $1
        }
      ) == 3
    )
    #expect(child.environment(\.mark, 1).link.declaration !== child.link.declaration)
  }

  @Test func anInheritedEnvironmentIsThatOfTheParent() {
    struct Parent: Feature {
      let left = Child(\.left, Cabinet.Drawer()) { _ in true }
        .environment { values, _ in values = .inherited }
      func handle() -> ActionHandler<Bool, Cabinet.State> { .empty }
    }
    let store = Store(initialState: Cabinet.State(), feature: Parent(), environment: environment)
    #expect(store.scope(\.left).environment.mark == 5)
  }

  @Test func aClockOfAChildIsTheOneThatItsStoreWaitsWith() {
    struct Parent: Feature {
      let left = Child(\.left, Cabinet.Drawer()) { _ in true }
        .environment { values, _ in values.clock = ImmediateClock() }
      func handle() -> ActionHandler<Bool, Cabinet.State> { .empty }
    }
    let store = Store(initialState: Cabinet.State(), feature: Parent(), clock: TestClock())
    #expect(store.scope(\.left).clock is ImmediateClock)
    #expect(store.clock is TestClock)
    let other = makeStore()
    #expect(other.scope(\.left).clock is ContinuousClock)
  }

  @Test func theRecordedStoreNamesItsOwnKeys() throws {
    let log = EventLog()
    defer { log.stop() }
    let store = makeStore()
    store.startRecording()
    let left = store.scope(\.left)
    store.state.rows = ["b": Cabinet.Drawer.State()]
    let row = try #require(store.scope(\.rows, id: "b"))
    var keys: [[String]] = []
    for id in [store.id, left.id, row.id] {
      for event in log.events(of: id) {
        guard case .storeMade(let description) = event.kind else { continue }
        keys.append(description.environmentKeys)
      }
    }
    #expect(keys == [["MarkKey"], ["MarkKey"], []])
  }
}
