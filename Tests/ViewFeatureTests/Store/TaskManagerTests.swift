import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct TaskManagerTests {
  private let manager = TaskManager()

  @Test func newManagerRunsNothing() {
    #expect(manager.runningTaskCount == 0)
    #expect(!manager.isTaskRunning(id: "a"))
  }

  @Test func taskRunsUnderItsId() async {
    let gate = Gate()
    let task = run("a", at: gate)
    #expect(manager.isTaskRunning(id: "a"))
    #expect(manager.runningTaskCount == 1)
    gate.open()
    await task.value
  }

  @Test func taskRunsOnTheMainActor() async {
    let log = LockIsolated<[String]>([])
    let operation: @MainActor () async throws -> Void = {
      MainActor.assertIsolated()
      log.withValue { $0.append("ran") }
    }
    await manager.executeTask(id: "a", operation: operation, onError: nil).value
    #expect(log.value == ["ran"])
  }

  @Test func completionDropsTheEntryBeforeValueResumes() async {
    for _ in 0..<100 {
      await manager.executeTask(id: "a", operation: {}, onError: nil).value
      #expect(!manager.isTaskRunning(id: "a"))
      #expect(manager.runningTaskCount == 0)
    }
  }

  @Test func failureDropsTheEntryAndReachesOnError() async {
    let errors = LockIsolated<[String]>([])
    await manager.executeTask(id: "a") {
      throw TestError("failed")
    } onError: { error in
      await Task.yield()
      errors.withValue { $0.append("\(error)") }
    }.value
    #expect(errors.value == ["failed"])
    #expect(manager.runningTaskCount == 0)
  }

  @Test func failureWithoutOnErrorIsIgnored() async {
    await manager.executeTask(id: "a", operation: { throw TestError() }, onError: nil).value
    #expect(manager.runningTaskCount == 0)
  }

  @Test func cancelDropsTheEntryAndReachesTheTask() async throws {
    let gate = Gate()
    let errors = LockIsolated(0)
    let task = manager.executeTask(id: "a") {
      try await gate.pass()
    } onError: { _ in
      errors.withValue { $0 += 1 }
    }
    await gate.waitUntilStarted()
    manager.cancelTask(id: "a")
    try #require(gate.wasCancelled)
    #expect(!manager.isTaskRunning(id: "a"))
    await task.value
    #expect(errors.value == 0)
  }

  @Test func cancellationErrorOfATaskThatWasNotCancelledIsAFailure() async {
    let errors = LockIsolated(0)
    await manager.executeTask(id: "a") {
      throw CancellationError()
    } onError: { _ in
      errors.withValue { $0 += 1 }
    }.value
    #expect(errors.value == 1)
  }

  @Test func otherErrorAfterACancelIsAFailure() async {
    let errors = LockIsolated(0)
    let gate = Gate()
    let task = manager.executeTask(id: "a") {
      await gate.passStubbornly()
      throw TestError()
    } onError: { _ in
      errors.withValue { $0 += 1 }
    }
    await gate.waitUntilStarted()
    task.cancel()
    gate.open()
    await task.value
    #expect(errors.value == 1)
  }

  @Test func sameIdReplacesTheRunningTask() async throws {
    let gates = [Gate(), Gate()]
    let first = run("a", at: gates[0])
    await gates[0].waitUntilStarted()
    let second = run("a", at: gates[1])
    try #require(gates[0].wasCancelled)
    #expect(manager.runningTaskCount == 1)
    await gates[1].waitUntilStarted()
    #expect(!gates[1].wasCancelled)
    gates[1].open()
    await first.value
    await second.value
  }

  // 6.2.3
  @Test func endOfTheReplacedTaskDoesNotRemoveItsSuccessor() async throws {
    let gates = [Gate(), Gate()]
    let first = run("a", at: gates[0])
    await gates[0].waitUntilStarted()
    let second = run("a", at: gates[1])
    await first.value
    #expect(manager.isTaskRunning(id: "a"))
    #expect(manager.runningTaskCount == 1)
    await gates[1].waitUntilStarted()
    manager.cancelTask(id: "a")
    try #require(gates[1].wasCancelled)
    await second.value
  }

  @Test func otherIdsAreLeftAlone() async throws {
    let gates = [Gate(), Gate(), Gate()]
    let tasks = zip(["a", "b", "c"], gates).map { run($0, at: $1) }
    for gate in gates { await gate.waitUntilStarted() }
    manager.cancelTasks(ids: ["a", "c", "unknown"])
    try #require(gates.map(\.wasCancelled) == [true, false, true])
    manager.cancelTasks(ids: [String]())
    manager.cancelTask(id: "unknown")
    #expect(manager.runningTaskCount == 1)
    manager.cancelAllTasks()
    #expect(manager.runningTaskCount == 0)
    for task in tasks { await task.value }
    #expect(gates[1].wasCancelled)
  }

  @Test func deinitCancelsEverything() async throws {
    let gate = Gate()
    var manager: TaskManager? = TaskManager()
    weak let weakManager = manager
    let task = manager?.executeTask(
      id: "a",
      operation: { try await gate.pass() },
      onError: nil
    )
    await gate.waitUntilStarted()
    manager = nil
    try #require(weakManager == nil)
    try #require(gate.wasCancelled)
    await task?.value
  }

  @Test func priorityIsThatOfTheTask() async {
    let priorities = LockIsolated<[TaskPriority]>([])
    for priority in [TaskPriority.background, .low] {
      // Not awaited through the task, because that would raise its priority.
      let ended = Signal()
      manager.executeTask(
        id: "a",
        operation: {
          priorities.withValue { $0.append(Task.currentPriority) }
          ended.fire()
        },
        onError: nil,
        priority: priority
      )
      await ended.wait()
    }
    #expect(priorities.value == [.background, .low])
  }

  @Test func storesThatShareAManagerShareIds() async throws {
    let gate = Gate()
    let first = Script.store(taskManager: manager)
    let second = Script.store(taskManager: manager)
    let sent = first.send(
      .effect("run", .run(id: "shared") { _ in try await gate.pass() })
    )
    await gate.waitUntilStarted()
    #expect(second.isTaskRunning(id: "shared"))
    #expect(manager.isTaskRunning(id: "shared"))
    second.send(.effect("cancel", .cancel(id: "shared")))
    try #require(gate.wasCancelled)
    await sent.value
  }

  @Test func storesWithSeparateManagersShareNothing() async {
    let gate = Gate()
    let first = Script.store()
    let second = Script.store()
    let sent = first.send(.effect("run", .run(id: "id") { _ in try await gate.pass() }))
    await gate.waitUntilStarted()
    #expect(!second.isTaskRunning(id: "id"))
    second.cancelTask(id: "id")
    second.cancelAllTasks()
    #expect(!gate.wasCancelled)
    gate.open()
    await sent.value
  }

  @Test func aTaskThatIsReplacedBeforeItBeginsDoesNotRun() async {
    let runs = LockIsolated<[String]>([])
    let tasks = ["old", "new"].map { name in
      manager.executeTask(
        id: "id",
        operation: { runs.withValue { $0.append(name) } },
        onError: nil
      )
    }
    for task in tasks { await task.value }
    #expect(runs.value == ["new"])
  }

  @Test func cancelAllTasksOfAStoreLeavesHandlersAndOtherStoresAlone() async {
    let gates = (0..<3).map { _ in Gate() }
    let stores = (0..<2).map { _ in
      Store(initialState: ScriptState(), feature: AsyncScript(), taskManager: manager)
    }
    let sent: [SentAction] = [
      stores[0].send(AsyncScriptAction { _ in .run { _ in try await gates[0].pass() } }),
      stores[1].send(AsyncScriptAction { _ in .run { _ in try await gates[1].pass() } }),
      stores[0].send(.wait("handler", at: gates[2])),
    ]
    for gate in gates { await gate.waitUntilStarted() }
    stores[0].cancelAllTasks()
    #expect(gates.map(\.wasCancelled) == [true, false, false])
    manager.cancelAllTasks()
    #expect(gates.map(\.wasCancelled) == [true, true, false])
    gates[2].open()
    for sent in sent { await sent.value }
    #expect(stores[0].state.log == ["handler begins", "handler ends"])
    #expect(!sent[2].isCancelled)
  }

  @Test func taskAndEffectReplaceEachOther() async throws {
    let gates = [Gate(), Gate()]
    let task = run("a", at: gates[0])
    await gates[0].waitUntilStarted()
    let sent = Script.store(taskManager: manager).send(
      .effect("run", .run(id: "a") { _ in try await gates[1].pass() })
    )
    try #require(gates[0].wasCancelled)
    await task.value
    await sent.value
  }

  private func run(_ id: String, at gate: Gate) -> Task<Void, Never> {
    manager.executeTask(id: id, operation: { try await gate.pass() }, onError: nil)
  }
}
