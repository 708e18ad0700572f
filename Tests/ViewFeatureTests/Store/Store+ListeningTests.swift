import StateCore
import StateTestSupport
import Testing

@testable import FeatureStore

private struct ListenedFeature: Feature {
  @MainActor @Observable final class State {
    var count = 0
    let part = Part.State()
  }

  enum Action: Sendable {
    case add
    case addTwice
    case fail
    case work
    case workInParts
  }

  struct Part: Feature {
    @MainActor @Observable final class State {
      var count = 0
    }

    func handle() -> ActionHandler<Int, State> {
      ActionHandler { action, state in
        state.count = action
        return .none
      }
    }
  }

  struct Failure: Error {}

  let part: Child<Part>

  @MainActor
  init() {
    part = Child(\.part, Part())
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .add:
        state.count += 1
        return .none
      case .addTwice:
        return .concatenate(.send(.add), .send(.add))
      case .fail:
        throw Failure()
      case .work:
        return .run { $0.count += 10 }
      case .workInParts:
        return .concatenate(.run { $0.count += 10 }, .run { _ in throw Failure() })
      }
    }
    .onError { _, _ in }
  }
}

/// A listener that keeps a list of its calls.
@MainActor
private final class ListenerCalls: StoreListener {
  private(set) var calls: [String] = []
  nonisolated let hasEnded = Flag()
  nonisolated let steps = Locked<[WorkEvent.Step]>([])
  private(set) var children: [AnyObject] = []
  nonisolated let isLight: Bool

  nonisolated init(isLight: Bool = false) {
    self.isLight = isLight
  }

  func begins<Action: Sendable>(_ action: Action, isInContext: Bool) -> Int {
    calls.append("begins \(action)")
    return 7
  }

  func ends(_ begun: Int) { calls.append("ends \(begun)") }

  func ends(_ begun: Int, as id: WorkID, isSuspended: Bool) {
    calls.append("\(isSuspended ? "suspends" : "ends") \(begun) with an entry")
  }

  func take() -> [String] {
    defer { calls = [] }
    return calls
  }

  private func around<Result>(_ name: String, _ body: () -> Result) -> Result {
    calls.append("begin \(name)")
    defer { calls.append("end \(name)") }
    return body()
  }

  func received(_ action: any Sendable, _ id: WorkID, from place: SendPlace, isQueued: Bool) {
    calls.append("\(isQueued ? "queued" : "received") \(action)")
  }

  func dropped(_ action: any Sendable, from place: SendPlace, _ reason: DropReason) {
    calls.append("dropped \(action): \(reason)")
  }

  func reacts(_ id: WorkID) { calls.append("reacts") }

  func runs(_ hook: LifeCycleHook, _ id: WorkID) { calls.append("runs \(hook)") }

  func handling<Result>(_ id: WorkID, _ body: () -> Result) -> Result { around("handler", body) }

  func handled(_ id: WorkID, hasSuspended: Bool) { calls.append("handled") }

  func failed(_ error: any Error, isVeto: Bool) { calls.append("failed") }

  func starting<Result>(_ effect: WorkID, of action: WorkID, _ start: () -> Result) -> Result {
    around("start of an effect", start)
  }

  func running(
    _ part: WorkID,
    of action: WorkID,
    _ body: () async throws -> Void
  ) async throws {
    calls.append("begin part")
    defer { calls.append("end part") }
    try await body()
  }

  func observing(_ body: () async throws -> Void) async throws { try await body() }

  func effectTurnEnds() { calls.append("turn ends") }

  func writing(_ state: AnyObject, _ write: () -> Void) { around("write", write) }

  func onBehalfOfCurrent() -> @MainActor (_ body: () -> Void) -> Void {
    { [self] in around("on behalf", $0) }
  }

  func childBegan(_ child: AnyObject) { children.append(child) }

  nonisolated func ended() { hasEnded.raise() }

  nonisolated func take(_ event: WorkEvent) { steps.withLock { $0.append(event.step) } }
}

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreListeningTests {
  private let list = ListenerCalls()

  private func makeStore() -> Store<ListenedFeature> {
    let store = Store(initialState: ListenedFeature.State(), feature: ListenedFeature())
    store.begin { list }
    return store
  }

  @Test func aListenerDoesNotBeginTheRoot() async {
    let log = RoomLog()
    let store = Store(initialState: LifeHouse.State(log), feature: LifeHouse())
    store.begin { list }
    #expect(log.texts.isEmpty)
    await observationTurn()
    #expect(log.texts == ["house begins"])
    #expect(list.calls.contains("runs onStart"))
  }

  @Test func aHandlerRunsInTheListenersCall() {
    makeStore().send(.add)
    #expect(list.take() == ["received add", "begin handler", "handled", "end handler"])
    #expect(list.steps.withLock { $0 } == [.done])
  }

  @Test func anActionThatWaitsIsQueued() {
    makeStore().send(.addTwice)
    #expect(
      list.take() == [
        "received addTwice", "begin handler", "handled", "queued add", "queued add", "end handler",
        "begin handler", "handled", "end handler", "begin handler", "handled", "end handler",
      ]
    )
  }

  @Test func anEffectStartsInTheListenersCallAndReportsItsTurn() async {
    let store = makeStore()
    let sent: SentAction = store.send(.work)
    await sent.value
    #expect(
      list.take() == [
        "received work", "begin handler", "handled", "begin start of an effect",
        "end start of an effect", "end handler", "turn ends",
      ]
    )
    #expect(list.steps.withLock { $0 } == [.started, .ended, .done])
  }

  @Test func aPartOfAnEffectRunsInTheListenersCall() async {
    let store = makeStore()
    let sent: SentAction = store.send(.workInParts)
    await sent.value
    // The second failure is that of the whole effect.
    #expect(
      list.take().suffix(9) == [
        "begin part", "end part", "turn ends", "begin part", "failed", "end part", "turn ends",
        "failed", "turn ends",
      ]
    )
  }

  @Test func aFailureOfAHandlerIsReported() {
    makeStore().send(.fail)
    #expect(list.take() == ["received fail", "begin handler", "failed", "handled", "end handler"])
  }

  @Test func aHeldStoreDropsActions() {
    let store = makeStore()
    store.hold(.isTravelling)
    store.send(.add)
    store.release(keepsShown: false)
    #expect(list.take() == ["dropped add: isTravelling"])
    #expect(store.state.count == 0)
  }

  @Test func aBindingWritesInTheListenersCall() {
    let store = makeStore()
    store.write(\.count, 3)
    #expect(list.take() == ["begin write", "end write"])
    #expect(store.state.count == 3)
  }

  @Test func theListenerHearsOfChildrenAndOfTheEnd() {
    var store: Store<ListenedFeature>? = makeStore()
    let part = store?.scope(\.part)
    let isTold = list.children.count == 1 && list.children.first === part
    #expect(isTold)
    #expect(!list.hasEnded.isRaised)
    store = nil
    #expect(list.hasEnded.isRaised)
  }

  // MARK: Light listeners

  @Test func anActionHasNoEntryForALightListener() {
    let light = ListenerCalls(isLight: true)
    let store = Store(initialState: ListenedFeature.State(), feature: ListenedFeature())
    store.setLight(light)
    store.send(.add)
    #expect(light.take() == ["begins add", "ends 7"])
    #expect(light.steps.withLock { $0 }.isEmpty)
    store.send(.fail)
    #expect(light.take() == ["begins fail", "failed", "ends 7"])
  }

  @Test func anActionWithAnEffectHasAnEntryForALightListener() async {
    let light = ListenerCalls(isLight: true)
    let store = Store(initialState: ListenedFeature.State(), feature: ListenedFeature())
    store.setLight(light)
    let sent: SentAction = store.send(.work)
    await sent.value
    #expect(
      light.take() == [
        "begins work", "begin start of an effect", "end start of an effect", "ends 7 with an entry",
        "turn ends",
      ]
    )
    #expect(light.steps.withLock { $0 } == [.started, .ended, .done])
  }

  @Test func aQueuedActionHasAnEntryForALightListener() {
    let light = ListenerCalls(isLight: true)
    let store = Store(initialState: ListenedFeature.State(), feature: ListenedFeature())
    store.setLight(light)
    store.send(.addTwice)
    #expect(
      light.take() == [
        "begins addTwice", "queued add", "queued add", "ends 7 with an entry", "begin handler",
        "handled", "end handler", "begin handler", "handled", "end handler",
      ]
    )
  }

  @Test func aLightListenerEndsWithoutATrace() {
    // Another test may record all stores.
    let (recordNew, reportNew) = (CoreListening.recordNew, CoreListening.reportNew)
    (CoreListening.recordNew, CoreListening.reportNew) = (nil, nil)
    defer { (CoreListening.recordNew, CoreListening.reportNew) = (recordNew, reportNew) }
    let store = Store(initialState: ListenedFeature.Part.State(), feature: ListenedFeature.Part())
    let isShort = store.turns.needsNoLookup
    let light = ListenerCalls(isLight: true)
    store.setLight(light)
    #expect(!store.turns.needsNoLookup)
    store.send(1)
    store.setLight(nil)
    store.send(2)
    #expect(light.take() == ["begins 1", "ends 7"])
    #expect(store.turns.needsNoLookup == isShort)
    #expect(store.listener == nil)
  }

  // A store of a process that has used a value of the environment always looks it up.
  @Test func reportsReplaceAndRestoreTheShortPath() {
    var turns = ActionTurns(needsNoLookup: true)
    turns.requireReports()
    #expect(!turns.needsNoLookup && turns.needsOnlyReport)
    turns.endReports()
    #expect(turns.needsNoLookup && !turns.needsOnlyReport)
    turns.requireReports()
    turns.requireLookups()
    turns.endReports()
    #expect(!turns.needsNoLookup && !turns.needsOnlyReport)
    var others = ActionTurns(needsNoLookup: false)
    others.requireReports()
    #expect(!others.needsOnlyReport)
    others.endReports()
    #expect(!others.needsNoLookup)
  }

  @Test(arguments: [true, false])
  func bothListenersAreCalled(isLightFirst: Bool) {
    let light = ListenerCalls(isLight: true)
    let store = Store(initialState: ListenedFeature.Part.State(), feature: ListenedFeature.Part())
    if isLightFirst { store.setLight(light) }
    store.begin { list }
    if !isLightFirst { store.setLight(light) }
    store.send(1)
    let expected = ["received 1", "begin handler", "handled", "end handler"]
    #expect(light.take() == expected)
    #expect(list.take() == expected)
    #expect(store.light === light && store.recorder === list)
    store.endListening()
    store.send(2)
    #expect(light.take() == ["begins 2", "ends 7"])
    #expect(list.take().isEmpty)
    store.begin { list }
    store.setLight(nil)
    store.send(3)
    #expect(light.take().isEmpty)
    #expect(list.take() == ["received 3", "begin handler", "handled", "end handler"])
  }

  @Test func aStoreWithoutAListenerAnymoreReportsNothing() {
    let store = makeStore()
    store.endListening()
    store.send(.add)
    #expect(list.take().isEmpty)
    #expect(list.steps.withLock { $0 }.isEmpty)
  }
}
