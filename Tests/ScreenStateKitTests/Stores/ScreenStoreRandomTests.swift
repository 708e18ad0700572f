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
    var lastID = 0
    var timedIDs: Set<Int> = []

    // The store reports as many steps as the reference has events, and the same ones; actions begin in
    // the order of the reference.
    func expect(_ events: [ReferenceLane.Event], ended: Int? = nil) async {
      var expected: [StepStore.Step] = events.map { event in
        switch event {
        case .began(let id): .began(id)
        case .cancelled(let id): .cancelled(id)
        }
      }
      if let ended { expected.append(.ended(ended)) }
      var reported: [StepStore.Step] = []
      for _ in expected {
        if let step = await steps.next(isolation: MainActor.shared) { reported.append(step) }
      }
      #expect(Set(reported) == Set(expected))
      #expect(reported.filter(\.isBegin) == expected.filter(\.isBegin))
      for case .cancelled(let id) in events { _ = try? await handles[id]?.waitComplete() }
    }

    for _ in 0..<30 {
      switch Int.random(in: 0..<9, using: &generator) {
      case 0..<4:
        lastID += 1
        let policy = ReferenceLane.Policy.allCases.randomElement(using: &generator) ?? .drop
        handles[lastID] = store.receive(
          action: StepStore.Action(id: lastID, executionPolicy: policy.executionPolicy)
        )
        await expect(lane.receive(lastID, policy))
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
      case 7:
        // In one turn, of all kinds, the last one perhaps by the other way.
        var events: [ReferenceLane.Event] = []
        let count = Int.random(in: 2..<6, using: &generator)
        for index in 1...count {
          lastID += 1
          var policy = ExecutionPolicy.concurrent
          if Bool.random(using: &generator) {
            policy = policy.timeout(.seconds(1_000_000))
            timedIDs.insert(lastID)
          }
          let action = StepStore.Action(
            id: lastID,
            executionPolicy: policy,
            canTrackLoading: .random(using: &generator)
          )
          if index == count, Bool.random(using: &generator) {
            handles[lastID] = Task { await store.isolatedReceive(action: action) }.store(in: nil)
          } else {
            handles[lastID] = store.receive(action: action)
          }
          events += lane.receive(lastID, .concurrent)
        }
        await expect(events)
      default:
        let timeouts = timedIDs.intersection(lane.runningIDs).count
        await clock.waitForSleepers(count: timeouts + (lane.hasTimer ? 1 : 0))
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

extension StepStore.Step {
  fileprivate var isBegin: Bool {
    if case .began = self { true } else { false }
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
