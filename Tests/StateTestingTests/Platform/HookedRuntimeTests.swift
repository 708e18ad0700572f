import StateTestSupport
import StateTesting
import Testing

/// Simulations with only the known hooks of the Swift runtime.
@Suite(.timeLimit(.minutes(20)), .onUnknownRuntime, .needsRuntimeHooks)
struct HookedRuntimeTests {
  private actor Log {
    private(set) var entries: [String] = []
    func add(_ entry: String) { entries.append(entry) }

    func addLater(_ entry: String) async throws {
      await Task.yield()
      try await ContinuousClock().sleep(for: .milliseconds(1))
      await MainActor.run { MainActor.assertIsolated() }
      entries.append(entry)
    }
  }

  /// Checks, calls another actor, and acts. The balance may have changed in the meantime.
  private actor Account {
    private let log: Log
    private var balance = 100

    init(log: Log) {
      self.log = log
    }

    var isOverdrawn: Bool { balance < 0 }

    func withdraw(_ amount: Int) async {
      guard balance >= amount else { return }
      await log.add("withdraw")
      balance -= amount
    }
  }

  /// Returns the order of tasks on two actors, the main actor, and no actor.
  private func order(seed: Int?) async throws -> [String] {
    try await simulate(seed: seed) {
      let first = Log()
      let second = Log()
      let all = LockIsolated<[String]>([])
      let tasks = (0..<4).flatMap { number in
        [
          Task {
            await first.add("first \(number)")
            all.withValue { $0.append("first \(number)") }
            await second.add("first to second \(number)")
            all.withValue { $0.append("first to second \(number)") }
          },
          Task { @MainActor in
            all.withValue { $0.append("main \(number)") }
            await Task.yield()
            all.withValue { $0.append("main again \(number)") }
          },
          Task {
            await second.add("second \(number)")
            all.withValue { $0.append("second \(number)") }
          },
        ]
      }
      for task in tasks { await task.value }
      return all.value
    }
  }

  @Test(.notRepeated) func aSeedDeterminesTheOrder() async throws {
    for seed: Int? in [nil, 7, 8] {
      let expected = try await order(seed: seed)
      #expect(expected.count == 20)
      for _ in 0..<200 { #expect(try await order(seed: seed) == expected) }
    }
  }

  @Test(.notRepeated) func seedsGiveDifferentOrders() async throws {
    var orders: Set<[String]> = []
    for seed in 0..<100 { orders.insert(try await order(seed: seed)) }
    #expect(orders.count > 90)
  }

  @Test func aCheckThatIsNoLongerTrueIsFound() async throws {
    var count = 0
    for seed in 0..<50 {
      let isOverdrawn = try await simulate(seed: seed) {
        let account = Account(log: Log())
        async let first: Void = account.withdraw(70)
        async let second: Void = account.withdraw(70)
        _ = await (first, second)
        return await account.isOverdrawn
      }
      if isOverdrawn { count += 1 }
    }
    #expect(count > 5)
    #expect(count < 50)
  }

  @Test func tasksOfTheMainActorBeginInTheOrderOfTheirCreation() async throws {
    for seed in 0..<50 {
      let order = try await simulate(seed: seed) { @MainActor in
        MainActor.assertIsolated()
        let order = LockIsolated<[Int]>([])
        let tasks = (0..<5).map { number in
          Task {
            MainActor.assertIsolated()
            order.withValue { $0.append(number) }
          }
        }
        for task in tasks { await task.value }
        return order.value
      }
      #expect(order == Array(0..<5))
    }
  }

  @Test func whoYieldsOrSleepsComesBack() async throws {
    for seed in 0..<20 {
      let log = Log()
      try await simulate(seed: seed) {
        let tasks = [
          Task {
            await Task.yield()
            try await ContinuousClock().sleep(for: .milliseconds(1))
            await log.add("anywhere")
          },
          Task { @MainActor in
            await Task.yield()
            try await ContinuousClock().sleep(for: .milliseconds(1))
            MainActor.assertIsolated()
            await log.add("main")
          },
          Task { try await log.addLater("actor") },
        ]
        for task in tasks { try await task.value }
      }
      #expect(await log.entries.sorted() == ["actor", "anywhere", "main"])
    }
  }

  @Test func everythingRunsBeforeSettleReturns() async throws {
    for seed in 0..<20 {
      let entries = try await simulate(seed: seed) {
        let log = Log()
        for number in 0..<5 { Task { await log.add("\(number)") } }
        await settle()
        return await log.entries
      }
      #expect(entries.sorted() == (0..<5).map(String.init))
    }
  }

  @Test func aDeadlockIsReportedAfterAWhile() async {
    let error = await #expect(throws: SimulationError.self) {
      try await withPatience(.milliseconds(100)) {
        try await simulate(seed: 3) {
          await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
        }
      }
    }
    #expect(error?.reason == .deadlock)
    #expect(error?.seed == 3)
  }

  @Test func tasksThatWakeEachOtherForEverAreStopped() async {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1, stepLimit: 1000) { @MainActor in
        while true { await Task.yield() }
      }
    }
    #expect(error?.reason == .stepLimit)
  }

  @Test func theErrorOfTheBodyIsThrown() async {
    struct Failure: Error {}
    await #expect(throws: Failure.self) { try await simulate(seed: 1) { throw Failure() } }
  }

  @Test func aCancellationFromOutsideReachesTheBody() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await simulate(seed: 1) {
        while !Task.isCancelled { await Task.yield() }
        return true
      }
    }
    #expect(try await task.value)
  }
}
