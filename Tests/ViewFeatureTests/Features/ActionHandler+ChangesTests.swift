import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ActionHandlerChangesTests {
  private typealias Handler = ActionHandler<QuickForm.Action, FormState>

  private func makeStore(
    _ state: FormState = FormState(),
    _ configure: @escaping @MainActor (Handler) -> Handler
  ) -> Store<QuickForm> {
    let store = Store(initialState: state, feature: QuickForm(configure: configure))
    store.listEffects()
    return store
  }

  private func makeSlowStore(
    _ configure: @escaping @MainActor (FormHandler) -> FormHandler
  ) -> Store<Form> {
    Store(initialState: FormState(), feature: Form(configure: configure))
  }

  // MARK: Actions

  @Test func itRunsOncePerHandlerThatHasChangedTheValue() {
    let store = makeStore { $0.noting("first", \.first) }
    store.send(.set([(.first, 1), (.first, 2)]))
    #expect(store.state.seen == ["first 0 2"])
    store.send(.set([(.first, 5), (.first, 2)]))
    store.send(.set([(.second, 1)]))
    #expect(store.state.seen == ["first 0 2"])
  }

  @Test func itSeesComputedValues() {
    let store = makeStore { $0.noting("sum", \.sum) }
    store.send(.set([(.first, 1), (.second, -1)]))
    #expect(store.state.seen.isEmpty)
    store.send(.set([(.second, 2)]))
    #expect(store.state.seen == ["sum 0 3"])
  }

  @Test func severalRunInTheOrderOfTheirAddition() {
    let store = makeStore {
      $0.noting("b", \.second).noting("a1", \.first).noting("a2", \.first)
    }
    store.send(.set([(.first, 1), (.second, 2)]))
    #expect(store.state.seen == ["b 0 2", "a1 0 1", "a2 0 1"])
  }

  @Test func itTriggersOthers() {
    let store = makeStore {
      $0.noting("second", \.second)
        .onChange(of: \.first) { _, new, state in state.second = new * 10 }
        .onChange(of: \.second) { _, new, state in state.third = new * 10 }
        .noting("third", \.third)
    }
    store.send(.set([(.first, 1)]))
    #expect(store.state.third == 100)
    #expect(store.state.seen == ["third 0 100", "second 0 10"])
  }

  @Test func itMayCorrectItsOwnValue() {
    let store = makeStore {
      $0.onChange(of: \.first) { _, new, state in state.first = min(new, 10) }
        .noting("first", \.first)
    }
    store.send(.set([(.first, 12)]))
    #expect(store.state.first == 10)
    #expect(store.state.seen == ["first 0 10"])
  }

  @Test func aValueThatIsNotEqualToItselfDoesNotChangeForEver() {
    let state = FormState()
    state.ratio = .nan
    let store = makeStore(state) { $0.noting("ratio", \.ratio) }
    store.send(.set([(.first, 1)]))
    #expect(store.state.seen.isEmpty)
    store.state.ratio = 1
    store.send(.set([]))
    #expect(store.state.seen == ["ratio nan 1.0"])
  }

  @Test func aCycleIsStoppedAndReportedWithItsFields() {
    let store = makeStore {
      $0.onChange(of: \.first) { _, new, state in state.second = new + 1 }
        .onChange(of: \.second) { _, new, state in state.first = new + 1 }
        .noting("third", \.third)
    }
    withKnownIssue {
      store.send(.set([(.first, 1), (.third, 1)]))
    } matching: { issue in
      "\(issue)".contains("never end") && "\(issue)".contains("again: `first`, `second`.")
    }
    #expect(store.state.seen == ["third 0 1"])
    // The store continues.
    store.send(.set([(.third, 2)]))
    #expect(store.state.seen == ["third 0 1", "third 1 2"])
  }

  // MARK: Effects

  @Test func itsEffectIsPartOfTheAction() async {
    let gate = Gate()
    let store = makeStore {
      $0.onChange(of: \.first) { _, _, _ in
        .run(id: "load") { state in
          try await gate.pass()
          state.third = 7
        }
      }
    }
    let sent: SentAction = store.send(.set([(.first, 1)]))
    #expect(store.isTaskRunning(id: "load"))
    #expect(store.effects.first?.id as? String == "load")
    gate.open()
    await sent.value
    #expect(store.state.third == 7)
    #expect(store.runningTaskCount == 0)
  }

  @Test func aCancelOfTheActionReachesIt() async {
    let gate = Gate()
    let store = makeStore {
      $0.onChange(of: \.first) { _, _, _ in
        .run { state in
          try await gate.pass()
          state.third = 7
        }
      }
    }
    let sent: SentAction = store.send(.set([(.first, 1)]))
    await gate.waitUntilStarted()
    sent.cancel()
    await sent.value
    #expect(sent.isCancelled)
    #expect(gate.wasCancelled)
    #expect(store.state.third == 0)
  }

  @Test func itRunsBeforeTheEffectsOfTheActionStart() async {
    let store = makeStore {
      $0.onChange(of: \.second) { _, _, state in
        state.seen.append("reaction")
        return .run { $0.seen.append("its effect") }
      }
    }
    await store.send(
      .effect { .merge(.run { $0.second = 1 }, .send(.set([(.second, 2)]))) }
    )
    .value
    #expect(store.state.seen.first == "reaction")
    #expect(store.state.seen.count == 4)
  }

  @Test func aSentActionIsHandledBeforeSendReturns() {
    let store = makeStore {
      $0.onChange(of: \.first) { _, new, _ in .send(.set([(.third, new)])) }
        .noting("third", \.third)
    }
    store.send(.set([(.first, 4)]))
    #expect(store.state.seen == ["third 0 4"])
  }

  @Test func transformsApplyToItsEffects() async {
    let failures = LockIsolated(0)
    let store = makeStore {
      $0.transform { task in task.catch { _, _ in failures.withValue { $0 += 1 } } }
        .onChange(of: \.first) { _, _, _ in .run { _ in throw TestError("effect") } }
    }
    await store.send(.set([(.first, 1)])).value
    #expect(failures.value == 1)
    store.binding(\.first).set(2)
    await store.send(.set([])).value
    while store.runningTaskCount > 0 { await Task.yield() }
    #expect(failures.value == 2)
  }

  // MARK: Other steps of an action

  @Test func itRunsBehindAHandlerThatFails() {
    let store = makeStore { $0.onError { _, state in state.second = 9 }.noting("sum", \.sum) }
    store.send(.fail)
    #expect(store.state.seen == ["sum 0 10"])
  }

  @Test func anActionThatMiddlewareVetoesHasNoReaction() {
    let middleware = SynchronousRecordingMiddleware(failing: [.before], log: LockIsolated([]))
    let store = makeStore { $0.use(middleware).onError { _, _ in }.noting("first", \.first) }
    store.send(.set([(.first, 1)]))
    #expect(store.state.seen.isEmpty)
    #expect(store.state.first == 0)
  }

  @Test func middlewareBehindTheHandlerSeesItsChanges() {
    let log = LockIsolated<[String]>([])
    let store = makeStore {
      $0.use(StateMiddleware { log.setValue($0.seen) }).noting("first", \.first)
    }
    store.send(.set([(.first, 1)]))
    #expect(log.value == ["first 0 1"])
  }

  @Test func changesOfMiddlewareCountToo() {
    let store = makeStore {
      $0.use(StateMiddleware { $0.second = 3 }).noting("first", \.first).noting("second", \.second)
    }
    store.send(.set([(.first, 1)]))
    #expect(store.state.seen == ["first 0 1", "second 0 3"])
  }

  @Test func aHandlerThatSuspendsHasItsReactionAtItsEnd() async {
    let gate = Gate()
    let store = makeSlowStore { $0.noting("first", \.first) }
    let sent: SentAction = store.send(
      FormAction("slow") { state in
        state.first = 1
        await gate.passStubbornly()
        state.first = 2
        return .none
      }
    )
    await gate.waitUntilStarted()
    store.binding(\.first).set(5)
    await observationTurn()
    #expect(store.state.seen.isEmpty)
    gate.open()
    await sent.value
    #expect(store.state.seen == ["first 0 2"])
    store.binding(\.first).set(3)
    #expect(store.state.seen == ["first 0 2", "first 2 3"])
  }

  @Test func aCancelledHandlerHasItsReactionButNoEffect() async {
    let gate = Gate()
    let store = makeSlowStore {
      $0.onChange(of: \.first) { _, _, state in
        state.seen.append("reaction")
        return .run { $0.seen.append("effect") }
      }
    }
    let sent: SentAction = store.send(
      FormAction("slow") { state in
        await gate.passStubbornly()
        state.first = 2
        return .none
      }
    )
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await sent.value
    #expect(store.state.seen == ["reaction"])
  }

  // MARK: Changes outside actions

  @Test func aBindingHasItsReactionInsideTheWrite() {
    let store = makeStore { $0.noting("first", \.first) }
    store.binding(\.first).set(3)
    #expect(store.state.seen == ["first 0 3"])
    store.binding(\.first).set(3)
    #expect(store.state.seen == ["first 0 3"])
  }

  @Test func aPlainWriteHasItInTheNextTurn() async {
    let store = makeStore { $0.noting("first", \.first).noting("second", \.second) }
    store.state.first = 1
    store.state.first = 2
    store.state.second = 1
    #expect(store.state.seen.isEmpty)
    await observationTurn()
    #expect(store.state.seen == ["first 0 2", "second 0 1"])
    store.state.first = 3
    await observationTurn()
    #expect(store.state.seen.last == "first 2 3")
  }

  @Test func aPlainWriteHasItBeforeTheNextAction() async {
    let store = makeStore { $0.noting("first", \.first) }
    store.state.first = 1
    store.send(.set([(.first, 2)]))
    #expect(store.state.seen == ["first 0 1", "first 1 2"])
    store.state.first = 3
    store.binding(\.first).set(4)
    #expect(store.state.seen.suffix(2) == ["first 2 3", "first 3 4"])
    await observationTurn()
    #expect(store.state.seen.count == 4)
  }

  @Test func aWriteThatIsTakenBackHasNone() async {
    let store = makeStore { $0.noting("first", \.first) }
    store.state.first = 1
    store.state.first = 0
    await observationTurn()
    #expect(store.state.seen.isEmpty)
    #expect(store.runningTaskCount == 0)
    store.state.first = 1
    await observationTurn()
    #expect(store.state.seen == ["first 0 1"])
  }

  @Test func theEffectOfAWriteRunsAndIsListed() async {
    let gate = Gate()
    let store = makeStore {
      $0.onChange(of: \.first) { _, _, _ in
        .run(name: "search") { state in
          try await gate.pass()
          state.third = 1
        }
      }
    }
    store.binding(\.first).set(1)
    #expect(store.effects.count == 1)
    #expect(store.effects.first?.action == nil)
    let text = store.effects.first.map { "\($0)" } ?? ""
    #expect(text.hasPrefix("\"search\" of a change of first, reacted to at ViewFeatureTests/"))
    gate.open()
    while store.runningTaskCount > 0 { await Task.yield() }
    #expect(store.state.third == 1)
  }

  @Test func anErrorOfTheEffectOfAWriteReachesMiddlewareAndHandler() async {
    let log = LockIsolated<[String]>([])
    let store = makeStore {
      $0.onChange(of: \.first) { _, _, _ in .run { _ in throw TestError("effect") } }
        .use(SynchronousRecordingMiddleware(log: log))
        .onError { error, _ in log.withValue { $0.append("onError: \(error)") } }
    }
    store.binding(\.first).set(1)
    while store.runningTaskCount > 0 { await Task.yield() }
    #expect(log.value == ["recorder: effect in a change of first", "onError: effect"])
  }

  @Test func applyHasItInsideTheChange() async {
    let gate = Gate()
    let store = makeStore {
      $0.onChange(of: \.first) { _, new, state in
        state.seen.append("reaction")
        return .run { state in
          try await gate.pass()
          state.third = new
        }
      }
    }
    let sent: SentAction = store.send(
      .effect {
        .run(operation: { 5 }) { value, state in
          state.first = value
          state.seen.append("apply")
        }
      }
    )
    await gate.waitUntilStarted()
    #expect(store.state.seen == ["apply", "reaction"])
    gate.open()
    // The effect of the reaction is part of the action.
    await sent.value
    #expect(store.state.third == 5)
  }

  @Test func aCancelledResultHasNone() async {
    let gate = Gate()
    let store = makeStore { $0.noting("first", \.first) }
    let sent: SentAction = store.send(
      .effect {
        .run(
          id: "load",
          operation: {
            await gate.passStubbornly()
            return 5
          },
          apply: { $1.first = $0 }
        )
      }
    )
    await gate.waitUntilStarted()
    store.cancelTask(id: "load")
    gate.open()
    await sent.value
    await observationTurn()
    #expect(store.state.seen.isEmpty)
  }

  @Test func theActionOfAnEffectWaitsForTheReactionToItsWrite() async {
    let store = makeStore {
      $0.onChange(of: \.first) { _, new, state in
        state.seen.append("reaction")
        return .run { state in
          for _ in 0..<10 { await Task.yield() }
          state.third = new
        }
      }
    }
    await store.send(.effect { .run { $0.first = 3 } }).value
    #expect(store.state.seen == ["reaction"])
    #expect(store.state.third == 3)
  }

  @Test func aCancelledEffectThatWritesHasItsReactionOnItsOwn() async {
    let gate = Gate()
    let store = makeStore {
      $0.onChange(of: \.first) { _, new, _ in .run { $0.third = new } }
    }
    let sent: SentAction = store.send(
      .effect {
        .run { state in
          await gate.passStubbornly()
          state.first = 3
        }
      }
    )
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await sent.value
    await observationTurn()
    while store.runningTaskCount > 0 { await Task.yield() }
    #expect(store.state.third == 3)
  }

  @Test func aStateThatIsNotObservableHasItWithTheNextAction() async {
    final class Plain {
      var value = 0
      var seen: [String] = []
    }
    struct Plainly: Feature {
      typealias Action = Int
      typealias State = Plain
      func handle() -> ActionHandler<Int, Plain> {
        ActionHandler { action, state in
          state.value = action
          return .none
        }
        .onChange(of: \.value) { old, new, state in
          state.seen.append("\(old) \(new)")
        }
      }
    }
    let store = Store(initialState: Plain(), feature: Plainly())
    store.state.value = 1
    await observationTurn()
    #expect(store.state.seen.isEmpty)
    store.send(2)
    #expect(store.state.seen == ["0 1", "1 2"])
    store.binding(\.value).set(3)
    #expect(store.state.seen.last == "2 3")
  }

  // MARK: End and other stores

  @Test func aStoreThatIsGoneHasNoReaction() async {
    let state = FormState()
    var store: Store<QuickForm>? = makeStore(state) { $0.noting("first", \.first) }
    state.first = 1
    weak let weakStore = store
    store = nil
    #expect(weakStore == nil)
    await observationTurn()
    state.first = 2
    await observationTurn()
    #expect(state.seen.isEmpty)
  }

  @Test func aStoreThatHasEndedHasNoReaction() async {
    let store = makeStore { $0.noting("first", \.first) }
    store.state.first = 1
    store.end()
    await observationTurn()
    store.state.first = 2
    store.binding(\.first).set(3)
    await observationTurn()
    #expect(store.state.seen.isEmpty)
  }

  @Test func neitherStoreNorStateIsKept() async {
    weak var weakState: FormState?
    do {
      let store = makeStore { $0.noting("first", \.first) }
      store.send(.set([(.first, 1)]))
      store.state.first = 2
      weakState = store.state
    }
    await observationTurn()
    #expect(weakState == nil)
  }

  @Test func storesOfOneStateReactInsideTheHandlerOfEither() async {
    let state = FormState()
    let first = makeStore(state) { $0.noting("one", \.first) }
    let second = makeStore(state) {
      $0.onChange(of: \.first) { _, new, state in
        state.seen.append("two")
        return .run { $0.second = new }
      }
    }
    first.send(.set([(.first, 1)]))
    #expect(state.seen == ["one 0 1", "two"])
    while second.runningTaskCount > 0 { await Task.yield() }
    #expect(state.second == 1)
    // A store without its own reactions also makes others react.
    let third = makeStore(state) { $0 }
    third.send(.set([(.first, 2)]))
    #expect(state.seen.suffix(2) == ["one 1 2", "two"])
    third.binding(\.first).set(3)
    #expect(state.seen.suffix(2) == ["one 2 3", "two"])
    state.first = 4
    await observationTurn()
    #expect(state.seen.suffix(2) == ["one 3 4", "two"])
    #expect(state.seen.count == 8)
  }

  @Test func aCycleOfStoresIsStoppedAndReported() {
    let state = FormState()
    let first = makeStore(state) { $0 }
    let second = makeStore(state) {
      $0.onChange(of: \.second) { _, new, state in state.third = new + 1 }
    }
    let third = makeStore(state) {
      $0.onChange(of: \.third) { _, new, state in state.second = new + 1 }
    }
    withKnownIssue {
      first.send(.set([(.second, 1)]))
    } matching: {
      "\($0)".contains("never end")
    }
    let value = state.second
    first.send(.set([(.first, 1)]))
    #expect(state.second == value)
    withExtendedLifetime((second, third)) {}
  }

  @Test func aParentReactsToAFieldOfItsChild() async {
    let desk = Store(initialState: Desk.State(rows: 1), feature: Watched(gate: Gate()))
    desk.scope(\.rows, id: 1)?.send(.type("a"))
    #expect(desk.state.cover.text == "1")
  }

  @Test func aHandlerOutsideAStoreReactsToo() async {
    let handler = FormHandler { action, state in try await action.body(state) }
      .noting("first", \.first)
    let state = FormState()
    let other = FormState()
    _ = await handler.handle(action: .change { $0.first = 1 }, state: state)
    _ = await handler.handle(action: .change { $0.first = 5 }, state: other)
    _ = await handler.handle(action: .change { $0.second = 1 }, state: state)
    #expect(state.seen == ["first 0 1"])
    #expect(other.seen == ["first 0 5"])
  }

  @Test func addingOneLeavesTheHandlerAsItIs() async {
    let plain = FormHandler { action, state in try await action.body(state) }
    _ = plain.noting("first", \.first)
    let state = FormState()
    _ = await plain.handle(action: .change { $0.first = 1 }, state: state)
    #expect(state.seen.isEmpty)
  }
}

/// A desk that counts the letters of its rows.
private struct Watched: Feature {
  typealias State = Desk.State

  let gate: Gate
  let rows: ChildCollection<Page, Int>

  init(gate: Gate) {
    self.gate = gate
    rows = ChildCollection(\.rows, Page(gate: gate), output: .ignored)
  }

  func handle() -> ActionHandler<Bool, Desk.State> {
    ActionHandler.empty
      .onChange(of: \.letterCount) { _, new, state in state.cover.text = "\(new)" }
  }
}

extension Desk.State {
  fileprivate var letterCount: Int { rows.reduce(0) { $0 + $1.text.count } }
}

/// Modifies the state after each handler.
private struct StateMiddleware: SynchronousAfterActionMiddleware {
  let id = "state"
  let body: @MainActor @Sendable (FormState) -> Void

  init(_ body: @escaping @MainActor @Sendable (FormState) -> Void) {
    self.body = body
  }

  func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) {
    if let state = state as? FormState { body(state) }
  }
}
