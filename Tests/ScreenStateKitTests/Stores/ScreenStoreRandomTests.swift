import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// Random actions, ends, cancels and moments, against the plainest reading of the policies.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ScreenStoreRandomTests {
  @Test(.notRepeated, arguments: 0..<1_000)
  func theStoreDoesWhatTheReferenceDoes(seed: Int) async throws {
    try await simulate(seed: seed) { await compare(seed: seed) }
  }

  @Test(.notRepeated, arguments: 0..<200)
  func theStoreDoesSoWithAllThreadsToo(seed: Int) async {
    await compare(seed: seed)
  }

  private func compare(seed: Int) async {
    var generator = SeededGenerator(seed: seed)
    let clock = TestClock()
    let store = StepStore(clock: clock)
    let state = StepState()
    await store.binding(state: state)
    var steps = store.steps.makeAsyncIterator()
    var handles: [Int: AnyTask] = [:]
    var lane = ReferenceLane()

    // The store reports as many steps as the reference has events, and the same ones.
    func expect(_ events: [ReferenceLane.Event], ended: Int? = nil) async {
      var expected: Set<StepStore.Step> = []
      for event in events {
        switch event {
        case .began(let id): expected.insert(.began(id))
        case .cancelled(let id): expected.insert(.cancelled(id))
        }
      }
      if let ended { expected.insert(.ended(ended)) }
      var reported: Set<StepStore.Step> = []
      for _ in expected {
        if let step = await steps.next(isolation: MainActor.shared) { reported.insert(step) }
      }
      #expect(reported == expected)
      for case .cancelled(let id) in events { _ = try? await handles[id]?.waitComplete() }
    }

    for id in 0..<30 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<4:
        let policy = ReferenceLane.Policy.allCases.randomElement(using: &generator) ?? .drop
        handles[id] = store.receive(
          action: StepStore.Action(id: id, executionPolicy: policy.executionPolicy)
        )
        await expect(lane.receive(id, policy))
      case 4, 5:
        guard let id = lane.runningIDs.randomElement(using: &generator) else { continue }
        store.end(id)
        try? await handles[id]?.waitComplete()
        await expect(lane.end(id), ended: id)
        #expect(state.shown.last == id)
      case 6:
        guard let id = lane.liveIDs.randomElement(using: &generator) else { continue }
        handles[id]?.cancel()
        await expect(lane.cancel(id))
      default:
        if lane.hasTimer { await clock.waitForSleepers() }
        // Less than the shortest timer: one of them at most fires.
        let time = Int.random(in: 1..<ReferenceLane.pause, using: &generator)
        await clock.advance(by: .seconds(time))
        await expect(lane.advance(by: time))
      }
    }

    // What is left ends as well: nothing is lost and nothing keeps loading.
    store.binding.cancelAll()
    for handle in handles.values { _ = try? await handle.waitComplete() }
    #expect(!state.isLoading)
    #expect(state.displayError == nil)
  }
}

extension ReferenceLane.Policy {
  fileprivate var executionPolicy: ExecutionPolicy {
    let pause = Duration.seconds(ReferenceLane.pause)
    return switch self {
    case .drop: .dropWhileRunning
    case .restart: .restart
    case .queue: .queue
    case .pairs: .concurrent(limit: 2)
    case .concurrent: .concurrent
    case .debounce: .debounce(for: pause)
    case .throttle: .throttle(for: pause)
    case .throttleFirst: .throttle(for: pause, latest: false)
    }
  }
}
