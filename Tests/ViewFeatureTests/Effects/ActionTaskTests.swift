import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ActionTaskTests {
  typealias Effect = Script.Effect

  private let store = Script.store()

  @Test func noneDoesNothing() async {
    let sent = store.send(.effect("none", .none))
    #expect(store.runningTaskCount == 0)
    await sent.value
  }

  @Test func runHasTheStateOnTheMainActor() async {
    await store.send(
      .run { state in
        MainActor.assertIsolated()
        state.count += 1
      }
    ).value
    #expect(store.state.count == 1)
  }

  /// In a process of its own, because the main serial executor of another test applies to its whole process.
  @Test(.notRepeated) func runWithoutAnArgumentIsAwayFromTheMainActor() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let thread = LockIsolated<[Bool]>([])
      let note: @Sendable () -> Void = {
        let isMain = Thread.isMainThread
        thread.withValue { $0.append(isMain) }
      }
      let store = Script.store()
      await store.send(
        .effect("both", .merge(.run { note() }, .run(id: "id") { note() }))
      ).value
      #expect(thread.value == [false, false])
      withExtendedLifetime(store) {}
    }
  }

  @Test func emptyRunEnds() async {
    await store.send(.effect("empty", .run {})).value
    #expect(store.runningTaskCount == 0)
  }

  @Test func nameIsThatOfTheTask() async {
    let names = LockIsolated<[String?]>([])
    await store.send(
      .effect(
        "named",
        .concatenate(
          .run(id: 1, name: "first") { _ in names.withValue { $0.append(Task.name) } },
          .run(id: 2, name: "second") { names.withValue { $0.append(Task.name) } }
        )
      )
    ).value
    #expect(names.value == ["first", "second"])
  }

  @Test func runsWithoutIdDoNotMeet() async {
    let gates = [Gate(), Gate()]
    let sent: [SentAction] = gates.map { gate in store.send(.run { _ in try await gate.pass() }) }
    for gate in gates { await gate.waitUntilStarted() }
    #expect(store.runningTaskCount == 2)
    for gate in gates { gate.open() }
    for sent in sent { await sent.value }
    #expect(gates.map(\.wasCancelled) == [false, false])
  }

  @Test func runWithAnIdReplacesTheRunningOne() async throws {
    let gates = [Gate(), Gate()]
    let first = store.send(.effect("first", wait(at: gates[0], as: "a", id: "a")))
    await gates[0].waitUntilStarted()
    let second = store.send(.effect("second", wait(at: gates[1], as: "b", id: "a")))
    try #require(gates[0].wasCancelled)
    await first.value
    gates[1].open()
    await second.value
    #expect(store.state.log == ["b"])
  }

  // 6.2.3
  @Test func endOfTheReplacedEffectDoesNotRemoveItsSuccessor() async throws {
    let gates = [Gate(), Gate()]
    let first = store.send(.effect("first", wait(at: gates[0], as: "a", id: "a")))
    await gates[0].waitUntilStarted()
    let second = store.send(.effect("second", wait(at: gates[1], as: "b", id: "a")))
    await first.value
    await gates[1].waitUntilStarted()
    #expect(store.isTaskRunning(id: "a"))
    #expect(store.runningTaskCount == 1)
    store.send(.effect("cancel", .cancel(id: "a")))
    try #require(gates[1].wasCancelled)
    await second.value
    #expect(store.state.log == [])
  }

  @Test func replacedEffectsHandlerIsNotCalled() async {
    let gate = Gate()
    let first = store.send(
      .effect(
        "first",
        .run(id: "a") { _ in try await gate.pass() }.catch { $1.log.append("\($0)") }
      )
    )
    await gate.waitUntilStarted()
    await store.send(.effect("second", .run(id: "a") { $0.log.append("b") })).value
    await first.value
    #expect(store.state.log == ["b"])
  }

  @Test func emptyStringIsAnId() async throws {
    let gate = Gate()
    let sent = store.send(.effect("run", .run(id: "") { _ in try await gate.pass() }))
    await gate.waitUntilStarted()
    #expect(store.isTaskRunning(id: ""))
    store.send(.effect("cancel", .cancel(id: "")))
    try #require(gate.wasCancelled)
    await sent.value
  }

  @Test func cancelReachesAllIdsAndLeavesNoTrace() async throws {
    let gates = (0..<4).map { _ in Gate() }
    let sent: [SentAction] = gates.enumerated().map { index, gate in
      store.send(.effect("run", .run(id: index) { _ in try await gate.pass() }))
    }
    for gate in gates { await gate.waitUntilStarted() }
    await store.send(.effect("cancel", .cancel(ids: [0, 2, 99]))).value
    try #require(gates.map(\.wasCancelled) == [true, false, true, false])
    #expect(store.runningTaskCount == 2)
    await store.send(.effect("cancel", .cancel(id: 3))).value
    try #require(gates.map(\.wasCancelled) == [true, false, true, true])
    gates[1].open()
    for sent in sent { await sent.value }
  }

  @Test func cancelOfUnknownOrNoIdsDoesNothing() async {
    let gate = Gate()
    let sent = store.send(.effect("run", .run(id: "a") { _ in try await gate.pass() }))
    await gate.waitUntilStarted()
    await store.send(.effect("cancel", .cancel(id: "b"))).value
    await store.send(.effect("cancel", .cancel(ids: ["b", "c"]))).value
    await store.send(.effect("cancel", .cancel(ids: [String]()))).value
    #expect(store.runningTaskCount == 1)
    #expect(!gate.wasCancelled)
    gate.open()
    await sent.value
  }

  @Test func operatorsLeaveNoneAndCancelAsTheyAre() async throws {
    let gate = Gate()
    let sent = store.send(.effect("run", .run(id: "a") { _ in try await gate.pass() }))
    await gate.waitUntilStarted()
    await store.send(
      .effect("none", Effect.none.catch { _, _ in }.cancellable(id: "b").priority(.low))
    ).value
    #expect(!gate.wasCancelled)
    await store.send(
      .effect("cancel", .cancel(id: "a").catch { _, _ in }.cancellable(id: "b").priority(.low))
    ).value
    try #require(gate.wasCancelled)
    await sent.value
    #expect(store.runningTaskCount == 0)
  }

  @Test func storeTaskIsAnActionTask() async {
    let task: StoreTask<ScriptAction, ScriptState> = .run { $0.count += 1 }
    await store.send(.effect("run", task)).value
    #expect(store.state.count == 1)
  }

  @Test func oneTaskMayRunManyTimes() async {
    let effect = Effect.run { $0.count += 1 }
    await store.send(.effect("all", .merge(effect, effect, .concatenate(effect, effect)))).value
    await store.send(.effect("again", effect)).value
    #expect(store.state.count == 5)
  }

  /// Returns an effect that waits at a gate, and then writes its name into the log.
  private func wait(at gate: Gate, as name: String, id: some TaskID) -> Effect {
    .run(id: id) { state in
      try await gate.pass()
      state.log.append(name)
    }
  }
}
