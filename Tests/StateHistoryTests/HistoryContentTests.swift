import Observation
import ScreenStateKit
import StateCore
import StateHistory
import StateQueries
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Effects and actions that only provide content, which an undo leaves running.
@MainActor
@Suite(.needsVirtualTime, .simulated, .timeLimit(.minutes(20)))
struct HistoryContentTests {
  private let cache: QueryCache
  private let environment: StoreEnvironment

  init() {
    let cache = QueryCache(environment: .controlled())
    self.cache = cache
    environment = StoreEnvironment.controlled().changing { $0.queries = cache }
  }

  @Test(arguments: [OrdersFeature.Form.plain, .merged, .delayed, .retried])
  fileprivate func anUndoLeavesAFollowRunning(form: OrdersFeature.Form) async {
    let gate = Gate()
    let store = Store(
      initialState: Orders(),
      feature: OrdersFeature(form: form, gate: gate),
      clock: ImmediateClock(),
      environment: environment
    )
    let history = History(of: store, \.selected)
    await show(history, store.state) { store.send(.open($0)) }
    #expect(gate.wasCancelled == (form == .merged))
    store.send(.open(3))
    await settle()
    cache.set("three", for: OrderQuery(id: 3))
    await settle()
    #expect(store.state.order.value == "three")
    store.cancelAllTasks()
    gate.open()
    await settle()
    #expect(store.runningTaskCount == 0)
  }

  @Test func anUndoLeavesAnActionThatFollowsRunning() async {
    let state = OrdersScreen()
    let store = OrdersStore(environment)
    await store.bind(to: state)
    let history = History(of: store, state: state, \.selected)
    await show(history, state) { store.send(.open($0)) }
    store.binding.cancelAll()
    await settle()
  }

  /// Opens two orders, undoes the second, and changes the content of that.
  private func show(
    _ history: History,
    _ state: any ShownOrder,
    _ open: (Int) -> Void
  ) async {
    for id in 1...2 {
      history.separate()
      open(id)
      await settle()
      cache.set("first", for: OrderQuery(id: id))
      await settle()
      #expect(state.order.value == "first")
    }
    #expect(history.undo())
    await settle()
    #expect(state.selected == 1)
    cache.set("second", for: OrderQuery(id: 2))
    await settle()
    #expect(state.order.value == "second")
  }
}

private struct OrderQuery: ResourceQuery {
  let id: Int

  func load(in context: QueryContext) async throws -> String { "loaded" }
}

@MainActor
private protocol ShownOrder {
  var selected: Int { get }
  var order: Resource<String> { get }
}

@Observable @MainActor
private final class Orders: SnapshotState, ResourceState, ShownOrder {
  var selected = 0
  var order = Resource<String>()

  static let snapshotFields = SnapshotFields<Orders> {
    SnapshotField("selected", \.selected)
    SnapshotField("order", \.order)
  }
}

private struct OrdersFeature: Feature {
  enum Action: Sendable { case open(Int) }
  enum Form: Sendable { case plain, merged, delayed, retried }

  let form: Form
  let gate: Gate

  func handle() -> ActionHandler<Action, Orders> {
    ActionHandler { action, state in
      guard case .open(let id) = action else { return .none }
      state.selected = id
      let follow = ActionTask<Action, Orders>
        .follow(OrderQuery(id: id), into: \.order, id: "order")
      switch form {
      case .plain: return follow
      case .merged:
        if id != 2 { return follow }
        return .merge([follow, .run { [gate] _ in try await gate.pass() }])
      case .delayed: return follow.delay(for: .seconds(1))
      case .retried: return follow.retry(.immediate())
      }
    }
  }
}

@Observable @MainActor
private final class OrdersScreen: ScreenState, SnapshotState, ShownOrder {
  var selected = 0
  var order = Resource<String>()

  static let snapshotFields = SnapshotFields<OrdersScreen> {
    SnapshotField("selected", \.selected)
    SnapshotField("order", \.order)
  }
}

private actor OrdersStore: ScreenStore {
  enum Action: ActionLockable, ExecutionPolicyProviding, Hashable {
    case open(Int)

    var lockKey: AnyHashable { 0 }
    var executionPolicy: ExecutionPolicy { .restart }
  }

  nonisolated let binding: ScreenBinding<OrdersScreen>

  init(_ environment: StoreEnvironment) {
    binding = ScreenBinding(environment: environment)
  }

  func perform(_ action: Action) async throws {
    guard case .open(let id) = action else { return }
    try await updateState { $0.selected = id }
    try await follow(\.order, OrderQuery(id: id))
  }
}
