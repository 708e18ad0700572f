import StateCore
import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct TaskRegistryTests {
  private let registry = TaskRegistry()
  private let never = Gate()

  // MARK: Execution

  @Test func workRunsAndLeavesWhenItHasEnded() async {
    let task = registry.run("a") {}
    #expect(registry.contains("a"))
    await task.value
    #expect(!registry.contains("a"))
    #expect(registry.isEmpty)
  }

  @Test func otherWorkRunsAfterTheReturn() async {
    let steps = LockIsolated<[Int]>([])
    let task = registry.run { steps.withValue { $0.append(2) } }
    steps.withValue { $0.append(1) }
    await task.value
    #expect(steps.value == [1, 2])
  }

  @Test func aTaskKeepsItsPriorityWhoeverAddsIt() async {
    let (registry, gate, ended) = (registry, Gate(), Gate())
    let priority = LockIsolated<TaskPriority?>(nil)
    let task = Task.detached(priority: .low) {
      await gate.wait()
      priority.setValue(Task.currentPriority)
      ended.open()
    }
    await Task.detached(priority: .high) { _ = registry.add(task) }.value
    gate.open()
    await ended.wait()
    #expect(priority.value == .low)
    await registry.idle()
  }

  // MARK: Capacity

  @Test func aRegistryThatOnceHeldManyHasRoomForFew() async {
    for count in [1, 20_000] {
      let ids = (0..<count).compactMap { number in
        registry.work.begin(
          WorkRequest(
            parent: registry.owner,
            key: number.isMultiple(of: 2) ? TaskKey(number) : nil
          )
        )
      }
      #expect(ids.count == count)
      for id in ids { registry.work.end(id) }
      // The slots that cancelling everything has to visit.
      #expect(registry.work.slotCount <= 65)
    }
    registry.cancelAll()
    #expect(registry.isEmpty)
  }

  // MARK: Cancellation

  @Test func cancelReachesWorkFromTheReturnOn() async {
    for _ in 0..<50 {
      let hasRun = LockIsolated(false)
      let task = registry.run("a") { hasRun.setValue(true) }
      registry.cancel("a")
      #expect(task.isCancelled)
      await task.value
      #expect(!hasRun.value)
    }
  }

  // MARK: Policies

  @Test func cancelExistingCancelsTheOlderWork() async {
    let old = registry.run("a") { [never] in await never.wait() }
    let new = registry.run("a") { [never] in await never.wait() }
    #expect(old.isCancelled)
    #expect(!new.isCancelled)
    await old.value
    #expect(registry.contains("a"))
    registry.cancel("a")
    #expect(new.isCancelled)
    await registry.idle()
  }

  @Test func cancelNewDoesNotRunTheNewWork() async {
    let hasRun = LockIsolated(false)
    let old = registry.run("a") { [never] in await never.wait() }
    let new = registry.run("a", policy: .cancelNew) { hasRun.setValue(true) }
    await new.value
    #expect(!hasRun.value)
    #expect(!old.isCancelled)
    #expect(registry.contains("a"))
    registry.cancelAll()
    await registry.idle()
  }

  @Test func allowLetsBothRun() async {
    let tasks = (0..<2).map { _ in
      registry.run("a", policy: .allow) { [never] in await never.wait() }
    }
    #expect(registry.count == 2)
    #expect(!tasks.contains { $0.isCancelled })
    registry.cancel("a")
    #expect(tasks.allSatisfy { $0.isCancelled })
    await registry.idle()
  }

  // MARK: External tasks

  @Test func addedTaskIsCancelledByItsKey() async {
    let task = Task<Int, any Error> { [never] in
      await never.wait()
      return 1
    }
    let isAdmitted = registry.add(task, key: "a") != nil
    #expect(isAdmitted)
    #expect(registry.contains("a"))
    registry.cancel("a")
    #expect(task.isCancelled)
    await registry.idle()
  }

  @Test func addedTaskLeavesWhenItHasEnded() async {
    struct Failure: Error {}
    registry.add(Task { 1 }, key: "value")
    registry.add(Task { throw Failure() }, key: "error")
    await registry.idle()
    #expect(registry.isEmpty)
    #expect(registry.keys.isEmpty)
  }

  @Test func refusedTaskIsCancelled() async {
    let old = Task { [never] in await never.wait() }
    let new = Task { [never] in await never.wait() }
    registry.add(old, key: "a")
    let isAdmitted = registry.add(new, key: "a", policy: .cancelNew) != nil
    #expect(!isAdmitted)
    #expect(new.isCancelled)
    #expect(!old.isCancelled)
    registry.cancelAll()
    await registry.idle()
  }

  // MARK: Waits

  @Test func emptyRegistryIsIdle() async {
    await registry.waitUntilIdle()
  }

  @Test func cancelledWorkIsWaitedFor() async {
    let release = Gate()
    let hasBegun = Signal()
    let hasEnded = LockIsolated(false)
    registry.run("a") {
      hasBegun.fire()
      // Not cancelled together with the waiting task.
      await Task { await release.wait() }.value
      hasEnded.setValue(true)
    }
    await hasBegun.wait()
    registry.cancelAll()
    #expect(registry.isEmpty)
    let waiters = (0..<3).map { _ in
      Task {
        await registry.waitUntilIdle()
        return hasEnded.value
      }
    }
    release.open()
    for waiter in waiters { #expect(await waiter.value) }
  }

  // MARK: Lifetime

  @Test func workIsCancelledWhenTheRegistryGoesAway() async {
    var registry: TaskRegistry? = TaskRegistry()
    weak let reference = registry
    let started = Gate()
    let running = registry?.run { [never] in
      started.open()
      await never.wait()
    }
    let added = Task { [never] in await never.wait() }
    registry?.add(added)
    await started.wait()
    registry = nil
    #expect(reference == nil)
    #expect(running?.isCancelled == true)
    #expect(added.isCancelled)
    await running?.value
  }

  // MARK: Races

  @Test func manyTasksFromManyThreads() async {
    let registry = registry
    let ended = LockIsolated(0)
    await withTaskGroup { group in
      for worker in 0..<8 {
        group.addTask {
          for turn in 0..<100 {
            let key = TaskKey((worker + turn) % 6)
            switch turn % 5 {
            case 0, 1: registry.run(key, policy: .allow) { ended.withValue { $0 += 1 } }
            case 2: registry.add(Task { ended.withValue { $0 += 1 } }, key: key, policy: .allow)
            case 3: registry.cancel(key)
            default: _ = registry.count
            }
          }
        }
      }
    }
    await registry.idle()
    #expect(ended.value <= 8 * 60)
    #expect(registry.isEmpty)
    #expect(registry.work.runningCount == 0)
    #expect(registry.work.unfinishedCount == 0)
    #expect(registry.keys.isEmpty)
  }

  @Test func oneOfManyIsLeftUnderAKey() async {
    let registry = registry
    let never = never
    let tasks = await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask { registry.run("a") { await never.wait() } }
      }
      var tasks: [Task<Void, Never>] = []
      for await task in group { tasks.append(task) }
      return tasks
    }
    #expect(registry.count == 1)
    #expect(tasks.count { !$0.isCancelled } == 1)
    registry.cancelAll()
    #expect(tasks.allSatisfy { $0.isCancelled })
    await registry.idle()
  }

  @Test func everythingThatRunsWhileAllIsCancelledEndsAtLast() async {
    let registry = registry
    let never = never
    await withTaskGroup { group in
      for worker in 0..<8 {
        group.addTask {
          for _ in 0..<50 {
            if worker % 2 == 0 {
              registry.run { await never.wait() }
            } else {
              registry.cancelAll()
            }
          }
        }
      }
    }
    registry.cancelAll()
    await registry.idle()
    #expect(registry.isEmpty)
  }
}

extension TaskKey: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

@Suite struct TaskRegistryReentryTests {
  /// A key that calls back to the registry when it is released.
  private final class Screen: Hashable, Sendable {
    let registry: TaskRegistry

    init(_ registry: TaskRegistry) {
      self.registry = registry
    }

    deinit { registry.cancelAll() }

    static func == (lhs: Screen, rhs: Screen) -> Bool { lhs === rhs }

    func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(self))
    }
  }

  @Test func aKeyMayComeBackWhenItIsReleased() {
    let registry = TaskRegistry()
    for _ in 0..<2 {
      let request = WorkRequest(
        parent: registry.owner,
        key: TaskKey(Screen(registry)),
        rule: .restart
      )
      if let id = registry.work.begin(request) { registry.work.end(id) }
    }
    registry.cancelAll()
    #expect(registry.isEmpty)
  }
}
