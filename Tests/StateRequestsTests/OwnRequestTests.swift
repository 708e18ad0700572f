import Foundation
import StateCore
import StateRequests
import StateTestSupport
import StateTesting
import Testing

/// An actor whose functions load.
private actor Service {
  private(set) var count = 0
  private let gate: Gate

  init(gate: Gate) {
    self.gate = gate
  }

  /// Loads with a function that uses the actor and a local variable, and doesn't escape.
  func load(_ request: OwnRequest<String>, _ options: RequestOptions) async throws -> Bool {
    var localCount = 0
    let isLoaded = try await request.load(options, isReload: false, retry: .never) {
      assertIsolated()
      count += 1
      localCount += 1
      try await gate.pass()
      assertIsolated()
      return "\(count)"
    }
    #expect(localCount <= 1)
    return isLoaded
  }
}

/// Returns whether it runs on an actor.
private nonisolated(nonsending) func isOnAnActor() async throws -> String {
  let isolation: (any Actor)? = #isolation
  return isolation == nil ? "nowhere" : "on an actor"
}

private enum Context {
  @TaskLocal static var name = "none"
}

/// Loads with functions of the callers, in virtual time and in several orders of jobs.
@MainActor @Suite(.needsVirtualTime, .simulated(seeds: 0..<100), .timeLimit(.minutes(20)))
struct OwnRequestTests {
  @MainActor
  private final class Shown {
    var contents: [String] = []
  }

  private let clock = TestClock()
  private let shown = Shown()
  private let request: OwnRequest<String>
  private let options = RequestOptions.make {
    $0.staleAfter = .seconds(600)
    $0.whenUnwatched = .cancel
  }

  init() {
    let environment = StoreEnvironment.controlled(clock: clock)
    request = OwnRequest(
      clock: clock,
      date: { environment.now },
      show: { [shown] view in
        if let content = view?.content { shown.contents.append(content) }
      }
    )
  }

  /// Starts an effect like those of *Forecast*.
  private func load(
    isReload: Bool = false,
    _ fetch: @escaping @MainActor @Sendable () async throws -> String
  ) -> Task<Bool, any Error> {
    Task.immediate { [options, request] in
      try await request.load(options, isReload: isReload, retry: .never) { try await fetch() }
    }
  }

  // MARK: Forecast

  /// `appeared` twice during the first load: the second effect replaces the first.
  @Test func aSecondAppearanceJoinsTheLoadOfTheFirst() async throws {
    let gate = Gate()
    var calls = 0
    let days: @MainActor @Sendable () async throws -> String = {
      calls += 1
      try await gate.pass()
      return "sun"
    }
    let first = load(days)
    await settle()
    first.cancel()
    let second = load(days)
    await settle()
    #expect(request.view?.isLoading == true)
    gate.open()
    #expect(try await second.value)
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(calls == 1 && shown.contents.last == "sun")
    #expect(try await !load(days).value)
  }

  /// A pull replaces the first load.
  @Test func aPullGetsTheLoadAfterTheFirst() async throws {
    let gate = Gate()
    var calls = 0
    let days: @MainActor @Sendable () async throws -> String = {
      calls += 1
      let call = calls
      if call == 1 { try await gate.pass() }
      return "\(call)"
    }
    let first = load(days)
    await settle()
    first.cancel()
    let second = load(isReload: true, days)
    await settle()
    gate.open()
    #expect(try await second.value)
    #expect(shown.contents.last == "2" && request.view?.isLoading == false)
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  /// The function of the first caller notices the cancellation of its caller, for example in a nested load.
  @Test func theFunctionOfAnotherCallerReplacesACancelledOne() async throws {
    let gate = Gate()
    let first = load {
      await gate.passStubbornly()
      throw CancellationError()
    }
    await settle()
    let second = load { "second" }
    first.cancel()
    gate.open()
    #expect(try await second.value)
    #expect(shown.contents.last == "second")
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  /// The function ignores cancellation, and returns in the turn in which its caller leaves.
  @Test func aResultInTheTurnOfTheCancellationIsDropped() async {
    let gate = Gate()
    let caller = load {
      await gate.passStubbornly()
      return "late"
    }
    await settle()
    caller.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(request.view?.content == nil && request.view?.isLoading == false)
  }

  @Test(arguments: [false, true])
  func contentFromBeforeTheFirstCallerIsKnown(isInvalidated: Bool) async throws {
    let environment = StoreEnvironment.controlled(clock: clock)
    let request = OwnRequest<String>(
      clock: clock,
      date: { environment.now },
      begin: { request, options in
        request.begin(
          with: "kept",
          loadedAt: environment.now,
          isInvalidated: isInvalidated,
          options
        )
      },
      show: { _ in }
    )
    var options = options
    options.keepsFor = RequestOptions.forever
    let isLoaded = try await request.load(options, isReload: false, retry: .never) { "new" }
    #expect(isLoaded == isInvalidated)
    await clock.advance(by: .seconds(10_000))
    #expect(request.view?.content == (isInvalidated ? "new" : "kept"))
    #expect(clock.sleeperCount == 0)
  }

  @Test func theLastCallerCancelsItsFunctionAndReturnsAfterIt() async {
    let gate = Gate()
    let caller = load {
      await gate.passStubbornly()
      return "late"
    }
    await settle()
    caller.cancel()
    await gate.waitUntilCancelled()
    gate.open()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(request.view?.content == nil && request.view?.isLoading == false)
  }

  // MARK: keepFresh

  private func keepFresh(
    every interval: Duration,
    _ fetch: @escaping @MainActor @Sendable () async throws -> String
  ) -> Task<Void, any Error> {
    var options = options
    options.interval = interval
    return Task.immediate { [options, request] in
      try await request.keepFresh(options, retry: .never) { try await fetch() }
    }
  }

  @Test func theSecondOfTwoWatchesGetsTheLoadOfTheFirst() async throws {
    let gate = Gate()
    let first = keepFresh(every: .seconds(300)) {
      try await gate.pass()
      return "first"
    }
    await settle()
    let second = keepFresh(every: .seconds(300)) { "second" }
    await settle()
    first.cancel()
    await settle()
    gate.open()
    await settle()
    #expect(shown.contents.last == "first")
    await #expect(throws: CancellationError.self) { try await first.value }
    // The second one polls with its own function.
    await clock.advance(by: .seconds(300))
    await settle()
    #expect(shown.contents.last == "second")
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    await settle()
    await clock.advance(by: .seconds(10_000))
    #expect(clock.sleeperCount == 0)
  }

  @Test func aPullLoadsWithItsOwnFunction() async throws {
    let watcher = keepFresh(every: .seconds(300)) { "watched" }
    await settle()
    #expect(try await load(isReload: true) { "pulled" }.value)
    #expect(shown.contents.last == "pulled")
    await clock.advance(by: .seconds(300))
    await settle()
    #expect(shown.contents.last == "watched")
    watcher.cancel()
    await #expect(throws: CancellationError.self) { try await watcher.value }
  }

  @Test func threeWatchersPollAsOne() async {
    var calls = 0
    let watchers = (0..<3).map { _ in
      keepFresh(every: .seconds(30)) {
        calls += 1
        return "\(calls)"
      }
    }
    await settle()
    #expect(calls == 1)
    for number in 2...4 {
      await clock.advance(by: .seconds(30))
      await settle()
      #expect(calls == number)
    }
    request.end()
    for watcher in watchers {
      await #expect(throws: CancellationError.self) { try await watcher.value }
    }
  }

  // MARK: Contexts

  @Test func aFunctionRunsOnTheActorOfItsCaller() async throws {
    let gate = Gate()
    let services = [Service(gate: gate), Service(gate: gate)]
    let callers = services.map { service in
      Task { [request, options] in try await service.load(request, options) }
    }
    await settle()
    gate.open()
    for caller in callers { #expect(try await caller.value) }
    let counts = [await services[0].count, await services[1].count]
    #expect(counts.sorted() == [0, 1])
  }

  /// A function without an actor takes that of its caller.
  @Test func aFunctionWithoutAnActorRunsOnThatOfItsCaller() async throws {
    let fetch: nonisolated(nonsending) @Sendable () async throws -> String = isOnAnActor
    _ = try await request.load(options, isReload: true, retry: .never, fetch)
    #expect(shown.contents.last == "on an actor")
    try await Task.detached { [request, options] in
      _ = try await request.load(options, isReload: true, retry: .never, fetch)
    }.value
    #expect(shown.contents.last == "nowhere")
  }

  @Test func aFunctionHasTheTaskLocalValuesOfItsCaller() async throws {
    try await Context.$name.withValue("caller") {
      _ = try await request.load(options, isReload: false, retry: .never) { Context.name }
    }
    #expect(shown.contents.last == "caller")
  }

  @Test func theEndOfTheStateEndsTheCallers() async {
    let gate = Gate()
    let caller = load {
      try await gate.pass()
      return "late"
    }
    await settle()
    request.end()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(gate.wasCancelled)
    await #expect(throws: CancellationError.self) { try await load { "later" }.value }
  }

  @Test func nothingKeepsTheLoadsAfterTheirCallers() async throws {
    var request: OwnRequest<String>? = OwnRequest(clock: clock, date: { Date() }, show: { _ in })
    weak let ended = request
    let watcher = Task.immediate { [request, options] in
      try await request?.keepFresh(options, retry: .never) { "watched" }
    }
    _ = try await request?.load(options, isReload: true, retry: .never) { "loaded" }
    watcher.cancel()
    _ = await watcher.result
    request = nil
    await settle()
    #expect(ended == nil)
  }

  // MARK: Random callers

  /// Callers on several actors load, reload, watch and leave in random orders.
  @Test func everyCallerReturnsAfterItsFunction() async {
    let seed = Int.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    let open = LockIsolated(0)
    var tasks: [Task<Bool, Never>] = []
    var cancelled: Set<Int> = []
    for _ in 0..<50 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let kind = Int.random(in: 0..<3, using: &random)
        tasks.append(makeCaller(kind, open, failsEvery: Int.random(in: 2..<6, using: &random)))
      case 5, 6:
        guard let index = tasks.indices.randomElement(using: &random) else { continue }
        tasks[index].cancel()
        cancelled.insert(index)
      case 7: request.change { $0.invalidate(.init(), at: $1, &$2) }
      case 8:
        request.change { [options] in $0.set("set", for: .init(), options, at: $1, &$2) }
      default: await settle()
      }
    }
    await settle()
    request.end()
    for task in tasks { #expect(await task.value, "seed \(seed)") }
    #expect(open.value == 0, "seed \(seed)")
  }

  /// Returns a caller whose value is whether its function has ended before its call.
  private func makeCaller(
    _ kind: Int,
    _ open: LockIsolated<Int>,
    failsEvery step: Int
  ) -> Task<Bool, Never> {
    Task.detached { [request, options] in
      let own = LockIsolated(0)
      let fetch: @Sendable () async throws -> String = {
        let number = open.withValue { number in
          number += 1
          return number
        }
        own.withValue { $0 += 1 }
        defer {
          open.withValue { $0 -= 1 }
          own.withValue { $0 -= 1 }
        }
        for _ in 0..<3 { await Task.yield() }
        if number.isMultiple(of: step) { throw RequestFault(name: "\(number)") }
        return "\(number)"
      }
      do {
        if kind == 2 {
          try await request.keepFresh(options, retry: .immediate(), fetch)
        } else {
          _ = try await request.load(options, isReload: kind == 1, retry: .immediate(), fetch)
        }
      } catch {}
      return own.value == 0
    }
  }
}
