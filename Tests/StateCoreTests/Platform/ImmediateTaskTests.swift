import StateCore
import StateTestSupport
import StateTesting
import Testing

@MainActor
struct ImmediateTaskTests {
  @Test(.onNewerSystems) func startRunsUpToTheFirstSuspensionAtOnce() async {
    let steps = LockIsolated<[Int]>([])
    let gate = Gate()
    let task = ImmediateTask.start { @MainActor in
      steps.withValue { $0.append(1) }
      await gate.wait()
      steps.withValue { $0.append(3) }
    }
    #expect(steps.value == [1])
    steps.withValue { $0.append(2) }
    gate.open()
    await task.value
    #expect(steps.value == [1, 2, 3])
  }

  @Test(.onOlderSystems) func onOlderSystemsStartRunsAfterTheCallerHasGivenUpItsExecutor() async {
    for _ in 0..<50 {
      let steps = LockIsolated<[Int]>([])
      let tasks = [
        ImmediateTask.start { @MainActor in steps.withValue { $0.append(2) } },
        ImmediateTask.startDetached { @MainActor in steps.withValue { $0.append(3) } },
      ]
      steps.withValue { $0.append(1) }
      for task in tasks { await task.value }
      #expect(steps.value == [1, 2, 3])
    }
  }

  @Test func enqueueRunsAfterTheCallerHasGivenUpItsExecutor() async {
    for _ in 0..<50 {
      let steps = LockIsolated<[Int]>([])
      let task = ImmediateTask.enqueue { @MainActor in steps.withValue { $0.append(2) } }
      steps.withValue { $0.append(1) }
      await task.value
      #expect(steps.value == [1, 2])
    }
  }

  @Test func resultIsHandedOut() async {
    #expect(await ImmediateTask.start { 1 }.value == 1)
    #expect(await ImmediateTask.enqueue { 2 }.value == 2)
  }

  @Test func priorityIsHandedOn() async {
    let started = ImmediateTask.start(priority: .high) { Task.currentPriority }
    let enqueued = ImmediateTask.enqueue(priority: .high) { Task.currentPriority }
    #expect(await started.value >= .high)
    #expect(await enqueued.value >= .high)
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func nameIsHandedOn() async {
    #expect(await ImmediateTask.start(name: "a") { Task.name }.value == "a")
    #expect(await ImmediateTask.enqueue(name: "b") { Task.name }.value == "b")
  }

  @Test func cancelReachesBoth() async {
    let gate = Gate()
    let tasks = [
      ImmediateTask.start { await gate.wait() },
      ImmediateTask.enqueue { await gate.wait() },
    ]
    for task in tasks {
      task.cancel()
      await task.value
      #expect(task.isCancelled)
    }
    #expect(!gate.isOpen)
  }

  @Test(.onNewerSystems) func startDetachedRunsUpToTheFirstSuspensionAtOnce() async {
    let gate = Gate()
    let hasBegun = Flag()
    let task = ImmediateTask.startDetached { @MainActor in
      hasBegun.raise()
      await gate.wait()
    }
    #expect(hasBegun.isRaised)
    gate.open()
    await task.value
  }

  @Test func detachedFormsInheritNothing() async {
    let seen = await Task(priority: .high) {
      await Local.$value.withValue(1) {
        [
          await ImmediateTask.startDetached { (Local.value, Task.currentPriority) }.value,
          await ImmediateTask.detached { (Local.value, Task.currentPriority) }.value,
        ]
      }
    }.value
    #expect(seen.map(\.0) == [0, 0])
  }

  @Test(.needsRuntimeHooks, .simulated) func detachedFormsDoNotInheritThePriority() async {
    // Read before another task waits, because waiting would raise it.
    let seen = LockIsolated<[TaskPriority]>([])
    Task(priority: .high) {
      ImmediateTask.startDetached { seen.withValue { $0.append(Task.currentPriority) } }
      ImmediateTask.detached { seen.withValue { $0.append(Task.currentPriority) } }
    }
    await settle()
    #expect(seen.value == [.medium, .medium])
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func detachedFormsHandNameAndPriorityOn() async {
    let started = ImmediateTask.startDetached(name: "a", priority: .high) {
      [Task.name, "\(Task.currentPriority)"]
    }
    let enqueued = ImmediateTask.detached(name: "b", priority: .high) {
      [Task.name, "\(Task.currentPriority)"]
    }
    #expect(await started.value == ["a", "\(TaskPriority.high)"])
    #expect(await enqueued.value == ["b", "\(TaskPriority.high)"])
  }

  private enum Local {
    @TaskLocal static var value = 0
  }
}
