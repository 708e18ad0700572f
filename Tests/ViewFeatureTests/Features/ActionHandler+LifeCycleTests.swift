import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// The hooks of one feature and of its children.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ActionHandlerLifeCycleTests {
  private let log = RoomLog()

  private func makeStore() -> Store<LifeHouse> {
    Store(initialState: LifeHouse.State(log), feature: LifeHouse())
  }

  // MARK: The root

  @Test func theRootBeginsOnceBeforeItsFirstAction() {
    let store = makeStore()
    #expect(log.texts.isEmpty)
    store.send(.log("a"))
    store.send(.log("b"))
    #expect(log.texts == ["house begins", "a", "b"])
  }

  @Test func theRootBeginsInTheNextTurn() async {
    let store = makeStore()
    await observationTurn()
    #expect(log.texts == ["house begins"])
    store.send(.log("a"))
    #expect(log.texts == ["house begins", "a"])
  }

  /// A view's body isn't notified of changes that it makes itself.
  @Test func aScopeBeginsNothingInItsTurn() async {
    let store = makeStore()
    _ = store.scope(\.room)
    #expect(log.texts.isEmpty)
    await observationTurn()
    #expect(log.texts == ["house begins"])
  }

  @Test func anActionOfAChildBeginsTheRoot() {
    let state = LifeHouse.State(log)
    state.room = LifeRoom.State("kitchen", log)
    let store = Store(initialState: state, feature: LifeHouse())
    store.scope(\.room)?.send(.log("a"))
    #expect(log.texts == ["house begins", "kitchen begins", "a"])
  }

  @Test func aDiscardedStoreNeitherBeginsNorEnds() async {
    _ = makeStore()
    await observationTurn()
    #expect(log.texts.isEmpty)
  }

  @Test func theRootEndsWhenItIsDeallocated() {
    var store: Store<LifeHouse>? = makeStore()
    store?.send(.open("kitchen"))
    #expect(log.take() == ["house begins", "kitchen begins"])
    store = nil
    #expect(log.texts == ["kitchen ends", "house ends"])
  }

  @Test func theRootEndsOnTheMainActorIfItIsDeallocatedElsewhere() async {
    let holder = Locked<Store<LifeHouse>?>(makeStore())
    holder.withLock { $0 }?.send(.open("kitchen"))
    _ = log.take()
    await Task.detached { holder.withLock { $0 = nil } }.value
    while log.texts.count < 2 { await Task.yield() }
    #expect(log.texts == ["kitchen ends", "house ends"])
  }

  @Test func aFeatureWithoutHooksHasNoLifeCycle() {
    let store = Store(initialState: Counter.State(), feature: Counter())
    #expect(store.life == nil)
  }

  // MARK: Children

  @Test func aChildBeginsAfterTheHandlerAndItsReactionsAndBeforeTheEffects() async {
    let store = makeStore()
    await store.run(.openWithEffect("kitchen"))
    #expect(
      log.texts == ["house begins", "handler", "reaction", "kitchen begins", "effect"]
    )
  }

  @Test func aSuspendedHandlerBeginsChildrenInALaterTurn() async {
    let store = Store(initialState: LifeHouse.State(log), feature: SlowHouse())
    let gate = Gate()
    let sent: SentAction = store.send(.open(gate))
    gate.open()
    await sent.value
    await observationTurn()
    #expect(log.texts == ["kitchen begins"])
  }

  @Test func aReplacedChildEndsBeforeTheNextBegins() {
    let store = makeStore()
    store.send(.open("kitchen"))
    store.send(.open("bath"))
    store.send(.close)
    #expect(
      log.texts == [
        "house begins", "kitchen begins", "kitchen ends", "bath begins", "bath ends",
      ]
    )
  }

  @Test func aChildOfAnotherCaseBeginsAfterTheEndOfTheFirst() {
    let store = Store(initialState: Corridor.State(), feature: Corridor())
    store.send(.left(LifeRoom.State("left", log)))
    store.send(.right(LifeRoom.State("right", log)))
    #expect(log.take() == ["left begins", "left ends", "right begins"])
    store.send(.left(LifeRoom.State("left", log)))
    #expect(log.take() == ["right ends", "left begins"])
  }

  @Test func aChildBeginsAfterTheEndOfOneThatIsDeclaredAfterIt() {
    let store = Store(initialState: LifeHouse.State(log), feature: TwoRooms())
    store.send { [log] in $0.hidden = LifeRoom.State("cellar", log) }
    #expect(log.take() == ["cellar begins"])
    store.send { [log] state in
      state.room = LifeRoom.State("kitchen", log)
      state.hidden = nil
    }
    #expect(log.texts == ["cellar ends", "kitchen begins"])
  }

  struct TwoRooms: Feature {
    typealias Action = @MainActor @Sendable (LifeHouse.State) -> Void

    let room = OptionalChild(\LifeHouse.State.room, LifeRoom(), output: .ignored)
    let hidden = OptionalChild(\LifeHouse.State.hidden, LifeRoom(), output: .ignored)

    func handle() -> ActionHandler<Action, LifeHouse.State> {
      ActionHandler { change, state in
        change(state)
        return .none
      }
    }
  }

  struct Corridor: Feature {
    enum Door: NavigationTarget, Sendable {
      case left(LifeRoom.State)
      case right(LifeRoom.State)
    }

    @MainActor @Observable final class State {
      var door: Door?
    }

    let left = OptionalChild(\.door, case: Door.left, LifeRoom(), output: .ignored)
    let right = OptionalChild(\.door, case: Door.right, LifeRoom(), output: .ignored)

    func handle() -> ActionHandler<Door, State> {
      ActionHandler { door, state in
        state.door = door
        return .none
      }
    }
  }

  @Test func aChildThatComesAndGoesInOneHandlerDoesNotBegin() {
    let store = makeStore()
    store.send(.openAndClose("kitchen"))
    #expect(log.texts == ["house begins"])
  }

  @Test func redrawsStartNothing() {
    let store = makeStore()
    store.send(.open("kitchen"))
    for _ in 0..<3 { _ = store.scope(\.room) }
    #expect(log.texts == ["house begins", "kitchen begins"])
  }

  @Test func theSameObjectBeginsAgainAfterItsEnd() {
    let store = makeStore()
    store.send(.open("kitchen"))
    let room = store.state.room
    store.send(.close)
    store.send(.change { $0.room = room })
    #expect(
      log.texts == ["house begins", "kitchen begins", "kitchen ends", "kitchen begins"]
    )
  }

  @Test func aComputedDeclarationBeginsInTheTurnAfterItsScope() async {
    let store = makeStore()
    store.send(.change { [log] in $0.hidden = LifeRoom.State("cellar", log) })
    _ = store.scope(\.hidden)
    _ = store.scope(\.hidden)
    #expect(log.texts == ["house begins"])
    await observationTurn()
    #expect(log.texts == ["house begins", "cellar begins"])
    store.send(.change { $0.hidden = nil })
    #expect(log.texts.last == "cellar ends")
  }

  @Test func aComputedDeclarationBeginsBeforeItsFirstAction() {
    let store = makeStore()
    store.send(.change { [log] in $0.hidden = LifeRoom.State("cellar", log) })
    store.scope(\.hidden)?.send(.log("a"))
    #expect(log.texts == ["house begins", "cellar begins", "a"])
  }

  @Test func aStateThatIsNotObservableBeginsChildrenAfterTheAction() {
    let store = Store(initialState: PlainHouse.State(log), feature: PlainHouse())
    store.send(.open("kitchen"))
    store.send(.close)
    #expect(log.texts == ["kitchen begins", "kitchen ends"])
  }

  @Test func aWrapperHasTheHooksOfItsBase() {
    struct Wrapper: Feature {
      let base = LifeRoom()
      func handle() -> ActionHandler<LifeRoom.Action, LifeRoom.State> {
        base.handle().onStart { state in
          state.log.append("wrapper begins")
          return .none
        }
      }
    }
    let store = Store(initialState: LifeRoom.State("kitchen", log), feature: Wrapper())
    store.send(.log("a"))
    #expect(log.texts == ["kitchen begins", "wrapper begins", "a"])
  }

  // MARK: Effects of `onStart`

  @Test func theEffectEndsWithTheChild() async {
    let store = makeStore()
    store.send(.open("kitchen"))
    let room = store.scope(\.room)
    while room?.state.isRunning != true { await Task.yield() }
    #if DEBUG
    // Other builds list no effects.
    #expect(room?.effects.count == 1)
    #expect(room?.effects.first?.action == nil)
    #expect(room?.effects.first?.description.contains("of onStart, added at") == true)
    #endif
    let state = room?.state
    store.send(.close)
    while state?.isRunning == true { await Task.yield() }
    // The end came before the cancellation.
    #expect(state?.wasRunningAtEnd == true)
  }

  @Test func effectsAreCancelledAfterTheEnd() async {
    struct Working: Feature {
      let log: LockIsolated<[String]>

      func handle() -> ActionHandler<Never, LifeRoom.State> {
        .empty
          .onStart { [log] _ in
            .run { _ in
              log.withValue { $0.append("begins") }
              await withTaskCancellationHandler {
                for await _ in AsyncStream<Never>.makeStream().stream {}
              } onCancel: {
                log.withValue { $0.append("cancelled") }
              }
            }
          }
          .onEnd { [log] _ in log.withValue { $0.append("ends") } }
      }
    }

    struct House: Feature {
      let room: OptionalChild<Working>

      func handle() -> ActionHandler<LifeRoom.State?, LifeHouse.State> {
        ActionHandler { room, state in
          state.room = room
          return .none
        }
      }
    }

    let texts = LockIsolated<[String]>([])
    let store = Store(
      initialState: LifeHouse.State(log),
      feature: House(room: House.OptionalChild(\.room, Working(log: texts)))
    )
    store.send(LifeRoom.State("kitchen", log))
    while texts.value.isEmpty { await Task.yield() }
    store.send(nil)
    #expect(texts.value == ["begins", "ends", "cancelled"])
  }

  @Test func theEffectDoesNotBelongToTheActionThatBringsTheChild() async {
    let store = makeStore()
    await store.run(.open("kitchen"))
    while store.state.room?.isRunning != true { await Task.yield() }
  }

  /// The child begins with the action that the effect sends, which is dropped.
  @Test func aChildOfACancelledEffectSendsItsOutput() async {
    let store = makeStore()
    let gate = Gate()
    let sent: SentAction = store.send(.openStubbornly("sender", gate))
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await sent.value
    await observationTurn()
    #expect(
      log.texts == ["house begins", "sender begins", "house hears sender", "sent by start"]
    )
  }

  @Test func anEffectOfTheParentThatBringsAChildCanBeCancelled() async {
    let store = makeStore()
    let sent: SentAction = store.send(.openLater("kitchen"))
    await sent.value
    sent.cancel()
    while store.state.room?.isRunning != true { await Task.yield() }
    #expect(log.texts == ["house begins", "kitchen begins"])
  }

  @Test func itsErrorGoesToOnError() async {
    let store = makeStore()
    store.send(.open("broken"))
    while log.texts.count < 3 { await Task.yield() }
    #expect(log.texts == ["house begins", "broken begins", "error of broken"])
  }

  @Test func itsActionsAndOutputsAreHandledAtOnce() {
    let store = makeStore()
    store.send(.open("sender"))
    #expect(
      log.texts == ["house begins", "sender begins", "sent by start", "house hears sender"]
    )
  }

  @Test func reactionsFollowItsChanges() {
    let store = makeStore()
    store.send(.open("counting"))
    #expect(store.state.room?.seen == [1])
  }

  @Test func actionsThatOnEndSendsAreDropped() {
    let store = makeStore()
    store.send(.open("kitchen"))
    let room = store.scope(\.room)
    room?.state.onEnd = { room?.send(.log("sent by end")) }
    store.send(.close)
    #expect(log.texts == ["house begins", "kitchen begins", "kitchen ends"])
  }

  @Test func hooksHaveTheEnvironmentOfTheirStore() {
    let environment = StoreEnvironment.live.changing { $0.mark = 7 }
    let store = Store(
      initialState: LifeRoom.State("marked", log),
      feature: LifeRoom(),
      environment: environment
    )
    store.send(.log("a"))
    #expect(log.texts == ["marked begins", "mark 7", "a"])
  }

  // MARK: Presentation

  private func runs(_ state: LifeRoom.State) async -> Int {
    for _ in 0..<5 {
      await observationTurn()
      await Task.yield()
    }
    return state.presentedCount
  }

  private func makeRoom() -> Store<LifeRoom> {
    Store(initialState: LifeRoom.State("kitchen", log), feature: LifeRoom())
  }

  @Test func theFirstObserverStartsTheWorkAndTheLastOneEndsIt() async {
    let store = makeRoom()
    let (first, second) = (Task { await store.presented() }, Task { await store.presented() })
    #expect(await runs(store.state) == 1)
    #expect(store.state.isPresented)
    first.cancel()
    #expect(await runs(store.state) == 1)
    #expect(store.state.isPresented)
    second.cancel()
    await eventually { !store.state.isPresented }
    #expect(await runs(store.state) == 1)
    store.addObserver()
    #expect(await runs(store.state) == 2)
    #expect(store.state.isPresented)
  }

  @Test func aReplacedObserverInOneTurnRestartsNothing() async {
    let store = makeRoom()
    store.addObserver()
    #expect(await runs(store.state) == 1)
    store.removeObserver()
    store.addObserver()
    #expect(await runs(store.state) == 1)
    #expect(store.state.isPresented)
    let room = makeRoom()
    room.addObserver()
    room.removeObserver()
    #expect(await runs(room.state) == 0)
  }

  @Test func theWorkEndsWithTheChild() async {
    let store = makeStore()
    store.send(.open("kitchen"))
    guard let room = store.scope(\.room) else { return #expect(Bool(false)) }
    room.addObserver()
    #expect(await runs(room.state) == 1)
    store.send(.close)
    await eventually { !room.state.isPresented }
    room.removeObserver()
    room.addObserver()
    #expect(await runs(room.state) == 1)
  }

  @Test func workThatEndsStartsWithTheNextFirstObserver() async {
    let store = makeRoom()
    store.state.isBrief = true
    store.addObserver()
    #expect(await runs(store.state) == 1)
    store.addObserver()
    #expect(await runs(store.state) == 1)
    store.removeObserver()
    store.removeObserver()
    _ = await runs(store.state)
    store.addObserver()
    #expect(await runs(store.state) == 2)
  }

  @Test func theWorkWaitsForASuspendedHandler() async {
    let store = Store(initialState: LifeHouse.State(log), feature: SlowHouse())
    let gate = Gate()
    let sent: SentAction = store.send(.open(gate))
    store.addObserver()
    await observationTurn()
    await observationTurn()
    #expect(store.state.openings == 0)
    gate.open()
    await sent.value
    while store.state.openings == 0 { await Task.yield() }
    #expect(store.state.openings == 1)
    store.removeObserver()
    while store.state.openings == 1 { await Task.yield() }
  }

  @Test func workThatStillWaitsIsDroppedWithTheLastObserver() async {
    let store = Store(initialState: LifeHouse.State(log), feature: SlowHouse())
    let gate = Gate()
    let sent: SentAction = store.send(.open(gate))
    store.addObserver()
    await observationTurn()
    store.removeObserver()
    await observationTurn()
    gate.open()
    await sent.value
    await store.run(.log("later"))
    #expect(store.state.openings == 0)
  }

  @Test func observersOfAHeldStoreCountAtItsRelease() async {
    let store = makeRoom()
    store.send(.log("a"))
    store.hold(.isTravelling)
    store.addObserver()
    #expect(await runs(store.state) == 0)
    store.release(keepsShown: false)
    #expect(await runs(store.state) == 1)
  }

  @Test func aPresenceMovesToAnotherStoreAndEndsWithItsOwner() async {
    let (first, second) = (makeRoom(), makeRoom())
    var presence: StorePresence? = StorePresence()
    presence.map { first.present($0) }
    #expect(presence?.isPresenting == true)
    #expect(await runs(first.state) == 1)
    presence.map { second.present($0) }
    await eventually { !first.state.isPresented }
    #expect(await runs(first.state) == 1)
    #expect(await runs(second.state) == 1)
    #expect(second.state.isPresented)
    presence?.endPresentation()
    #expect(presence?.isPresenting == false)
    await eventually { !second.state.isPresented }
    presence.map { second.present($0) }
    #expect(await runs(second.state) == 2)
    presence = nil
    await eventually { !second.state.isPresented }
  }

  /// A parent of two rooms that sends an action to the second one when it begins.
  struct Pair: Feature {
    @MainActor @Observable final class State {
      let first: LifeRoom.State
      let second: LifeRoom.State

      init(_ log: RoomLog) {
        first = LifeRoom.State("first", log)
        second = LifeRoom.State("second", log)
      }
    }

    enum Action: Sendable { case go }

    let first = Child(\State.first, LifeRoom(), output: .ignored)
    let second = Child(\State.second, LifeRoom(), output: .ignored)

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
        .onStart { _ in send(.log("sent"), to: \.second) }
    }
  }

  @Test func existingChildrenBeginBeforeTheEffectsOfTheParent() async {
    let log = RoomLog()
    let store = Store(initialState: Pair.State(log), feature: Pair())
    store.send(.go)
    #expect(log.texts == ["first begins", "second begins", "sent"])
  }

  @Test func aStoreOfAnotherTreeBeginsWhenTheDelayEnds() async {
    let log = RoomLog()
    let store = Store(initialState: LifeHouse.State(log), feature: LifeHouse())
    store.send(.log("a"))
    LifeCycleTurn.delay { store.send(.open("kitchen")) }
    #expect(log.texts == ["house begins", "a"])
    LifeCycleTurn.runWaiting()
    #expect(log.texts == ["house begins", "a", "kitchen begins"])
  }
}
