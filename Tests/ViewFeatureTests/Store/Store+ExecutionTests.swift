import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// A feature with a child, locks, loading, reactions, and effects of all kinds.
private struct Shop: Feature {
  @MainActor @Observable final class State: ScreenState {
    var count = 0
    var total = 0
    var notes: [String] = []
    let cart = Cart.State()
    var rows: [Cart.State] = []
  }

  enum Action: Sendable, LoadingTrackable, ActionLockable {
    case add
    case work
    case output(Int)
    case tell
    case nested
    case suspend
    case fail
    case row(Int)

    var canTrackLoading: Bool { true }
    var lockKey: AnyHashable {
      if case .work = self { AnyHashable("work") } else { AnyHashable(UUID()) }
    }
  }

  struct Cart: OutputFeature {
    @MainActor @Observable final class State: Identifiable {
      let id: Int
      var items = 0

      init(id: Int = 0) {
        self.id = id
      }
    }

    enum Action: Sendable {
      case fill
    }

    typealias Output = Int

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, state in
        state.items += 1
        return output(state.items)
      }
    }
  }

  struct Failure: Error {}

  let cart: Child<Cart>
  let rows: ChildCollection<Cart, Int>
  let gate: Gate

  @MainActor
  init(gate: Gate = Gate()) {
    self.gate = gate
    cart = Child(\.cart, Cart(), output: Action.output)
    rows = ChildCollection(\.rows, Cart(), output: { id, _ in .row(id) })
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .add: state.count += 1
      case .work:
        state.count += 10
        return .merge(
          .run(id: "work") { $0.notes.append("run") },
          .run { state, send in
            state.notes.append("send")
            send(.add)
          },
          .concatenate(.send(.add), .run { $0.notes.append("second") }),
          Effect.send(.add).delay(for: .milliseconds(1)),
          Effect.send(.add).debounce(id: "d", for: .milliseconds(1))
        )
      case .output(let items): state.notes.append("output \(items)")
      case .tell: return send(.fill, to: \.cart)
      case .nested:
        state.count += 100
        return .merge(.send(.add), .merge(.send(.add)))
      case .suspend:
        break
      case .fail: throw Failure()
      case .row(let id): state.notes.append("row \(id)")
      }
      return .none
    }
    .onChange(of: \.count) { _, new, state in state.total = new }
    .onError { _, state in state.notes.append("failed") }
  }
}

/// Refuses the listed actions.
@MainActor
private final class Refusals {
  var listed: [String] = []
  private(set) var asked: [String] = []

  func refusal(of action: any Sendable, in store: StoreID) -> DropReason? {
    asked.append("\(action)")
    return listed.contains("\(action)") ? .isLocked : nil
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreExecutionTests {
  private let refusals = Refusals()

  private func makeStore(_ state: Shop.State = Shop.State()) -> Store<Shop> {
    Store(
      initialState: state,
      feature: Shop(),
      environment: .live,
      execution: .handlers(refusal: refusals.refusal, runsHooks: { true })
    )
  }

  @Test func handlersReactionsAndErrorsWork() throws {
    let store = makeStore()
    _ = try #require(store.send(any: Shop.Action.add))
    store.send(.fail)
    #expect(store.state.count == 1)
    #expect(store.state.total == 1)
    #expect(store.state.notes == ["failed"])
    #expect(store.send(any: "another type") == nil)
  }

  @Test func noEffectStarts() async {
    let store = makeStore()
    let sent: SentAction = store.send(.work)
    await sent.value
    // Actions that the handler sends immediately are sent.
    #expect(store.state.count == 11)
    #expect(store.state.notes.isEmpty)
    #expect(store.runningTaskCount == 0)
    #expect(!store.isTaskRunning(id: "work"))
  }

  @Test func noLockDropsAndNoLoadingIsShown() {
    let store = makeStore()
    store.send(.work)
    store.send(.work)
    #expect(store.state.count == 22)
    #expect(!store.state.isLoading)
  }

  @Test func actionsAndOutputsThatTakeNoTimeAreSent() {
    let store = makeStore()
    store.send(.nested)
    #expect(store.state.count == 102)
    store.send(.tell)
    #expect(store.state.cart.items == 1)
    #expect(store.state.notes == ["output 1"])
  }

  @Test func eachActionCanBeRefused() {
    let store = makeStore()
    refusals.listed = ["add"]
    store.send(.nested)
    #expect(store.state.count == 100)
    #expect(refusals.asked == ["nested", "add", "add"])
    store.send(.tell)
    #expect(refusals.asked.suffix(3) == ["tell", "fill", "output(1)"])
  }

  @Test func theStoreOfAChildIsFoundByItsState() throws {
    let store = makeStore()
    let row = Shop.Cart.State(id: 4)
    store.state.rows = [Shop.Cart.State(id: 3), row]
    let found = try #require(store.childStore(with: row))
    // Outside the macro, because it crashes Swift 6.3.
    let isSame =
      found.liveState === row && store.childStore(with: row) === found
      && found === store.scope(\.rows, id: 4)
    #expect(isSame)
    _ = found.send(any: Shop.Cart.Action.fill)
    #expect(store.state.notes == ["row 4"])
    let isCart = store.childStore(with: store.state.cart) === store.scope(\.cart)
    #expect(isCart)
    store.state.rows = []
    let isGone = store.childStore(with: row) == nil
    #expect(isGone)
  }

  @Test func aChildOfAFeatureThatIsPartOfAnotherOneIsFound() throws {
    struct Wrapped: Feature {
      let base: Shop

      func handle() -> ActionHandler<Shop.Action, Shop.State> { base.handle() }
    }
    let store = Store(
      initialState: Shop.State(),
      feature: Wrapped(base: Shop()),
      environment: .live,
      execution: .handlers(refusal: refusals.refusal, runsHooks: { true })
    )
    let cart = try #require(store.childStore(with: store.state.cart))
    _ = cart.send(any: Shop.Cart.Action.fill)
    #expect(store.state.cart.items == 1)
  }

  @Test func reactionsToWritesRunAtOnce() {
    let store = makeStore()
    store.state.count = 3
    store.reactToWrites()
    #expect(store.state.total == 3)
  }

  @Test func anOutputOfTheRootIsDropped() {
    struct Talking: OutputFeature {
      typealias Output = Int

      func handle() -> ActionHandler<Int, Shop.State> {
        ActionHandler { action, _ in output(action) }
      }
    }
    let store = Store(
      initialState: Shop.State(),
      feature: Talking(),
      environment: .live,
      execution: .handlers(refusal: refusals.refusal, runsHooks: { true })
    )
    store.send(1)
  }
}
