import Foundation
import StateCore
import StateRequests
import StateTestSupport
import StateTesting
import Testing

/// Loads in virtual time, in several orders of jobs.
@MainActor @Suite(.needsVirtualTime, .simulated(seeds: 0..<100), .timeLimit(.minutes(20)))
struct RequestsTests {
  private let clock = TestClock()
  private let loads = CountedLoads()
  private let options = RequestOptions.make {
    $0.staleAfter = .seconds(60)
    $0.whenUnwatched = .cancel
  }

  private func makeRequests(
    _ policy: RetryPolicy = .never,
    limits: RequestLimits = RequestLimits()
  ) -> Requests<String, String> {
    let environment = StoreEnvironment.controlled(clock: clock)
    return Requests(
      limits: limits,
      clock: clock,
      date: { environment.now },
      policy: { _ in policy },
      load: { [loads] key, _ in try await loads.load(key) }
    )
  }

  private func value(
    of key: String = "x",
    _ requests: Requests<String, String>
  ) -> Task<String, any Error> {
    Task { [options] in try await requests.value(of: key, options).content }
  }

  // MARK: Callers

  @Test func callersShareALoad() async throws {
    let gate = Gate()
    loads.answer = { key, number in
      try await gate.pass()
      return "\(key)\(number)"
    }
    let requests = makeRequests()
    let callers = (0..<5).map { _ in value(requests) }
    await settle()
    gate.open()
    for caller in callers { #expect(try await caller.value == "x1") }
    #expect(loads.count == 1)
    let fresh = try await requests.value(of: "x", options)
    #expect(fresh.content == "x1" && !fresh.isLoaded)
  }

  @Test func aLoadOutlivesTheCallerThatStartedIt() async throws {
    let gate = Gate()
    loads.answer = { key, _ in
      try await gate.pass()
      return key
    }
    let requests = makeRequests()
    let first = value(requests)
    await settle()
    let second = value(requests)
    await settle()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    await settle()
    #expect(requests["x"]?.isLoading == true)
    gate.open()
    #expect(try await second.value == "x")
    #expect(loads.count == 1 && loads.cancelledCount == 0)
  }

  @Test func aCallerThatReplacesAnotherInOneTurnJoinsItsLoad() async throws {
    let gate = Gate()
    loads.answer = { key, _ in
      try await gate.pass()
      return key
    }
    let requests = makeRequests()
    let first = value(requests)
    await settle()
    first.cancel()
    let second = Task.immediate { [options] in try await requests.value(of: "x", options).content }
    await settle()
    gate.open()
    #expect(try await second.value == "x")
    #expect(loads.count == 1)
  }

  /// The service ignores cancellation.
  @Test func theLoadOfTheLastCallerIsCancelled() async throws {
    let gate = Gate()
    loads.answer = { key, _ in
      await gate.passStubbornly()
      return key
    }
    let requests = makeRequests()
    let caller = value(requests)
    await settle()
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    await gate.waitUntilCancelled()
    gate.open()
    await settle()
    #expect(requests["x"]?.content == nil && requests["x"]?.isLoading == false)
    #expect(requests.runningCount == 0)
  }

  @Test func aCancelledTaskStartsNoLoad() async {
    let requests = makeRequests()
    let caller = value(requests)
    caller.cancel()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(loads.count == 0)
  }

  @Test func aReloadDuringALoadGetsTheNextOne() async throws {
    let gate = Gate()
    loads.answer = { key, number in
      if number == 1 { try await gate.pass() }
      return "\(key)\(number)"
    }
    let requests = makeRequests()
    let first = value(requests)
    await settle()
    let second = Task { [options] in try await requests.reload("x", options) }
    await settle()
    gate.open()
    #expect(try await first.value == "x1")
    #expect(try await second.value == "x2")
  }

  @Test func aRemovalEndsTheCallers() async {
    let gate = Gate()
    loads.answer = { _, _ in
      try await gate.pass()
      return "late"
    }
    let requests = makeRequests()
    let caller = value(requests)
    await settle()
    requests.change { $0.clear(at: $1, &$2) }
    await #expect(throws: RequestRemoval.self) { try await caller.value }
    #expect(requests.count == 0 && requests.runningCount == 0)
  }

  // MARK: Time

  @Test func watchersPollAsOne() async {
    let requests = makeRequests()
    var polling = options
    polling.interval = .seconds(30)
    var shown: [[String]] = [[], [], []]
    let watches = shown.indices.map { index in
      requests.watch("x", polling) { view in
        if let content = view?.content { shown[index].append(content) }
      }
    }
    await settle()
    #expect(loads.count == 1)
    for number in 2...4 {
      await clock.advance(by: .seconds(30))
      #expect(loads.count == number)
    }
    watches[0].cancel()
    await settle()
    await clock.advance(by: .seconds(30))
    #expect(loads.count == 5)
    #expect(shown[0].last == "x4" && shown[1].last == "x5")
    for watch in watches { watch.cancel() }
    await settle()
    await clock.advance(by: .seconds(200))
    #expect(loads.count == 5)
    await clock.advance(by: .seconds(100))
    #expect(requests.count == 0 && clock.sleeperCount == 0)
  }

  /// The owner has one timer for all keys.
  @Test func theTimerFollowsTheEarliestTime() async {
    let requests = makeRequests()
    let intervals = ["x": 300, "y": 10]
    let watches = ["x", "y"].map { key in
      var polling = options
      polling.interval = .seconds(intervals[key] ?? 0)
      return requests.watch(key, polling) { _ in }
    }
    await settle()
    await clock.advance(by: .seconds(10))
    #expect(loads.counts == ["x": 1, "y": 2])
    // The timer for the next poll of `y` fires, and nothing is due.
    watches[1].cancel()
    await settle()
    await clock.advance(by: .seconds(10))
    #expect(loads.counts == ["x": 1, "y": 2])
    await clock.advance(by: .seconds(280))
    #expect(loads.counts == ["x": 2, "y": 2])
    watches[0].cancel()
  }

  @Test func attemptsFollowPauses() async throws {
    loads.answer = { key, number in
      if number < 3 { throw RequestFault(name: "\(number)") }
      return "\(key)\(number)"
    }
    let requests = makeRequests(.constant(.seconds(5)))
    let caller = value(requests)
    await settle()
    #expect(requests["x"]?.retry?.nextAttempt == 2)
    await clock.advance(by: .seconds(5))
    #expect(requests["x"]?.retry?.nextAttempt == 3)
    await clock.advance(by: .seconds(5))
    #expect(try await caller.value == "x3")
  }

  @Test func aCancellationIsNeverRetried() async {
    loads.answer = { _, _ in throw CancellationError() }
    let caller = value(makeRequests(.immediate(maxAttempts: 3).retrying { _ in true }))
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(loads.count == 1)
  }

  @Test func theLastErrorReachesTheCallers() async {
    let gate = Gate()
    loads.answer = { _, number in
      try await gate.pass()
      throw RequestFault(name: "\(number)")
    }
    let requests = makeRequests(.immediate())
    let callers = (0..<2).map { _ in value(requests) }
    await settle()
    gate.open()
    for caller in callers {
      await #expect(throws: RequestFault(name: "3")) { try await caller.value }
    }
    #expect(loads.count == 3)
  }

  // MARK: Ends

  @Test func aWatchEndsWithItsLastReference() async {
    let requests = makeRequests()
    var watch: RequestWatch? = requests.watch("x", options) { _ in }
    await settle()
    #expect(requests["x"]?.watcherCount == 1)
    withExtendedLifetime(watch) {}
    watch = nil
    await settle()
    #expect(requests["x"]?.watcherCount == 0)
  }

  @Test func theEndOfTheOwnerCancelsItsLoads() async {
    let gate = Gate()
    loads.answer = { key, _ in
      try await gate.pass()
      return key
    }
    var requests: Requests<String, String>? = makeRequests()
    var polling = options
    polling.interval = .seconds(30)
    let watch = requests?.watch("x", polling) { _ in }
    await settle()
    weak let ended = requests
    requests = nil
    await settle()
    #expect(ended == nil)
    #expect(gate.wasCancelled)
    #expect(clock.sleeperCount == 0)
    withExtendedLifetime(watch) {}
  }

  /// A receiver that changes the entry that it receives.
  @Test func inputsDuringCommandsFollowThem() async {
    let gate = Gate()
    loads.answer = { key, number in
      try await gate.pass()
      return "\(key)\(number)"
    }
    let requests = makeRequests()
    var shown: [String] = []
    let watch = requests.watch("x", options) { [options] view in
      guard let content = view?.content else { return }
      shown.append(content)
      if content == "x1" {
        requests.change { $0.set("set", for: "x", options, at: $1, &$2) }
        shown.append("returned")
      }
    }
    await settle()
    gate.open()
    await settle()
    #expect(shown == ["x1", "returned", "set"])
    watch.cancel()
  }

  // MARK: Random callers

  /// Tasks wait, reload, leave, and change content in random orders.
  @Test func everyCallerEnds() async throws {
    let seed = Int.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    let keys = ["x", "y"]
    loads.answer = { key, number in
      for _ in 0..<number % 4 { await Task.yield() }
      try Task.checkCancellation()
      if number.isMultiple(of: 5) { throw RequestFault(name: key) }
      return "\(key)\(number)"
    }
    let requests = makeRequests(.immediate(maxAttempts: 2))
    var tasks: [Task<Bool, Never>] = []
    var cancelled: Set<Int> = []
    for _ in 0..<60 {
      let key = keys.randomElement(using: &random) ?? "x"
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: tasks.append(makeCaller(requests, key, isReload: false))
      case 4: tasks.append(makeCaller(requests, key, isReload: true))
      case 5, 6:
        if let index = tasks.indices.randomElement(using: &random) {
          tasks[index].cancel()
          cancelled.insert(index)
        }
      case 7: requests.change { $0.invalidate(key, at: $1, &$2) }
      case 8: requests.change { [options] in $0.set("set", for: key, options, at: $1, &$2) }
      default: await Task.yield()
      }
    }
    for (index, task) in tasks.enumerated() {
      let wasCancelled = await task.value
      #expect(!wasCancelled || cancelled.contains(index), "seed \(seed)")
    }
    await settle()
    #expect(requests.runningCount == 0, "seed \(seed)")
    for key in keys { #expect(requests[key]?.isLoading != true, "seed \(seed)") }
  }

  /// Returns a caller, on the main actor or elsewhere, whose value is whether it was cancelled.
  private func makeCaller(
    _ requests: Requests<String, String>,
    _ key: String,
    isReload: Bool
  ) -> Task<Bool, Never> {
    Task.detached { [options] in
      do {
        if isReload {
          _ = try await requests.reload(key, options)
        } else {
          _ = try await requests.value(of: key, options)
        }
        return false
      } catch {
        return error is CancellationError
      }
    }
  }
}
