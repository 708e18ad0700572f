import FeatureRecording
import ScreenRecording
import ScreenStateKit
import StateCore
import StateFields
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreRecordingTests {
  private let log = EventLog()
  private let gate = Gate()

  private func makeStore(_ state: Desk = Desk()) -> Store<DeskFeature> {
    let store = Store(initialState: state, feature: DeskFeature(gate: gate))
    store.startRecording()
    return store
  }

  private func lines<F: Feature>(_ store: Store<F>) -> [String] {
    log.lines(of: store.storeID).filter { !$0.hasPrefix("made") }.map { line in
      line.hasPrefix("error shown: ") ? "error shown" : line
    }
  }

  // MARK: Actions

  @Test func aSynchronousActionIsReceivedHandledAndDone() {
    let store = makeStore()
    defer { log.stop() }
    store.send(.add(2))
    #expect(
      lines(store) == [
        "action 1 received: add(2), by outside",
        "count: 0 -> 2, by action 1", "action 1 handled", "action 1 done",
      ]
    )
  }

  @Test func eachMutationOfATurnIsAChange() {
    let store = makeStore()
    defer { log.stop() }
    store.send(.addTwice)
    store.send(.add(1))
    #expect(
      lines(store).filter { $0.contains("->") } == [
        "count: 0 -> 1, by action 1", "title: \"\" -> \"a\", by action 1",
        "count: 1 -> 0, by action 1", "count: 0 -> 1, by action 2",
      ]
    )
  }

  @Test func anActionThatIsSentByAHandlerIsQueuedAndCausedByIt() {
    let store = makeStore()
    defer { log.stop() }
    store.state.onTitle = { [weak store] in store?.send(.add(1)) }
    store.send(.rename("a"))
    #expect(
      lines(store) == [
        "action 1 received: rename(\"a\"), by outside", "title: \"\" -> \"a\", by action 1",
        "action 2 received: add(1), by action 1", "action 2 queued", "action 1 handled",
        "count: 0 -> 1, by action 2", "action 2 handled", "action 2 done", "action 1 done",
      ]
    )
  }

  @Test func aLockedActionIsDropped() async {
    let store = makeStore()
    defer { log.stop() }
    let first: SentAction = store.send(.load)
    store.send(.load)
    gate.open()
    await first.value
    #expect(
      lines(store) == [
        "action 1 received: load, by outside", "action 1 handled",
        "effect 1 started as loading, of action 1",
        "action 2 received: load, by outside", "action 2 dropped: it is running",
        "count: 0 -> 10, by effect 1", "effect 1 ended", "action 1 done",
      ]
    )
  }

  @Test func aVetoedActionIsDroppedAndNotHandled() {
    let store = makeStore()
    defer { log.stop() }
    store.send(.forbidden)
    #expect(
      lines(store) == [
        "action 1 received: forbidden, by outside", "action 1 failed: veto",
        "action 1 dropped: the middleware has refused it", "count: 0 -> 5, by action 1",
      ]
    )
  }

  @Test func aFailedActionSaysSo() {
    let store = makeStore()
    defer { log.stop() }
    store.send(.fail)
    #expect(
      lines(store) == [
        "action 1 received: fail, by outside", "action 1 failed: failed",
        "count: 0 -> 5, by action 1", "action 1 handled", "action 1 done",
      ]
    )
  }

  // MARK: Effects

  @Test func anEffectThatSendsIsTheCause() async {
    let store = makeStore()
    defer { log.stop() }
    let sent: SentAction = store.send(.addLater)
    await sent.value
    #expect(
      lines(store) == [
        "action 1 received: addLater, by outside", "action 1 handled",
        "effect 1 started, of action 1",
        "action 2 received: add(1), by effect 1", "count: 0 -> 1, by action 2",
        "action 2 handled", "action 2 done", "effect 1 ended", "action 1 done",
      ]
    )
  }

  /// The state doesn't declare its fields, so they aren't observed: they are compared at the end of a turn.
  @Test(.needsVirtualTime, .simulated)
  func aRepeatedChangeHasItsEffectAsItsCause() async {
    let store = Script.store()
    store.startRecording()
    defer { log.stop() }
    let (elements, continuation) = AsyncStream<String>.makeStream()
    store.send(.effect("tick", .every(.seconds(1)) { $0.log.append("tick") }))
    store.send(.effect("follow", .observe(elements, id: "follow") { $1.log.append($0) }))
    store.send(.run("wait") { [gate] _ in await gate.wait() })
    await Task.yield()
    try? await ContinuousClock().sleep(for: .seconds(1.5))
    continuation.yield("element")
    await settle()
    gate.open()
    await settle()
    #expect(
      lines(store).filter { $0.hasPrefix("log: ") } == [
        "log: [] -> [\"tick\"], by effect 1",
        "log: [\"tick\"] -> [\"tick\", \"element\"], by effect 2",
      ]
    )
    store.cancelAllTasks()
  }

  @Test func aCancelledEffectIsCancelledAndEnds() async {
    let store = makeStore()
    defer { log.stop() }
    let sent: SentAction = store.send(.load)
    sent.cancel()
    await sent.value
    #expect(
      Array(lines(store).dropFirst(3)) == [
        "effect 1 cancelled", "effect 1 ended", "action 1 done",
      ]
    )
  }

  @Test func aFailedEffectSaysSo() async {
    let store = makeStore()
    defer { log.stop() }
    let sent: SentAction = store.send(.failLater)
    await sent.value
    #expect(
      Array(lines(store).dropFirst(3)) == [
        "effect 1 failed: later", "count: 0 -> 5, by effect 1", "effect 1 ended",
        "action 1 done",
      ]
    )
  }

  @Test func aWriteByABindingIsOne() {
    let store = makeStore()
    defer { log.stop() }
    store.binding(\.title).set("typed")
    #expect(lines(store) == ["title: \"\" -> \"typed\", by binding"])
  }

  @Test func aWriteOutsideIsReportedInALaterTurn() async {
    let store = makeStore()
    defer { log.stop() }
    store.state.count = 3
    #expect(log.lines(of: store.storeID).count == 2)
    #expect(lines(store) == ["count: 0 -> 3, by outside"])
  }

  // MARK: Screens

  @Test func aScreensLoadingAndErrorsAreItsStores() async {
    let state = Screen()
    let store = Store(initialState: state, feature: ScreenFeature(gate: gate))
    store.startRecording()
    defer { log.stop() }
    let sent: SentAction = store.send(.load)
    gate.open()
    await sent.value
    #expect(
      lines(store) == [
        "loading begins", "action 1 received: load, by outside", "action 1 handled",
        "effect 1 started as loading, of action 1", "title: \"\" -> \"a\", by effect 1",
        "effect 1 failed: later", "error shown", "loading ends", "effect 1 ended", "action 1 done",
      ]
    )
    store.stopRecording()
    state.loadingStarted()
    state.loadingFinished()
    #expect(lines(store).last == "action 1 done")
  }

  @Test func aScreenThatIsRecordedTwiceTellsOnce() {
    let state = Screen()
    let store = Store(initialState: state, feature: ScreenFeature(gate: gate))
    state.startRecording()
    store.startRecording()
    defer { log.stop() }
    state.loadingStarted()
    #expect(lines(store) == ["loading begins"])
    store.stopRecording()
    state.title = "a"
    state.loadingFinished()
    #expect(lines(store) == ["loading begins"])
    let own = log.lines(of: state.storeID).filter { !$0.hasPrefix("made") }
    #expect(own == ["title: \"\" -> \"a\", by outside", "loading ends"])
    state.stopRecording()
    state.loadingStarted()
    #expect(log.lines(of: state.storeID).last == "loading ends")
    state.loadingFinished()
  }

  /// Each recording may end before the other one.
  @Test(arguments: [false, true])
  func changesAreThoseOfAStoreThatIsRecorded(endsWithTheFirst: Bool) {
    let state = Screen()
    let stores = (0..<2).map { _ in Store(initialState: state, feature: ScreenFeature(gate: gate)) }
    for store in stores { store.startRecording() }
    defer { log.stop() }
    let (over, left) = endsWithTheFirst ? (stores[0], stores[1]) : (stores[1], stores[0])
    over.stopRecording()
    state.title = "a"
    state.present(TestError("late"))
    #expect(lines(over) == [])
    #expect(lines(left) == ["title: \"\" -> \"a\", by outside", "error shown"])
    left.stopRecording()
    #expect(state.presentationListener == nil)
  }

  // MARK: Children

  @Test func aChildsChangesAreItsStores() {
    let store = makeStore()
    defer { log.stop() }
    store.send(.openDrawer)
    let drawer = store.scope(\.drawer)
    drawer?.send(.put("pen"))
    let id = drawer.map(\.storeID)
    #expect(
      id.map { log.lines(of: $0) } == [
        "made StoreRecordingTests.DrawerFeature: StoreRecordingTests.Drawer",
        "action 1 received: put(\"pen\"), by outside",
        "items: [] -> [\"pen\"], by action 1", "action 1 handled", "action 1 done",
      ]
    )
    // The output of the child.
    #expect(
      Array(lines(store).suffix(4)) == [
        "action 2 received: add(1), by action 1 of StoreRecordingTests.DrawerFeature",
        "count: 0 -> 1, by action 2", "action 2 handled", "action 2 done",
      ]
    )
    store.send(.closeDrawer)
    #expect(id.map { log.lines(of: $0).last } == "ended")
  }

  @Test func changesOfAChildWithoutAStoreHaveItsName() {
    let store = makeStore()
    defer { log.stop() }
    store.send(.openDrawer)
    store.state.drawer?.items = ["ink"]
    #expect(lines(store).last == "drawer.items: [] -> [\"ink\"], by outside")
  }

  // MARK: Start and end

  @Test func aStoreThatGoesEnds() {
    var store: Store<DeskFeature>? = makeStore()
    defer { log.stop() }
    let id = store?.storeID
    store = nil
    #expect(id.map { log.lines(of: $0).last } == "ended")
  }

  @Test func aStoreIsRecordedUntilTheLastOneStops() {
    let store = makeStore()
    defer { log.stop() }
    store.startRecording()
    store.stopRecording()
    store.send(.add(1))
    #expect(lines(store).count == 4)
    store.stopRecording()
    store.send(.add(1))
    #expect(lines(store).count == 4)
    #expect(store.state.count == 2)
  }

  @Test func theFirstEventHasTheMistakesOfTheFields() {
    let store = Store(initialState: ScriptState(), feature: Script())
    store.startRecording()
    defer { log.stop() }
    let problems = log.kinds(of: store.storeID).compactMap { kind -> [String]? in
      if case .storeMade(let description) = kind { description.problems } else { nil }
    }
    #expect(problems == [["ScriptState doesn't list its fields, so it can't be restored"]])
    store.send(
      ScriptAction("count") {
        $0.count += 1
        return .none
      }
    )
    #expect(lines(store).contains("count: 0 -> 1, by action 1"))
  }

  // MARK: Features

  @MainActor @Observable final class Desk: SnapshotState {
    var count = 0
    var title = "" {
      didSet { onTitle() }
    }
    var drawer: Drawer?
    @ObservationIgnored var onTitle: () -> Void = {}

    static let snapshotFields = SnapshotFields<Desk> {
      SnapshotField("count", \.count)
      SnapshotField("title", \.title)
      SnapshotField("drawer", child: \.drawer)
    }
  }

  @MainActor @Observable final class Drawer: SnapshotState {
    var items: [String] = []

    static let snapshotFields = SnapshotFields<Drawer> { SnapshotField("items", \.items) }
  }

  struct DrawerFeature: OutputFeature {
    enum Action: Sendable {
      case put(String)
    }

    enum Output: Sendable {
      case filled
    }

    func handle() -> ActionHandler<Action, Drawer> {
      ActionHandler { action, state in
        switch action {
        case .put(let item):
          state.items.append(item)
          return output(.filled)
        }
      }
    }
  }

  struct DeskFeature: Feature {
    enum Action: Sendable, ActionLockable {
      case add(Int)
      case addTwice
      case rename(String)
      case load
      case addLater
      case fail
      case failLater
      case forbidden
      case openDrawer
      case closeDrawer

      var lockKey: AnyHashable {
        if case .load = self { "load" } else { "\(self)" }
      }
    }

    let gate: Gate
    let drawer = OptionalChild(\Desk.drawer, DrawerFeature()) { (_: DrawerFeature.Output) in
      Action.add(1)
    }

    func handle() -> ActionHandler<Action, Desk> {
      ActionHandler { action, state in
        switch action {
        case .add(let number): state.count += number
        case .addTwice:
          state.count += 1
          state.title += "a"
          state.count -= 1
        case .rename(let title): state.title = title
        case .load:
          return .run(name: "loading") { [gate] state in
            try await gate.pass()
            state.count = 10
          }
        case .addLater:
          return .run { [store] _ in await store.send(.add(1)) }
        case .fail: throw TestError("failed")
        case .failLater: return .run { _ in throw TestError("later") }
        case .forbidden: state.count = -1
        case .openDrawer: state.drawer = Drawer()
        case .closeDrawer: state.drawer = nil
        }
        return .none
      }
      .onError { _, state in state.count = 5 }
      .use(Veto())
    }
  }

  @Observable final class Screen: ScreenState, SnapshotState {
    var title = ""

    static let snapshotFields = SnapshotFields<Screen> { SnapshotField("title", \.title) }
  }

  struct ScreenFeature: Feature {
    enum Action: LoadingTrackable, Sendable {
      case load

      var canTrackLoading: Bool { true }
    }

    let gate: Gate

    func handle() -> ActionHandler<Action, Screen> {
      ActionHandler { _, _ in
        .run(name: "loading") { [gate] state in
          try await gate.pass()
          state.title = "a"
          throw TestError("later")
        }
      }
    }
  }

  struct Veto: SynchronousBeforeActionMiddleware {
    let id = "veto"

    func beforeAction<Action, State>(_ action: Action, state: State) throws {
      if case .forbidden? = action as? DeskFeature.Action { throw TestError("veto") }
    }
  }
}
