import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// A child in a case of an enumeration.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct OptionalChildCasesTests {
  private let gate = Gate()
  private let store: Store<Tour>
  private var state: Tour.State { store.state }

  init() {
    store = Store(initialState: Tour.State(), feature: Tour(gate: gate))
  }

  // MARK: Lookup

  @Test func theTypeOfThePayloadFindsTheCase() {
    #expect(store.scope(\.sight) == nil)
    let sight = Sight.State()
    state.destination = .sight(sight)
    #expect(store.scope(\.sight)?.state === sight)
    #expect(store.scope(\.start) == nil)
    state.destination = .start(Stop.State(1))
    #expect(store.scope(\.sight) == nil)
    state.destination = .help(page: 1)
    #expect(store.scope(\.sight) == nil)
    state.destination = .map
    #expect(store.scope(\.sight) == nil)
  }

  @Test func ofTwoCasesWithOneTypeTheNamedOneCounts() {
    let stop = Stop.State(1)
    state.destination = .end(stop)
    #expect(store.scope(\.start) == nil)
    #expect(store.scope(\.end)?.state === stop)
    state.destination = .start(stop)
    #expect(store.scope(\.end) == nil)
    #expect(store.scope(\.start)?.state === stop)
  }

  @Test func anEnumerationThatIsAlwaysThereHasCases() {
    #expect(store.scope(\.tab) == nil)
    state.tab = .sight(Sight.State())
    store.scope(\.tab)?.send(.type("a"))
    guard case .sight(let sight) = state.tab else {
      Issue.record("The case has changed.")
      return
    }
    #expect(sight.text == "a")
  }

  @Test func theStoreIsMadeOnce() {
    store.send(.open(1))
    let child = store.scope(\.start)
    #expect(child != nil)
    #expect(store.scope(\.start) === child)
    guard let present = child?.state else { return }
    state.destination = .start(present)
    #expect(store.scope(\.start) === child)
  }

  @Test func eachChangeIsReadOnce() {
    state.destination = .sight(Sight.State())
    _ = store.scope(\.counted)
    let reads = state.reads
    for _ in 1...10 { #expect(store.scope(\.counted) != nil) }
    // The access to the value lets an observer see that it was read.
    #expect(state.reads == reads + 10)
    state.destination = nil
    #expect(store.scope(\.counted) == nil)
  }

  @Test func comingAndGoingIsObserved() {
    for isThere in [true, false] {
      let didChange = Signal()
      withObservationTracking {
        _ = store.scope(\.start)
      } onChange: {
        didChange.fire()
      }
      store.send(isThere ? .open(1) : .close)
      #expect(didChange.hasFired)
    }
  }

  // MARK: Programmer errors

  @Test func anObjectIsNotAnEnumeration() {
    @MainActor final class Wrong {
      var sight: Stop.State?
    }
    let feature = Parent(state: Wrong.self, child: .init(\Wrong.sight, Sight()))
    let store = Store(initialState: Wrong(), feature: feature)
    withKnownIssue {
      _ = store.scope(\.child)
    } matching: { issue in
      "\(issue)".contains(
        "A child with the state Sight.State can't be found: its property has the type Stop.State, "
          + "which is a class, not an enumeration."
      )
    }
  }

  @Test func aStructIsNotAnEnumeration() {
    struct Place {}
    @MainActor final class Wrong {
      var sight: Place? = Place()
    }
    let feature = Parent(state: Wrong.self, child: .init(\Wrong.sight, Sight()))
    let store = Store(initialState: Wrong(), feature: feature)
    withKnownIssue {
      _ = store.scope(\.child)
    } matching: { issue in
      "\(issue)".contains("which is not an enumeration")
    }
    #expect(store.scope(\.child) == nil)
  }

  @Test func aComputedCaseIsReported() {
    @MainActor final class Wrong {
      var sight: Tour.Destination? { .sight(Sight.State()) }
    }
    let feature = Parent(state: Wrong.self, child: .init(\Wrong.sight, Sight()))
    let store = Store(initialState: Wrong(), feature: feature)
    withKnownIssue {
      _ = store.scope(\.child)
    } matching: { issue in
      "\(issue)".contains("is computed at each read")
    }
  }

  // MARK: End

  private enum Change: CaseIterable {
    case removed, replaced, moved, otherCase, withoutPayload
  }

  @Test(arguments: [true, false])
  func itsWorkEndsWhenItLeavesItsCase(inAHandler: Bool) async throws {
    for change in Change.allCases {
      let gate = Gate()
      let store = Store(initialState: Tour.State(), feature: Tour(gate: gate))
      let stop = Stop.State(1)
      store.state.destination = .start(stop)
      let child = try #require(store.scope(\.start))
      let sent: SentAction = child.send(.work("a"))
      await gate.waitUntilStarted()
      switch change {
      case .removed: store.state.destination = nil
      case .replaced: store.state.destination = .start(Stop.State(1))
      case .moved: store.state.destination = .end(stop)
      case .otherCase: store.state.destination = .sight(Sight.State())
      case .withoutPayload: store.state.destination = .map
      }
      if inAHandler {
        store.send(.push(9))
        #expect(gate.wasCancelled)
      }
      await gate.waitUntilCancelled()
      await sent.value
      #expect(stop.ended == ["a"])
      #expect(child.runningTaskCount == 0)
      #expect(store.scope(\.start) !== child)
    }
  }

  @Test func anActionInTheTurnOfTheRemovalIsDropped() throws {
    store.send(.open(1))
    let child = try #require(store.scope(\.start))
    state.destination = nil
    child.send(.type("late"))
    #expect(child.state.text == "")
    child.send(.report)
    #expect(state.log == [])
  }

  @Test func anActionOfAGrandchildInTheTurnOfTheRemovalIsDropped() throws {
    let root = Store(
      initialState: Root.State(),
      feature: Root(tour: .init(\.tour, Tour(gate: gate)))
    )
    root.state.tour.destination = .start(Stop.State(1))
    let tour = root.scope(\.tour)
    let child = try #require(tour.scope(\.start))
    root.state.tour = Tour.State()
    child.send(.type("late"))
    #expect(child.state.text == "")
    tour.send(.push(1))
    #expect(tour.state.path.isEmpty)
  }

  @Test func anOutputInTheTurnOfTheRemovalIsDropped() async throws {
    store.send(.open(1))
    let child = try #require(store.scope(\.start))
    let sent: SentAction = child.send(.workStubbornly)
    await gate.waitUntilStarted()
    gate.open()
    state.destination = nil
    await sent.value
    #expect(state.log == [])
  }

  // MARK: Other kinds

  @Test func outputsAreTheParentsActions() {
    store.send(.open(1))
    store.scope(\.start)?.send(.type("a"))
    store.scope(\.start)?.send(.report)
    #expect(state.log == [#"start reported("a")"#])
  }

  @Test func theParentSendsToIt() {
    store.send(.open(1))
    store.send(.tell("a"))
    #expect(store.scope(\.start)?.state.text == "a")
  }

  @Test func aTestSeesItsChangesByTheCase() async {
    let assertions = RecordingAssertions()
    let store = TestStore(
      initialState: Tour.State(),
      feature: Tour(gate: gate),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(.open(1)) { $0.destination = .start(Stop.State(1)) }
    await store.send(\.start, .type("a")) {
      guard case .start(let stop) = $0.destination else { return }
      stop.text = "a"
    }
    await store.send(\.start, .report)
    await store.receive(.start(.reported("a"))) { $0.log = [#"start reported("a")"#] }
    #expect(assertions.messages == [])
    await store.send(\.start, .type("b"))
    #expect(
      assertions.messages.last?.contains(#"destination.start.text: "a" → expected "a", got "b""#)
        == true
    )
    await store.send(\.end, .type("c"))
    #expect(
      assertions.messages.last?.contains("can't be sent to end: the child doesn't exist") == true
    )
    await store.finish()
  }
}

private struct Parent<State: AnyObject>: Feature {
  typealias Action = Never

  let state: State.Type
  let child: OptionalChild<Sight>

  func handle() -> ActionHandler<Never, State> { .empty }
}

private struct Root: Feature {
  typealias Action = Never

  @MainActor @Observable final class State {
    var tour = Tour.State()
  }

  let tour: Child<Tour>

  func handle() -> ActionHandler<Never, State> { .empty }
}
