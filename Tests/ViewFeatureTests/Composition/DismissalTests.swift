import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Dismissal of features.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct DismissalTests {
  private let gate = Gate()
  private let store: Store<Tour>
  private var state: Tour.State { store.state }

  init() {
    store = Store(initialState: Tour.State(), feature: Tour(gate: gate))
  }

  // MARK: Dismissed states

  @Test func theParentsPropertyBecomesNil() throws {
    store.send(.open(1))
    let child = try #require(store.scope(\.start))
    let sent: SentAction = child.send(.leave)
    #expect(state.destination == nil)
    #expect(sent.isDone)
    child.send(.type("late"))
    #expect(child.state.text == "")
  }

  @Test func theScreensAboveItGoToo() throws {
    state.path = [.text("a"), .stop(Stop.State(1)), .rest(Stop.State(2)), .text("b")]
    let above = try #require(store.scope(\.rests, id: 2))
    let sent: SentAction = above.send(.work("a"))
    store.scope(\.stops, id: 1)?.send(.leave)
    #expect(state.path == [.text("a")])
    #expect(sent.isCancelled)
  }

  @Test func ofACollectionItGoesAlone() {
    let list = Store(initialState: StopList.State(), feature: StopList(gate: gate))
    list.scope(\.stops, id: 2)?.send(.leave)
    #expect(list.state.stops.map(\.id) == [1, 3])
    list.scope(\.byName, id: "b")?.send(.leave)
    #expect(list.state.byName.keys.sorted() == ["a"])
    list.scope(\.plain)?.send(.leave)
    #expect(list.state.plain == nil)
  }

  @Test(.onDebugBuilds) func aChildThatIsAlwaysThereStays() {
    let list = Store(initialState: StopList.State(), feature: StopList(gate: gate))
    withKnownIssue {
      _ = list.scope(\.always).send(.leave)
    } matching: { issue in
      "\(issue)".contains(
        "A child can't be dismissed: the parent's state always contains it: child always, state StopList.State"
      )
    }
    list.scope(\.always).send(.type("a"))
    #expect(list.state.always.text == "a")
  }

  @Test(.onDebugBuilds) func aPropertyWithoutASetterStays() {
    let list = Store(initialState: StopList.State(), feature: StopList(gate: gate))
    withKnownIssue {
      _ = list.scope(\.computed)?.send(.leave)
    } matching: { issue in
      "\(issue)".contains("A child can't be dismissed")
    }
    #expect(list.scope(\.computed) != nil)
  }

  @Test(.onDebugBuilds) func anEnumerationThatIsAlwaysThereStays() {
    state.tab = .sight(Sight.State())
    withKnownIssue {
      _ = store.scope(\.tab)?.send(.leave)
    } matching: { issue in
      "\(issue)".contains("A child can't be dismissed")
    }
    #expect(store.scope(\.tab) != nil)
  }

  // MARK: Dismissal by effects

  @Test func anEffectMayAskForIt() async throws {
    store.send(.open(1))
    let sent: SentAction = try #require(store.scope(\.start)).send(.leaveLater)
    await gate.waitUntilStarted()
    #expect(state.destination != nil)
    gate.open()
    await sent.value
    #expect(state.destination == nil)
    #expect(state.log == [])
  }

  @Test func ofACancelledEffectItIsDropped() async throws {
    let stop = Stop.State(1)
    state.destination = .start(stop)
    let child = try #require(store.scope(\.start))
    let sent: SentAction = child.send(.workStubbornly)
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await sent.value
    #expect(store.scope(\.start)?.state === stop)
    #expect(state.log == [])
  }

  @Test func anOutputAfterItIsDropped() throws {
    store.send(.open(1))
    try #require(store.scope(\.start)).send(.leaveThenReport)
    #expect(state.destination == nil)
    #expect(state.log == [])
  }

  @Test func theNextChildIsNotMeant() async throws {
    store.send(.open(1))
    let first = try #require(store.scope(\.start))
    let sent: SentAction = first.send(.workStubbornly)
    await gate.waitUntilStarted()
    store.send(.open(2))
    gate.open()
    await sent.value
    #expect(store.scope(\.start)?.state.id == 2)
  }

  // MARK: Turns

  @Test func itWaitsForTheHandlerOfTheParent() async throws {
    let parent = Store(
      initialState: Waiting.State(),
      feature: Waiting(
        gate: gate,
        stop: .init(\.stop, Stop(gate: Gate()), output: .ignored)
      )
    )
    let child = try #require(parent.scope(\.stop))
    let sent: SentAction = parent.send("wait")
    await gate.waitUntilStarted()
    child.send(.leave)
    #expect(parent.state.stop != nil)
    gate.open()
    await sent.value
    #expect(parent.state.log == ["wait", "handled"])
    #expect(parent.state.stop == nil)
  }

  @Test func aParentThatSendsToItLosesItInsideSend() {
    let list = Store(initialState: StopList.State(), feature: StopList(gate: gate))
    list.send(.dismissAll)
    #expect(list.state.stops.isEmpty)
    #expect(list.state.plain == nil)
  }

  @Test func aParentThatWasRemovedLosesNothing() throws {
    let list = Store(initialState: Lists.State(), feature: Lists(gate: gate))
    let inner = try #require(list.scope(\.list))
    let stop = try #require(inner.scope(\.stops, id: 1))
    list.state.list = nil
    stop.send(.leave)
    #expect(inner.state.stops.map(\.id) == [1, 2, 3])
  }

  // MARK: Root features

  @Test func theOwnerOfAStoreIsAsked() {
    let asked = LockIsolated(0)
    let store = Store(initialState: Sight.State(), feature: Sight()) { asked.withValue { $0 += 1 } }
    store.send(.leave)
    #expect(asked.value == 1)
    store.send(.type("a"))
    #expect(store.state.text == "a")
  }

  @Test func theOwnerMayTakeOutputsAsWell() async {
    let events = LockIsolated<[String]>([])
    let store = Store(initialState: Stop.State(1), feature: Stop(gate: gate)) { output in
      events.withValue { $0.append("\(output)") }
    } onDismiss: {
      events.withValue { $0.append("dismiss") }
    }
    store.send(.leave)
    store.send(.report)
    #expect(events.value == ["dismiss", #"reported("")"#])
  }

  @Test(.onDebugBuilds) func withoutAnOwnerItIsReported() {
    let store = Store(initialState: Sight.State(), feature: Sight())
    withKnownIssue {
      _ = store.send(.leave)
    } matching: { issue in
      "\(issue)".contains(
        "A dismissal was dropped: the feature's store has no parent and no onDismiss: feature Sight"
      )
    }
  }
}

private struct StopList: Feature {
  @MainActor @Observable final class State {
    var stops = [Stop.State(1), Stop.State(2), Stop.State(3)]
    var byName = ["a": Stop.State(4), "b": Stop.State(5)]
    var plain: Stop.State? = Stop.State(6)
    let always = Stop.State(7)
    @ObservationIgnored let eighth = Stop.State(8)

    var computed: Stop.State? { eighth }
  }

  enum Action: Sendable {
    case dismissAll
  }

  let stops: ChildCollection<Stop, Int>
  let byName: ChildCollection<Stop, String>
  let plain: OptionalChild<Stop>
  let always: Child<Stop>
  let computed: OptionalChild<Stop>

  init(gate: Gate) {
    let stop = Stop(gate: gate)
    stops = ChildCollection(\.stops, stop, output: .ignored)
    byName = ChildCollection(\.byName, stop, output: .ignored)
    plain = OptionalChild(\.plain, stop, output: .ignored)
    always = Child(\.always, stop, output: .ignored)
    computed = OptionalChild(\.computed, stop, output: .ignored)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, _ in .merge(send(.leave, toAll: \.stops), send(.leave, to: \.plain)) }
  }
}

private struct Lists: Feature {
  typealias Action = Never

  @MainActor @Observable final class State {
    var list: StopList.State? = StopList.State()
  }

  let list: OptionalChild<StopList>

  init(gate: Gate) {
    list = OptionalChild(\.list, StopList(gate: gate))
  }

  func handle() -> ActionHandler<Never, State> { .empty }
}

/// A parent with a handler that suspends.
private struct Waiting: Feature {
  @MainActor @Observable final class State {
    var stop: Stop.State? = Stop.State(1)
    var log: [String] = []
  }

  let gate: Gate
  let stop: OptionalChild<Stop>

  func handle() -> ActionHandler<String, State> {
    ActionHandler { action, state in
      state.log.append(action)
      try? await gate.pass()
      state.log.append(state.stop == nil ? "gone" : "handled")
      return .none
    }
  }
}
