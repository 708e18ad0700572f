import Foundation
import Observation
import StateTestSupport
import Testing
import ViewFeature

@testable import StateTesting

@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct SimulateTests {
  private actor Log {
    var entries: [String] = []
    func add(_ entry: String) { entries.append(entry) }
  }

  private actor Account {
    private var balance = 100
    var isOverdrawn: Bool { balance < 0 }

    /// Checks, suspends, and acts.
    ///
    /// The balance may have changed in the meantime.
    func withdraw(_ amount: Int) async {
      guard balance >= amount else { return }
      await Task.yield()
      balance -= amount
    }
  }

  @MainActor @Observable final class Counter {
    var count = 0
  }

  /// Returns the order of tasks on two actors, the main actor, and no actor, with yields and sleeps.
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
            await Task.yield()
            await second.add("first to second \(number)")
            all.withValue { $0.append("first to second \(number)") }
          },
          Task { @MainActor in
            all.withValue { $0.append("main \(number)") }
            try? await ContinuousClock().sleep(for: .seconds(number % 2))
            all.withValue { $0.append("main again \(number)") }
          },
          Task {
            try? await ContinuousClock().sleep(for: .seconds(1))
            all.withValue { $0.append("awake \(number)") }
          },
        ]
      }
      for task in tasks { await task.value }
      return all.value
    }
  }

  // MARK: Order

  @Test(.notRepeated) func aSeedDeterminesTheOrder() async throws {
    for seed: Int? in [nil, 7] {
      let expected = try await order(seed: seed)
      #expect(expected.count == 20)
      for _ in 0..<500 { #expect(try await order(seed: seed) == expected) }
    }
  }

  @Test(.notRepeated) func seedsGiveDifferentOrders() async throws {
    var orders: Set<[String]> = []
    for seed in 0..<100 { orders.insert(try await order(seed: seed)) }
    #expect(orders.count == 100)
  }

  @Test func withoutASeedTasksRunInTheOrderOfTheirCreation() async throws {
    let entries = try await simulate {
      let log = Log()
      let tasks = (0..<20).map { number in Task { await log.add("\(number)") } }
      for task in tasks { await task.value }
      return await log.entries
    }
    #expect(entries == (0..<20).map(String.init))
  }

  @Test func aCheckThatIsNoLongerTrueIsFound() async throws {
    var count = 0
    for seed in 0..<50 {
      let isOverdrawn = try await simulate(seed: seed) {
        let account = Account()
        async let first: Void = account.withdraw(70)
        async let second: Void = account.withdraw(70)
        _ = await (first, second)
        return await account.isOverdrawn
      }
      if isOverdrawn { count += 1 }
    }
    #expect(count > 10)
  }

  /// Returns the steps of two tasks that move from actor to actor, one of which cancels the other.
  private func steps(seed: Int) async throws -> [String] {
    try await simulate(seed: seed) {
      let steps = LockIsolated<[String]>([])
      let first = Log()
      let second = Log()
      let other = Log()
      let task = Task {
        await first.add("")
        steps.withValue { $0.append("1 \(Task.isCancelled)") }
        await other.add("")
        steps.withValue { $0.append("2 \(Task.isCancelled)") }
        await first.add("")
        steps.withValue { $0.append("3 \(Task.isCancelled)") }
      }
      await second.add("")
      await second.add("")
      task.cancel()
      await task.value
      return steps.value
    }
  }

  @Test func aCancelComesBetweenAnyTwoSteps() async throws {
    var orders: Set<[String]> = []
    for seed in 0..<300 { orders.insert(try await steps(seed: seed)) }
    let expected: Set = [
      ["1 true", "2 true", "3 true"], ["1 false", "2 true", "3 true"],
      ["1 false", "2 false", "3 true"], ["1 false", "2 false", "3 false"],
    ]
    #expect(orders == expected)
  }

  @Test func aTaskMayGoOnAtOnceFromActorToActor() async throws {
    var count = 0
    for seed in 0..<300 {
      let isAtOnce = try await simulate(seed: seed) {
        let log = Log()
        let others = LockIsolated(0)
        for _ in 0..<5 { Task { others.withValue { $0 += 1 } } }
        // There are enough steps to make it improbable that chance alone holds the others back.
        for _ in 0..<6 { await log.add("") }
        return others.value == 0
      }
      if isAtOnce { count += 1 }
    }
    #expect(count > 30)
    #expect(count < 270)
  }

  @MainActor
  @Test func tasksOfTheMainActorBeginInTheOrderOfTheirCreation() async throws {
    for seed in 0..<200 {
      let order = try await simulate(seed: seed) { @MainActor in
        let order = LockIsolated<[Int]>([])
        let tasks = (0..<5).map { number in
          Task(priority: number.isMultiple(of: 2) ? .low : .high) {
            order.withValue { $0.append(number) }
          }
        }
        for task in tasks { await task.value }
        return order.value
      }
      #expect(order == Array(0..<5))
    }
  }

  // The simulation follows the rule of the system.
  @MainActor
  @Test func tasksOfTheMainActorDoSoOutsideToo() async {
    var order: [Int] = []
    let tasks = (0..<50).map { number in
      Task(priority: number.isMultiple(of: 2) ? .low : .high) { order.append(number) }
    }
    for task in tasks { await task.value }
    #expect(order == Array(0..<50))
  }

  // MARK: Time

  @Test func anHourPassesInNoTime() async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let elapsed = try await simulate {
      let start = clock.now
      try await clock.sleep(for: .seconds(3600))
      return clock.now - start
    }
    #expect(elapsed == .seconds(3600))
    #expect(clock.now - start < .seconds(3600))
  }

  @Test(arguments: [nil, 3])
  func sleepersWakeInTheOrderOfTheirDeadlines(seed: Int?) async throws {
    let times = try await simulate(seed: seed) {
      await withTaskGroup { group in
        let start = SuspendingClock.now
        for seconds in [5, 1, 3, 2, 4] {
          group.addTask {
            try? await SuspendingClock().sleep(for: .seconds(seconds))
            return SuspendingClock.now - start
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(times == (1...5).map { .seconds($0) })
  }

  @Test func deadlinesThatAreEqualAreReachedTogether() async throws {
    var orders: Set<[String]> = []
    for seed in 0..<40 {
      let order = try await simulate(seed: seed) {
        let order = LockIsolated<[String]>([])
        let twice = Task {
          try await ContinuousClock().sleep(for: .seconds(1))
          try await ContinuousClock().sleep(for: .seconds(1))
          order.withValue { $0.append("twice") }
        }
        let once = Task {
          try await ContinuousClock().sleep(for: .seconds(2))
          order.withValue { $0.append("once") }
        }
        try await twice.value
        try await once.value
        return order.value
      }
      orders.insert(order)
    }
    #expect(orders.count == 2)
  }

  @Test func aSleepThatIsCancelledEndsAtOnce() async throws {
    let elapsed = try await simulate(seed: 1) {
      let start = ContinuousClock.now
      let task = Task { try await ContinuousClock().sleep(for: .seconds(60)) }
      await Task.yield()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      return ContinuousClock.now - start
    }
    #expect(elapsed == .zero)
  }

  // MARK: Concurrency

  @Test func aTimeoutInATaskGroupWinsAgainstSlowWork() async throws {
    for seed in 0..<20 {
      let winner = try await simulate(seed: seed) {
        await withTaskGroup { group in
          group.addTask {
            do {
              try await ContinuousClock().sleep(for: .seconds(10))
              return "work"
            } catch {
              return "cancelled"
            }
          }
          group.addTask {
            try? await ContinuousClock().sleep(for: .seconds(1))
            return "timeout"
          }
          let first = await group.next()
          group.cancelAll()
          let second = await group.next()
          return [first, second]
        }
      }
      #expect(winner == ["timeout", "cancelled"])
    }
  }

  @Test(arguments: 0..<20)
  func streamsDeliverEverything(seed: Int) async throws {
    let elements = try await simulate(seed: seed) {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let producer = Task {
        for number in 0..<10 {
          continuation.yield(number)
          await Task.yield()
        }
        continuation.finish()
      }
      let elements = await stream.reduce(into: []) { $0.append($1) }
      await producer.value
      return elements
    }
    #expect(elements == Array(0..<10))
  }

  @Test(arguments: 0..<20)
  func observationReportsChanges(seed: Int) async throws {
    let seen = try await simulate(seed: seed) { @MainActor in
      let counter = Counter()
      let (changes, continuation) = AsyncStream<Void>.makeStream()
      withObservationTracking {
        _ = counter.count
      } onChange: {
        continuation.yield()
      }
      Task { counter.count = 5 }
      for await _ in changes { break }
      return counter.count
    }
    #expect(seen == 5)
  }

  @MainActor
  @Test func anImmediateTaskRunsUpToItsFirstSuspension() async throws {
    for seed in 0..<20 {
      let entries = try await simulate(seed: seed) {
        var entries = ["before"]
        let task = Task.immediate {
          entries.append("begun")
          await Task.yield()
          entries.append("ended")
        }
        entries.append("after")
        await task.value
        return entries
      }
      #expect(entries == ["before", "begun", "after", "ended"])
    }
  }

  @MainActor
  @Test func onTheMainActorTheBodyIsThereToo() async throws {
    var count = 0
    try await simulate(seed: 1) {
      MainActor.assertIsolated()
      let task = Task {
        MainActor.assertIsolated()
        count += 1
      }
      await task.value
      await Task { @concurrent in await Task.yield() }.value
      MainActor.assertIsolated()
      count += 1
    }
    #expect(count == 2)
  }

  @Test func taskLocalValuesAreInherited() async throws {
    try await Name.$current.withValue("outside") {
      let name = try await simulate(seed: 1) { await Task { Name.current }.value }
      #expect(name == "outside")
    }
  }

  @Test func whoWaitsIsTheSameTaskAfterwards() async throws {
    try await Name.$current.withValue("outside") {
      try await simulate(seed: 1) { await Task.yield() }
      #expect(Name.current == "outside")
      #expect(Test.current != nil)
    }
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

  @Test func theErrorOfTheBodyIsThrown() async {
    struct Failure: Error {}
    await #expect(throws: Failure.self) {
      try await simulate(seed: 1) {
        await Task.yield()
        throw Failure()
      }
    }
  }

  // MARK: End

  @Test func whatCanStillRunWhenTheBodyEndsRuns() async throws {
    let entries = LockIsolated<[String]>([])
    try await simulate(seed: 1) {
      Task {
        for _ in 0..<10 { await Task.yield() }
        entries.withValue { $0.append("done") }
      }
      Task {
        try await ContinuousClock().sleep(for: .seconds(1))
        entries.withValue { $0.append("slept") }
      }
    }
    #expect(entries.value == ["done"])
  }

  @Test func whatSleepsWhenTheBodyEndsDoesNotGoOn() async throws {
    let entries = LockIsolated<[String]>([])
    for _ in 0..<2 {
      try await simulate {
        for seconds in 1...3 {
          Task { @MainActor in
            try? await ContinuousClock().sleep(for: .seconds(seconds))
            entries.withValue { $0.append("slept") }
          }
        }
        await Task.yield()
      }
    }
    #expect(entries.isEmpty)
  }

  @Test func tasksLeftWaitingDoNotDisturbTheNextSimulation() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let received = LockIsolated<[Int]>([])
    try await simulate {
      Task { @MainActor in
        for await number in stream { received.withValue { $0.append(number) } }
      }
    }
    try await simulate {
      continuation.yield(1)
      await Task.yield()
      continuation.finish()
    }
    #expect(received.value == [1])
  }

  // MARK: Others

  @Test(arguments: [nil, 1]) @MainActor
  func aTaskFromOutsideThatIsResumedInsideContinuesOutside(seed: Int?) async throws {
    let (numbers, number) = AsyncStream<Int>.makeStream()
    let (names, name) = AsyncStream<Int>.makeStream()
    let begun = LockIsolated(0)
    let onMainActor = Task { @MainActor in
      begun.withValue { $0 += 1 }
      for await _ in numbers {}
      return await settleSimulation()
    }
    let elsewhere = Task.detached {
      begun.withValue { $0 += 1 }
      for await _ in names {}
      return await settleSimulation()
    }
    while begun.value < 2 { await Task.yield() }
    try await simulate(seed: seed) {
      number.finish()
      name.finish()
      await settle()
    }
    #expect(await onMainActor.value == false)
    #expect(await elsewhere.value == false)
  }

  @Test @MainActor func aSimulationThatWaitsForATaskOfTheMainActorOutsideIsADeadlock() async {
    let (numbers, number) = AsyncStream<Int>.makeStream()
    let outside = Task { @MainActor in
      for await _ in numbers {}
    }
    await Task.yield()
    await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1) {
        number.finish()
        await outside.value
      }
    }
    await outside.value
  }

  struct Part: Feature {
    enum Action: Sendable { case add }

    let note: @Sendable (Bool) -> Void

    func handle() -> ActionHandler<Action, Counter> {
      ActionHandler { _, counter in
        counter.count += 1
        return .none
      }
      .onStart { [note] _ in .run { _ in note(await settleSimulation()) } }
    }
  }

  struct Whole: Feature {
    @MainActor @Observable final class State {
      var part: Counter?
    }

    enum Action: Sendable { case begin }

    var part: OptionalChild<Part>

    init(note: @escaping @Sendable (Bool) -> Void) {
      part = OptionalChild(\State.part, Part(note: note))
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { _, _ in .none }
    }
  }

  @Test @MainActor func reactionsFromOutsideRunOutside() async throws {
    let notes = LockIsolated<[Bool]>([])
    let store = Store(
      initialState: Whole.State(),
      feature: Whole { isInside in notes.withValue { $0.append(isInside) } }
    )
    store.send(.begin)
    // The next turn of the main actor notices this one.
    store.state.part = Counter()
    try await simulate(seed: 1) {
      let other = Store(initialState: Counter(), feature: Part { _ in })
      await other.send(.add).value
      await settle()
    }
    while notes.value.isEmpty { await Task.yield() }
    #expect(notes.value == [false])
    withExtendedLifetime(store) {}
  }

  // MARK: Isolation

  private actor Elsewhere {
    func assumeToBeOnTheMainActor() { MainActor.preconditionIsolated() }
    func assumeToBe(on other: Elsewhere) { other.preconditionIsolated() }
    func assumeToBeHere() { preconditionIsolated() }
  }

  @Test func whoIsOnAnActorMayAssumeIt() async throws {
    try await simulate(seed: 1) {
      await Elsewhere().assumeToBeHere()
      await MainActor.run { MainActor.preconditionIsolated() }
    }
  }

  @Test(.notRepeated) func aWrongAssumptionOfTheMainActorStopsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      try await simulate { await Elsewhere().assumeToBeOnTheMainActor() }
    }
  }

  @Test(.notRepeated) func aWrongAssumptionOfAnActorStopsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      try await simulate { await Elsewhere().assumeToBe(on: Elsewhere()) }
    }
  }

  // MARK: Failures

  @Test func aDeadlockIsReported() async {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 3) {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        try await ContinuousClock().sleep(for: .seconds(2))
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
      }
    }
    #expect(error?.reason == .deadlock)
    #expect(error?.seed == 3)
    #expect(error?.elapsed == .seconds(2))
    #expect(error?.description.contains("no job can run") == true)
    #expect(error?.description.contains("seed 3") == true)
  }

  @Test func twoTasksThatWaitForEachOtherAreADeadlock() async {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate {
        let second = LockIsolated<Task<Void, Never>?>(nil)
        let first = Task { await second.value?.value }
        second.setValue(Task { await first.value })
        await first.value
      }
    }
    #expect(error?.reason == .deadlock)
  }

  @Test func tasksThatWakeEachOtherForEverAreStopped() async {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1, stepLimit: 1000) {
        while true { await Task.yield() }
      }
    }
    #expect(error?.reason == .stepLimit)
    #expect(error?.stepCount == 1000)
    #expect(error?.description.contains("Step limit") == true)
  }

  @Test func aLoopOfSleepsIsStoppedToo() async {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(stepLimit: 1000) {
        let polling = Task {
          while true { try await ContinuousClock().sleep(for: .seconds(1)) }
        }
        try await polling.value
      }
    }
    #expect(error?.reason == .stepLimit)
  }

  @Test func aLoopThatOutlivesTheBodyIsStoppedToo() async {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(stepLimit: 1000) {
        Task { while true { await Task.yield() } }
      }
    }
    #expect(error?.reason == .stepLimit)
  }

  /// Resumes from another thread, after the waiting task has been suspended.
  private func resumeElsewhere(_ waiting: LockIsolated<CheckedContinuation<Void, Never>?>) {
    let continuation = waiting.value
    let hasResumed = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      continuation?.resume()
      hasResumed.signal()
    }
    hasResumed.wait()
  }

  @Test func beingResumedByAnotherThreadIsReported() async {
    let waiting = LockIsolated<CheckedContinuation<Void, Never>?>(nil)
    let error = await #expect(throws: SimulationError.self) {
      try await simulate {
        Task { resumeElsewhere(waiting) }
        await withCheckedContinuation { waiting.setValue($0) }
      }
    }
    #expect(error?.reason == .foreignThread)
    #expect(error?.description.contains("Foreign thread") == true)
  }

  @Test func onTheMainActorBeingResumedByAnotherThreadIsReportedToo() async {
    let waiting = LockIsolated<CheckedContinuation<Void, Never>?>(nil)
    let error = await #expect(throws: SimulationError.self) {
      try await simulate { @MainActor in
        Task { resumeElsewhere(waiting) }
        await withCheckedContinuation { waiting.setValue($0) }
      }
    }
    #expect(error?.reason == .foreignThread)
  }

  @Test func whatAFailureLeavesNeverRuns() async throws {
    let waiting = LockIsolated<CheckedContinuation<Void, Never>?>(nil)
    let hasGoneOn = LockIsolated(false)
    await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1) {
        await withCheckedContinuation { waiting.setValue($0) }
        hasGoneOn.setValue(true)
      }
    }
    try await simulate {
      waiting.value?.resume()
      await settle()
    }
    #expect(!hasGoneOn.value)
  }

  @globalActor private actor Shared {
    static let shared = Shared()

    func add(_ entry: String, to log: LockIsolated<[String]>) { log.withValue { $0.append(entry) } }
  }

  // Serialized, because the actor is shared with code outside the simulation.
  @globalActor private actor Busy {
    static let shared = Busy()

    func add(_ entry: String, to log: LockIsolated<[String]>) { log.withValue { $0.append(entry) } }
  }

  @Test(.serialized, arguments: [nil, 1, 2, 3])
  func aGlobalActorWorksAfterAFailure(seed: Int?) async throws {
    for stepLimit in 1..<40 {
      await #expect(throws: SimulationError.self) {
        try await simulate(seed: seed, stepLimit: stepLimit) {
          let log = LockIsolated<[String]>([])
          for _ in 0..<3 {
            Task { @Shared in
              await Task.yield()
              await Task.yield()
            }
            Task { await Shared.shared.add("", to: log) }
          }
          while true { await Task.yield() }
        }
      }
      let log = LockIsolated<[String]>([])
      await Shared.shared.add("\(stepLimit)", to: log)
      #expect(log.value == ["\(stepLimit)"])
    }
  }

  @Test func whatAFailureLeavesOnAnActorDoesNotGoOnForEver() async throws {
    await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1, stepLimit: 50) {
        let tasks = (0..<2).map { _ in Task { @Busy in while true { await Task.yield() } } }
        for task in tasks { await task.value }
      }
    }
    let log = LockIsolated<[String]>([])
    await Busy.shared.add("after", to: log)
    #expect(log.value == ["after"])
  }

  @Test func oneInsideAnotherIsRefused() async {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate { try await simulate(seed: 2) {} }
    }
    #expect(error?.reason == .nested)
  }

  // MARK: Other tasks

  // Serialized, because each one keeps a core busy.
  @Test(.serialized, arguments: 0..<10)
  func aSimulationRunsConcurrentlyWithTasksOfItsProcess(seed: Int) async throws {
    let stop = LockIsolated(false)
    let (started, hasStarted) = AsyncStream<Void>.makeStream()
    let ordinary = Task {
      var count = 0
      hasStarted.yield()
      repeat {
        await Task { @concurrent in await Task.yield() }.value
        count += 1
      } while !stop.value
      return count
    }
    for await _ in started { break }
    defer { stop.setValue(true) }
    let expected = try await order(seed: seed)
    for _ in 0..<10 { #expect(try await order(seed: seed) == expected) }
    stop.setValue(true)
    #expect(await ordinary.value > 0)
  }

  @MainActor
  @Test func theMainSerialExecutorInsideIsAnIssue() async throws {
    let location = #_sourceLocation
    try await simulate(seed: 1) {
      await withKnownIssue {
        await withMainSerialExecutor(sourceLocation: location) { await Task.yield() }
      } matching: {
        $0.sourceLocation == location
      }
    }
  }

  @MainActor
  @Test func theMainSerialExecutorOutsideDoesNotChangeTheOrder() async throws {
    let expected = try await order(seed: 5)
    let orderInside = LockIsolated<[String]>([])
    try await withMainSerialExecutor { orderInside.setValue(try await order(seed: 5)) }
    #expect(orderInside.value == expected)
    #expect(try await order(seed: 5) == expected)
  }

  private enum Name {
    @TaskLocal static var current = ""
  }
}
