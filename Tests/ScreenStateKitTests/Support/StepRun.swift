import ScreenRecording
import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

/// A store and a model for each of its lanes, with the same actions, ends, cancels, and times.
@MainActor
final class StepRun {
  /// The actions of the first lane share a lock key, those of the second lane a group.
  private var lanes = [ReferenceLane(), ReferenceLane()]
  private let clock = TestClock()
  private let store: StepStore
  private var state: StepState?
  private weak let weakState: StepState?
  private let steps: AsyncStream<StepStore.Step>.AsyncIterator
  private var handles: [Int: AnyTask] = [:]
  private var random: SeededGenerator
  private var laneOfID: [Int: Int] = [:]
  private var priorities: [Int: TaskPriority] = [:]
  private var lastID = 0
  private(set) var history = StepHistory()

  init(seed: Int, isRecorded: Bool = false) async {
    random = SeededGenerator(seed: seed)
    store = StepStore(clock: clock)
    let state = StepState()
    self.state = state
    weakState = state
    steps = store.steps.makeAsyncIterator()
    await store.binding(state: state)
    if isRecorded { history.store = startRecording(store.binding) }
  }

  func doEverything() async {
    for _ in 0..<30 { await doSomething() }
    await finish()
  }

  private func doSomething() async {
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: await receive()
    case 4, 5: await end()
    case 6: await fail()
    case 7: await cancel()
    case 8: await receiveTogether()
    case 9 where chance(1, in: 4): await cancelAll()
    default: await advance()
    }
    await clock.waitForSleepers(count: deadlines.count)
  }

  /// Ends all remaining work: nothing is lost and nothing keeps loading.
  private func finish() async {
    if chance(1, in: 2) {
      #expect(state?.displayError == nil)
      store.binding.cancelAll()
    } else {
      state = nil
      #expect(weakState == nil)
    }
    for handle in handles.values { _ = try? await handle.waitComplete() }
    if let state {
      #expect(!state.isLoading)
      #expect(state.displayError == nil)
    }
    state = nil
    #expect(weakState == nil)
  }

  // MARK: Operations

  private func receive() async {
    let lane = Int.random(in: 0..<2, using: &random)
    let request = makeRequest()
    await receive(makeAction(request, in: lane))
    await expect(lanes[lane].receive(request))
  }

  /// Sends actions in one turn, the last one possibly with the other method.
  private func receiveTogether() async {
    var events: [ReferenceLane.Event] = []
    let count = Int.random(in: 2..<6, using: &random)
    for index in 1...count {
      let lane = Int.random(in: 0..<2, using: &random)
      var request = makeRequest()
      request.policy = .concurrent
      let action = makeAction(request, in: lane)
      if index == count, chance(1, in: 2) {
        handles[request.id] = Task { await store.isolatedReceive(action: action) }.store(in: nil)
      } else {
        handles[request.id] = store.receive(action: action)
      }
      events += lanes[lane].receive(request)
    }
    await expect(events)
  }

  private func end() async {
    guard let id = pick(lanes.flatMap(\.performingIDs)), let lane = laneOfID[id] else { return }
    var events: [ReferenceLane.Event] = []
    lanes[lane].leave(id)
    if chance(1, in: 3) {
      // An action that another action receives may compete with it.
      let next = Int.random(in: 0..<2, using: &random)
      let request = makeRequest()
      priorities[request.id] = priorities[id]
      history.senders[request.id] = id
      store.send(makeAction(request, in: next), from: id)
      events += lanes[next].receive(request)
    }
    store.end(id)
    await wait(for: id)
    for (id, handle) in store.takeSent() { handles[id] = handle }
    events += lanes[lane].end(id)
    await expect(events, ended: id)
    #expect(state?.shown.last == id)
  }

  private func fail() async {
    guard let id = pick(lanes.flatMap(\.performingIDs)), let lane = laneOfID[id] else { return }
    history.failures[id, default: 0] += 1
    store.end(id, throwing: StepFailure())
    let (isLast, events) = lanes[lane].fail(id)
    guard isLast else { return }
    await wait(for: id)
    expectError()
    await expect(events)
  }

  private func cancel() async {
    guard let id = pick(lanes.flatMap(\.liveIDs)), let lane = laneOfID[id] else { return }
    handles[id]?.cancel()
    await expect(lanes[lane].cancel(id))
  }

  private func cancelAll() async {
    store.binding.cancelAll()
    await expect(lanes[0].cancelAll() + lanes[1].cancelAll())
  }

  /// Advances the time from deadline to deadline.
  private func advance() async {
    let time = lanes[0].now + 1_000 * Int.random(in: 1..<12, using: &random)
    while let next = deadlines.min(), next <= time { await advance(to: next) }
    await advance(to: time)
  }

  private func advance(to time: Int) async {
    await clock.waitForSleepers(count: deadlines.count)
    await clock.advance(by: .milliseconds(time - lanes[0].now))
    // The windows of both lanes may end together, in any order.
    let events = [lanes[0].advance(to: time), lanes[1].advance(to: time)]
    for events in events { expectOrder(events) }
    await expect(events.flatMap(\.self), areTogether: true)
  }

  /// Work that a timer begins is the newest of its lane: it cancels only older work.
  private func expectOrder(_ events: [ReferenceLane.Event]) {
    for case .began(let begun) in events where !history.begun.contains(begun) {
      for case .cancelled(let id) in events where !events.contains(.timedOut(id)) {
        #expect(id < begun)
      }
    }
  }

  private var deadlines: [Int] { lanes.flatMap(\.deadlines) }

  // MARK: Actions

  private func makeRequest() -> ReferenceLane.Request {
    lastID += 1
    var request = ReferenceLane.Request(id: lastID)
    request.policy = ReferenceLane.Policy.allCases.randomElement(using: &random) ?? .drop
    if chance(1, in: 3) {
      request.attempts = Int.random(in: 2...3, using: &random)
      request.pause = makeDuration()
    }
    if chance(1, in: 3) { request.timeout = makeDuration() }
    return request
  }

  /// Returns a duration such that no two timers end together, and none ends when the time has been advanced.
  private func makeDuration() -> Int {
    timerCount += 1
    return Int.random(in: 1..<15, using: &random) * 1_000 + 1 + timerCount * 37 % 997
  }

  private var timerCount = 0

  private func makeAction(_ request: ReferenceLane.Request, in lane: Int) -> StepStore.Action {
    laneOfID[request.id] = lane
    history.received.insert(request.id)
    var policy = request.policy.executionPolicy
    if request.attempts > 1 {
      let pause = Duration.milliseconds(request.pause)
      policy = policy.retry(.constant(pause, maxAttempts: request.attempts))
    }
    if let timeout = request.timeout { policy = policy.timeout(.milliseconds(timeout)) }
    return StepStore.Action(
      id: request.id,
      lane: lane == 0 ? "lane" : "\(request.id)",
      executionPolicy: lane == 0 ? policy : policy.group("group"),
      canTrackLoading: chance(1, in: 2),
      hasGatePerAttempt: true
    )
  }

  /// Receives an action, possibly from a task with a separate priority.
  private func receive(_ action: StepStore.Action) async {
    let all: [TaskPriority] = [.background, .low, .medium, .high]
    guard chance(1, in: 2), let priority = pick(all) else {
      handles[action.id] = store.receive(action: action)
      return
    }
    priorities[action.id] = priority
    await withCheckedContinuation { received in
      _ = Task(priority: priority) {
        handles[action.id] = store.receive(action: action)
        received.resume()
      }
    }
  }

  private func pick<Element>(_ elements: [Element]) -> Element? {
    elements.randomElement(using: &random)
  }

  private func chance(_ share: Int, in whole: Int) -> Bool {
    Int.random(in: 0..<whole, using: &random) < share
  }

  // MARK: Comparison

  /// Expects the store to report the same steps as the events of the reference.
  ///
  /// Actions begin in the order of the reference.
  private func expect(
    _ events: [ReferenceLane.Event],
    ended: Int? = nil,
    areTogether: Bool = false
  ) async {
    var expected = events.compactMap { event -> StepStore.Step? in
      switch event {
      case .began(let id): .began(id)
      case .cancelled(let id): .cancelled(id)
      case .stopped, .timedOut: nil
      }
    }
    if let ended { expected.append(.ended(ended)) }
    var reported: [StepStore.Step] = []
    for _ in expected {
      var iterator = steps
      if let step = await iterator.next(isolation: MainActor.shared) { reported.append(step) }
    }
    #expect(Set(reported) == Set(expected))
    var begun = [reported, expected].map { $0.compactMap(\.begunID) }
    if areTogether {
      // Each lane has its own order.
      begun = begun.map { ids in ids.filter { laneOfID[$0] == 0 } + ids.filter { laneOfID[$0] == 1 }
      }
    }
    #expect(begun[0] == begun[1])
    for event in events {
      switch event {
      case .began(let id):
        history.begun.insert(id)
        if let priority = priorities[id] { #expect(store.priority(of: id) == priority) }
      case .cancelled(let id), .stopped(let id): await wait(for: id)
      case .timedOut(let id):
        history.failures[id, default: 0] += 1
        await wait(for: id)
        expectError()
      }
    }
  }

  private func wait(for id: Int) async {
    _ = try? await handles[id]?.waitComplete()
  }

  /// The screen shows an error.
  private func expectError() {
    #expect(state?.displayError != nil)
    state?.displayError = nil
  }
}

private struct StepFailure: Error {}

extension StepStore.Step {
  fileprivate var begunID: Int? {
    if case .began(let id) = self { id } else { nil }
  }
}

extension ReferenceLane.Policy {
  fileprivate var executionPolicy: ExecutionPolicy {
    let window = Duration.milliseconds(ReferenceLane.window)
    return switch self {
    case .drop: .dropWhileRunning
    case .restart: .restart
    case .queue: .queue
    case .pairs: .concurrent(limit: 2)
    case .concurrent: .concurrent
    case .debounce: .debounce(for: window)
    case .throttle: .throttle(for: window)
    case .throttleFirst: .throttle(for: window, latest: false)
    }
  }
}
