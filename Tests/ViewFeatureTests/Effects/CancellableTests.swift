import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct CancellableTests {
  typealias Effect = Script.Effect

  private let store = Script.store()
  private let gates = (0..<4).map { _ in Gate() }

  @Test func cancelReachesACancellableTask() async throws {
    let sent = store.send(.effect("run", wait(0).cancellable(id: "a")))
    await gates[0].waitUntilStarted()
    #expect(store.isTaskRunning(id: "a"))
    store.send(.effect("cancel", .cancel(id: "a")))
    try #require(wereCancelled == [true, false, false, false])
    await sent.value
  }

  // 6.2.2
  @Test func withoutCancelInFlightTasksOfOneIdRunSideBySide() async throws {
    let sent = [0, 1].map { store.send(.effect("run", wait($0).cancellable(id: "a"))) }
    for gate in gates.prefix(2) { await gate.waitUntilStarted() }
    #expect(store.runningTaskCount == 2)
    try #require(wereCancelled == [false, false, false, false])
    store.send(.effect("cancel", .cancel(id: "a")))
    try #require(wereCancelled == [true, true, false, false])
    for sent in sent { await sent.value }
  }

  @Test func idIsInUseUntilTheLastOfItsTasksEnds() async {
    let sent = [0, 1].map { store.send(.effect("run", wait($0).cancellable(id: "a"))) }
    gates[0].open()
    await sent[0].value
    #expect(store.isTaskRunning(id: "a"))
    gates[1].open()
    await sent[1].value
    #expect(!store.isTaskRunning(id: "a"))
  }

  @Test func withCancelInFlightRunningTasksAreCancelledFirst() async throws {
    let sent = [0, 1].map { store.send(.effect("run", wait($0).cancellable(id: "a"))) }
    for gate in gates.prefix(2) { await gate.waitUntilStarted() }
    let last = store.send(.effect("run", wait(2).cancellable(id: "a", cancelInFlight: true)))
    try #require(wereCancelled == [true, true, false, false])
    await gates[2].waitUntilStarted()
    gates[2].open()
    await last.value
    for sent in sent { await sent.value }
    #expect(store.state.log == ["2"])
  }

  @Test func lastIdWins() async throws {
    let tasks = [
      Effect.run(id: "first") { [gates] _ in try await gates[0].pass() }.cancellable(id: "last"),
      wait(1).cancellable(id: "first").cancellable(id: "second").cancellable(id: "last"),
    ]
    let sent = tasks.map { store.send(.effect("run", $0)) }
    for gate in gates.prefix(2) { await gate.waitUntilStarted() }
    #expect(!store.isTaskRunning(id: "first"))
    #expect(!store.isTaskRunning(id: "second"))
    store.send(.effect("cancel", .cancel(ids: ["first", "second"])))
    try #require(wereCancelled == [false, false, false, false])
    store.send(.effect("cancel", .cancel(id: "last")))
    try #require(wereCancelled == [true, true, false, false])
    for sent in sent { await sent.value }
  }

  @Test func lastCancelInFlightWins() async throws {
    let first = store.send(.effect("run", wait(0).cancellable(id: "a")))
    await gates[0].waitUntilStarted()
    let second = store.send(
      .effect("run", wait(1).cancellable(id: "a", cancelInFlight: true).cancellable(id: "a"))
    )
    try #require(wereCancelled == [false, false, false, false])
    for gate in gates { gate.open() }
    await first.value
    await second.value
  }

  // 6.2.1
  @Test(arguments: [true, false])
  func cancelReachesEveryPartOfAComposition(isMerge: Bool) async {
    let parts = [wait(0), wait(1)]
    let composed = isMerge ? Effect.merge(parts) : .concatenate(parts)
    let sent = store.send(.effect("composed", composed.cancellable(id: "a")))
    await gates[0].waitUntilStarted()
    if isMerge { await gates[1].waitUntilStarted() }
    #expect(store.isTaskRunning(id: "a"))
    store.send(.effect("cancel", .cancel(id: "a")))
    await sent.value
    #expect(wereCancelled == [true, isMerge, false, false])
    #expect(gates[1].hasStarted == isMerge)
    #expect(store.state.log == [])
    #expect(store.runningTaskCount == 0)
  }

  @Test(arguments: [true, false], [true, false])
  func cancelInFlightReachesARunningComposition(isMerge: Bool, isNextMerge: Bool) async throws {
    let parts = [wait(0), wait(1)]
    let composed = isMerge ? Effect.merge(parts) : .concatenate(parts)
    let first = store.send(.effect("first", composed.cancellable(id: "a")))
    await gates[0].waitUntilStarted()
    let nextParts = [wait(2), wait(3)]
    let next = isNextMerge ? Effect.merge(nextParts) : .concatenate(nextParts)
    let second = store.send(.effect("second", next.cancellable(id: "a", cancelInFlight: true)))
    try #require(gates[0].wasCancelled)
    await first.value
    gates[2].open()
    gates[3].open()
    await second.value
    #expect(store.state.log.sorted() == ["2", "3"])
  }

  @Test func cancelInFlightOfAMergeDoesNotCancelItsOwnParts() async {
    let composed = Effect.merge(wait(0), wait(1)).cancellable(id: "a", cancelInFlight: true)
    let sent = store.send(.effect("composed", composed))
    for gate in gates { gate.open() }
    await sent.value
    #expect(Set(store.state.log) == ["0", "1"])
  }

  @Test func compositionsOfOneIdRunSideBySide() async {
    let sent = [
      store.send(.effect("first", .merge(wait(0), wait(1)).cancellable(id: "a"))),
      store.send(.effect("second", .concatenate(wait(2), wait(3)).cancellable(id: "a"))),
    ]
    for gate in gates.prefix(3) { await gate.waitUntilStarted() }
    #expect(store.runningTaskCount == 3)
    for gate in gates { gate.open() }
    for sent in sent { await sent.value }
    #expect(wereCancelled == [false, false, false, false])
  }

  @Test func partWithASeparateIdIsReachedByBoth() async throws {
    let composed = Effect.merge(wait(0).cancellable(id: "part"), wait(1)).cancellable(id: "group")
    let sent = store.send(.effect("composed", composed))
    for gate in gates.prefix(2) { await gate.waitUntilStarted() }
    #expect(store.isTaskRunning(id: "part"))
    store.send(.effect("cancel", .cancel(id: "part")))
    try #require(wereCancelled == [true, false, false, false])
    #expect(store.isTaskRunning(id: "group"))
    store.send(.effect("cancel", .cancel(id: "group")))
    try #require(wereCancelled == [true, true, false, false])
    await sent.value
  }

  @Test func groupsCancelReachesPartsOfItsPartsWithIds() async {
    let composed = Effect.concatenate(
      .merge(wait(0).cancellable(id: "x"), .concatenate(wait(1), wait(3)).cancellable(id: "y")),
      wait(2)
    ).cancellable(id: "group")
    let sent = store.send(.effect("composed", composed))
    for gate in gates.prefix(2) { await gate.waitUntilStarted() }
    #expect(store.isTaskRunning(id: "x"))
    #expect(store.isTaskRunning(id: "y"))
    store.send(.effect("cancel", .cancel(id: "group")))
    await sent.value
    #expect(wereCancelled == [true, true, false, false])
    #expect(!gates[2].hasStarted)
    #expect(!gates[3].hasStarted)
  }

  @Test func idsOfOneMergeFollowTheRule() async {
    let composed = Effect.merge(
      .run(id: "a") { $0.log.append("first \(Task.isCancelled)") },
      .run(id: "a") { $0.log.append("second \(Task.isCancelled)") }
    )
    await store.send(.effect("composed", composed)).value
    #expect(store.state.log == ["second false"])
  }

  @Test func cancelInACompositionComesInItsTurn() async throws {
    let sent = store.send(.effect("run", wait(0).cancellable(id: "a")))
    await gates[0].waitUntilStarted()
    let next = store.send(.effect("next", .concatenate(wait(1), .cancel(id: "a"), wait(2))))
    await gates[1].waitUntilStarted()
    try #require(wereCancelled == [false, false, false, false])
    gates[1].open()
    await gates[2].waitUntilStarted()
    try #require(wereCancelled == [true, false, false, false])
    gates[2].open()
    await next.value
    await sent.value
  }

  @Test func restartInAMergeCancelsTheOldEffectOnly() async throws {
    let first = store.send(.effect("run", wait(0).cancellable(id: "a")))
    await gates[0].waitUntilStarted()
    let second = store.send(
      .effect("again", .merge(.cancel(id: "a"), wait(1).cancellable(id: "a")))
    )
    try #require(wereCancelled == [true, false, false, false])
    gates[1].open()
    await first.value
    await second.value
    #expect(store.state.log == ["1"])
  }

  private var wereCancelled: [Bool] { gates.map(\.wasCancelled) }

  /// Returns an effect that waits at a gate, and then writes the gate's number into the log.
  private func wait(_ index: Int) -> Effect {
    .run { [gate = gates[index]] state in
      try await gate.pass()
      state.log.append("\(index)")
    }
  }
}
