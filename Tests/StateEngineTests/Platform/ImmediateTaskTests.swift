import StateEngine
import StateTestSupport
import StateTesting
import Testing

@MainActor
struct ImmediateTaskTests {
  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func startRunsUpToTheFirstSuspensionAtOnce() async {
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
}
