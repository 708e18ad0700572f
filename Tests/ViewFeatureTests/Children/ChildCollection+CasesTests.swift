import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// Children in the cases of a path.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ChildCollectionCasesTests {
  private let gate = Gate()
  private let store: Store<Tour>
  private var state: Tour.State { store.state }

  init() {
    store = Store(initialState: Tour.State(), feature: Tour(gate: gate))
  }

  // MARK: Lookup

  @Test func eachCaseHasItsChildren() {
    let (stop, rest, sight) = (Stop.State(1), Stop.State(1), Sight.State())
    state.path = [.text("a"), .stop(stop), .rest(rest), .sight(here: sight)]
    #expect(store.scope(\.stops, id: 1)?.state === stop)
    #expect(store.scope(\.rests, id: 1)?.state === rest)
    #expect(store.scope(\.sights, id: sight.id)?.state === sight)
    #expect(store.scope(\.stops, id: 2) == nil)
  }

  @Test func ofStatesWithTheSameIDTheFirstCounts() {
    let (first, second) = (Stop.State(1), Stop.State(1))
    state.path = [.stop(first), .stop(second)]
    #expect(store.scope(\.stops, id: 1)?.state === first)
    state.path.removeFirst()
    #expect(store.scope(\.stops, id: 1)?.state === second)
  }

  @Test func aScreenThatAppearsTwiceIsOneChild() async throws {
    let stop = Stop.State(1)
    state.path = [.stop(stop), .text("between"), .stop(stop)]
    let child = try #require(store.scope(\.stops, id: 1))
    let sent: SentAction = child.send(.work("a"))
    store.send(.pop)
    #expect(store.scope(\.stops, id: 1) === child)
    #expect(!sent.isCancelled)
    state.path.removeFirst()
    store.send(.push(2))
    #expect(sent.isCancelled)
    await sent.value
  }

  @Test func aScreenOfItsOwnForEachVisitHasStatesWithoutIDs() {
    let sights = [Sight.State(), Sight.State()]
    state.path = sights.map { .sight(here: $0) }
    store.scope(\.sights, id: sights[1].id)?.send(.type("second"))
    #expect(sights.map(\.text) == ["", "second"])
  }

  @Test func theStackMayChangeInTheMiddle() async throws {
    state.path = (1...4).map { .stop(Stop.State($0)) }
    let children = try (1...4).map { try #require(store.scope(\.stops, id: $0)) }
    let sent: [SentAction] = children.map { $0.send(.work("a")) }
    state.path.remove(at: 1)
    state.path.swapAt(0, 2)
    state.path.insert(.text("new"), at: 1)
    store.send(.push(5))
    #expect(sent.map(\.isCancelled) == [false, true, false, false])
    for id in [1, 3, 4] { #expect(store.scope(\.stops, id: id) === children[id - 1]) }
    gate.open()
    for action in sent { await action.value }
  }

  @Test func eachChangeIsReadOnce() {
    let store = Store(
      initialState: Counted.State(),
      feature: Counted(stops: .init(\.path, Stop(gate: gate), output: .ignored))
    )
    store.state.steps = (1...10).map { .stop(Stop.State($0)) }
    _ = store.scope(\.stops, id: 1)
    let reads = store.state.reads
    for id in 1...10 { _ = store.scope(\.stops, id: id) }
    // Each call lets an observer see that the path was read. Each new child is read once more.
    #expect(store.state.reads == reads + 10 + 9)
    for id in 1...10 { _ = store.scope(\.stops, id: id) }
    #expect(store.state.reads == reads + 10 + 9 + 10)
  }

  // MARK: End

  @Test func poppingEndsTheWorkOfItsScreen() async throws {
    state.path = [.stop(Stop.State(1)), .stop(Stop.State(2))]
    let children = try (1...2).map { try #require(store.scope(\.stops, id: $0)) }
    let sent: [SentAction] = children.map { $0.send(.work("a")) }
    // `NavigationStack` does the same.
    state.path.removeLast()
    await sent[1].value
    #expect(sent.map(\.isCancelled) == [false, true])
    #expect(children[1].runningTaskCount == 0)
    gate.open()
    await sent[0].value
  }

  @Test func anActionInTheTurnOfThePopIsDropped() throws {
    state.path = [.stop(Stop.State(1))]
    let child = try #require(store.scope(\.stops, id: 1))
    state.path = []
    child.send(.report)
    child.send(.type("late"))
    #expect(state.log == [])
    #expect(child.state.text == "")
  }

  // MARK: Other kinds

  @Test func outputsComeWithTheIDAndByTheCase() {
    state.path = [.stop(Stop.State(1)), .rest(Stop.State(1))]
    store.scope(\.rests, id: 1)?.send(.report)
    store.scope(\.stops, id: 1)?.send(.report)
    #expect(state.log == [#"rest 1 reported("")"#, #"stop 1 reported("")"#])
  }

  @Test func theParentSendsToAllOfACaseInTheirOrder() {
    let stops = [Stop.State(2), Stop.State(1)]
    let rest = Stop.State(3)
    state.path = [.stop(stops[0]), .rest(rest), .text("a"), .stop(stops[1])]
    state.destination = .start(Stop.State(0))
    store.send(.tell("x"))
    #expect(stops.map(\.text) == ["x", "x"])
    #expect(rest.text == "")
  }

  @Test func aTestSeesThemByTheCase() async {
    let assertions = RecordingAssertions()
    let store = TestStore(
      initialState: Tour.State(),
      feature: Tour(gate: gate),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(.push(1)) { $0.path = [.stop(Stop.State(1))] }
    await store.send(\.stops[id: 1], .type("a")) {
      guard case .stop(let stop) = $0.path[0] else { return }
      stop.text = "a"
    }
    await store.send(\.stops[id: 1], .report)
    await store.receive(.stop(1, .reported("a"))) { $0.log = [#"stop 1 reported("a")"#] }
    await store.send(.push(2)) { $0.path.append(.stop(Stop.State(2))) }
    #expect(assertions.messages == [])
    await store.send(\.stops[id: 2], .type("b"))
    #expect(
      assertions.messages.last?.contains(#"path[1].stop.text: "" → expected "", got "b""#) == true
    )
    await store.send(.pop) { $0.path.removeLast() }
    await store.finish()
    #expect(assertions.messages.count == 1)
  }

  /// Compares running work with a list of the current screens.
  @Test(arguments: [0..<100, 100..<200])
  func workRunsForTheScreensOfThePath(seeds: Range<Int>) async {
    for seed in seedsOnOneThread(seeds) { await runPlan(seed) }
  }

  private func runPlan(_ seed: Int) async {
    var random = SeededGenerator(seed: seed)
    let gate = Gate()
    let store = Store(initialState: Tour.State(), feature: Tour(gate: gate))
    var begun: [(stop: Stop.State, isRest: Bool, sent: SentAction)] = []
    var lastID = 0
    for step in 1...30 {
      var path = store.state.path
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        lastID += 1
        path.append(.stop(Stop.State(lastID)))
      case 2:
        lastID += 1
        path.insert(.rest(Stop.State(lastID)), at: Int.random(in: 0...path.count, using: &random))
      case 3: path.append(.text("a"))
      case 4: path = path.dropLast()
      case 5:
        if !path.isEmpty { path.remove(at: Int.random(in: 0..<path.count, using: &random)) }
      case 6: path.shuffle(using: &random)
      default:
        // The same object in the other case is another child.
        path = path.map { screen in
          guard case .stop(let stop) = screen, stop.id % 3 == 0 else { return screen }
          return .rest(stop)
        }
      }
      store.state.path = path
      if Bool.random(using: &random) { store.send(.tell("\(step)"), withStart: true) }
      for screen in path where Int.random(in: 0..<3, using: &random) == 0 {
        switch screen {
        case .stop(let stop):
          if let sent: SentAction = store.scope(\.stops, id: stop.id)?.send(.work("a")) {
            begun.append((stop, false, sent))
          }
        case .rest(let stop):
          if let sent: SentAction = store.scope(\.rests, id: stop.id)?.send(.work("a")) {
            begun.append((stop, true, sent))
          }
        case .sight, .text: break
        }
      }
      store.send(.removeNothing)
      for work in begun {
        let isThere = path.contains { screen in
          switch screen {
          case .stop(let stop): stop === work.stop && !work.isRest
          case .rest(let stop): stop === work.stop && work.isRest
          case .sight, .text: false
          }
        }
        #expect(work.sent.isCancelled == !isThere, "seed \(seed), step \(step), \(work.stop.id)")
      }
      begun.removeAll { $0.sent.isCancelled }
    }
    store.cancelAllTasks()
    for work in begun { await work.sent.value }
  }
}

extension Store<Tour> {
  fileprivate func send(_ action: Tour.Action, withStart: Bool) {
    if withStart { state.destination = .start(Stop.State(0)) }
    send(action)
  }
}

/// A path that counts how often it is read.
private struct Counted: Feature {
  typealias Action = Never

  @MainActor @Observable final class State {
    var steps: [Tour.Screen] = []
    @ObservationIgnored var reads = 0

    var path: [Tour.Screen] {
      reads += 1
      return steps
    }
  }

  let stops: ChildCollection<Stop, Int>

  func handle() -> ActionHandler<Never, State> { .empty }
}
