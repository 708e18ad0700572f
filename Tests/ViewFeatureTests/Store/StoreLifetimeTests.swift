import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// A store that is released with work in flight is deallocated immediately, and ends that work.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreLifetimeTests {
  // 6.2.5
  @Test func storeWithARunningEffectIsGoneAtOnce() async throws {
    let gate = Gate()
    var store: Store<Script>? = Script.store()
    weak let weakStore = store
    let sent = store?.send(.run { _ in await gate.passStubbornly() })
    await gate.waitUntilStarted()
    store = nil
    try #require(weakStore == nil)
    try #require(gate.wasCancelled)
    gate.open()
    await sent?.value
  }

  // 6.2.5
  @Test func taskOfSendDoesNotHoldTheStore() async throws {
    let gate = Gate()
    var store: Store<Script>? = Script.store()
    weak let weakStore = store
    let task: Task<Void, Never>? = store?.send(.run { _ in try await gate.pass() })
    await gate.waitUntilStarted()
    store = nil
    try #require(weakStore == nil)
    await task?.value
    #expect(gate.wasCancelled)
  }

  @Test func storeIsGoneWhileAWaiterWaits() async throws {
    let gate = Gate()
    var store: Store<Script>? = Script.store()
    weak let weakStore = store
    let sent = store?.send(.run { _ in try await gate.pass() })
    let waiter = Task { await sent?.value }
    await gate.waitUntilStarted()
    store = nil
    try #require(weakStore == nil)
    await waiter.value
  }

  @Test func storeWithASuspendedHandlerIsGoneAtOnce() async throws {
    let gate = Gate()
    var store: Store<AsyncScript>? = AsyncScript.store()
    weak let weakStore = store
    let sent = store?.send(.wait("a", at: gate))
    await gate.waitUntilStarted()
    store = nil
    try #require(weakStore == nil)
    try #require(gate.wasCancelled)
    await sent?.value
  }

  @Test func queuedActionsEndUnhandled() async {
    let gate = Gate()
    var store: Store<AsyncScript>? = AsyncScript.store()
    let state = store?.state
    store?.send(
      AsyncScriptAction { _ in
        await gate.passStubbornly()
        return .none
      }
    )
    await gate.waitUntilStarted()
    let queued = store?.send(.log("queued"))
    store = nil
    await queued?.value
    #expect(queued?.isCancelled == true)
    #expect(state?.log == [])
    gate.open()
  }

  @Test func effectOfAHandlerThatOutlivesTheStoreIsNotStarted() async {
    let gate = Gate()
    var store: Store<AsyncScript>? = AsyncScript.store()
    let state = store?.state
    let sent = store?.send(
      AsyncScriptAction { _ in
        await gate.passStubbornly()
        return .run { $0.log.append("effect") }
      }
    )
    await gate.waitUntilStarted()
    store = nil
    gate.open()
    await sent?.value
    #expect(state?.log == [])
  }

  @Test func everyPartOfACompositionIsCancelled() async {
    let gates = (0..<4).map { _ in Gate() }
    let leaves = gates.map { gate in Script.Effect.run { _ in try await gate.pass() } }
    var store: Store<Script>? = Script.store()
    let sent = store?.send(
      .effect(
        "composed",
        .merge(leaves[0], .concatenate(leaves[1], leaves[3]), leaves[2].cancellable(id: "id"))
      )
    )
    for gate in gates.prefix(3) { await gate.waitUntilStarted() }
    store = nil
    await sent?.value
    #expect(gates.map(\.wasCancelled) == [true, true, true, false])
    #expect(!gates[3].hasStarted)
  }

  @Test func effectsOfSentActionsAreCancelled() async throws {
    let gate = Gate()
    var store: Store<Script>? = Script.store()
    let sent = store?.send(
      .run { _ in
        await Script.proxy.send(.run { _ in try await gate.pass() })
      }
    )
    await gate.waitUntilStarted()
    store = nil
    try #require(gate.wasCancelled)
    await sent?.value
  }

  @Test func effectThatSendsToAStoreThatIsGoneDoesNothing() async {
    let gate = Gate()
    let ended = Signal()
    var store: Store<Script>? = Script.store()
    let state = store?.state
    store?.send(
      .run { _ in
        await gate.passStubbornly()
        await Script.proxy.send(.log("too late"))
        ended.fire()
      }
    )
    await gate.waitUntilStarted()
    store = nil
    gate.open()
    await ended.wait()
    #expect(state?.log == [])
  }

  @Test func storeCancelsOnlyItsOwnEffects() async throws {
    let manager = TaskManager()
    let gates = [Gate(), Gate()]
    var first: Store<Script>? = Script.store(taskManager: manager)
    let second = Script.store(taskManager: manager)
    first?.send(.run { _ in try await gates[0].pass() })
    let sent = second.send(.run { _ in try await gates[1].pass() })
    for gate in gates { await gate.waitUntilStarted() }
    first = nil
    try #require(gates.map(\.wasCancelled) == [true, false])
    #expect(second.runningTaskCount == 1)
    gates[1].open()
    await sent.value
  }

  @Test func storeThatDidNothingIsGone() {
    weak var weakStore: Store<Script>?
    do {
      let store = Script.store()
      store.send(.log("a"))
      weakStore = store
    }
    #expect(weakStore == nil)
  }

  @Test(.needsRuntimeHooks, .simulated(seeds: 0..<20))
  func stateIsRemovedWithTheStoreAndItsEffects()
    async
  {
    weak var state: ScriptState?
    do {
      let store = Script.store()
      state = store.state
      await store.send(.merge()).value
      await store.send(.run { $0.count += 1 }).value
    }
    await settle()
    #expect(state == nil)
  }

  /// The effect of the action.
  static let effects: [@MainActor @Sendable () -> Script.Effect] = [
    { .run { $0.count += 1 } },
    { .run(id: "id") { $0.count += 1 } },
    { .run { state, send in send(.run { $0.count += 1 }) } },
    { .merge(.run { $0.count += 1 }, .run(id: "id") { $0.count += 1 }) },
    { .concatenate(.run { $0.count += 1 }, .run(id: "id") { $0.count += 1 }) },
    {
      .run {
        1
      } apply: {
        $1.count = $0
      }
    },
    { .run { $0.count += 1 }.queued(id: "q") },
    { .run { $0.count += 1 }.retry(.immediate()) },
    { .run { $0.count += 1 }.timeout(.seconds(1)) },
    { .run { _ in throw TestError() }.catch { $1.count += 1 } },
  ]

  /// There is no grace period after the end of the awaited work.
  @Test(arguments: 0..<10, [true, false])
  func nothingHoldsTheStoreOrItsStateBehindAWait(effect: Int, isAway: Bool) async {
    for _ in 0..<20 {
      weak var store: Store<Script>?
      weak var state: ScriptState?
      do {
        let made = Script.store(clock: TestClock())
        (store, state) = (made, made.state)
        let sent: SentAction = made.send(.effect("effect", Self.effects[effect]()))
        if isAway { await Self.waitAway(for: sent) } else { await sent.value }
      }
      #expect(store == nil)
      #expect(state == nil)
    }
  }

  @Test(arguments: [true, false])
  func nothingHoldsTheStoreBehindASuspendingHandler(isAway: Bool) async {
    for _ in 0..<20 {
      weak var store: Store<AsyncScript>?
      weak var state: ScriptState?
      do {
        let made = AsyncScript.store()
        (store, state) = (made, made.state)
        let sent: SentAction = made.send(
          AsyncScriptAction { state in
            await Task.yield()
            state.count += 1
            return .run { $0.count += 1 }
          }
        )
        if isAway { await Self.waitAway(for: sent) } else { await sent.value }
      }
      #expect(store == nil)
      #expect(state == nil)
    }
  }

  /// Waits on another thread, in parallel to the main actor.
  @concurrent
  private static func waitAway(for sent: SentAction) async {
    await sent.value
  }

  @Test func storeMayBeReleasedInAnEffectOfAnotherStore() async {
    let box = LockIsolated<Store<Script>?>(Script.store())
    weak let weakStore = box.value
    let other = Script.store()
    await other.send(.run { _ in box.setValue(nil) }).value
    #expect(weakStore == nil)
  }

  @Test func storeMayBeReleasedOffTheMainActor() async {
    let gate = Gate()
    let box = LockIsolated<Store<Script>?>(Script.store())
    let sent = box.value?.send(.run { _ in try await gate.pass() })
    await gate.waitUntilStarted()
    await Task.detached { box.setValue(nil) }.value
    await sent?.value
    #expect(gate.wasCancelled)
  }
}

extension ScriptAction {
  fileprivate static func merge() -> ScriptAction {
    .effect("merge", .merge(.run { $0.count += 1 }, .run { $0.count += 1 }))
  }
}
