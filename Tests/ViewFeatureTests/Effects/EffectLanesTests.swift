import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// An id is one lane, regardless of the operator that sets it.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct EffectLanesTests {
  typealias Effect = Script.Effect

  /// An operator that sets the id `"q"` of an effect.
  enum Operator: CaseIterable {
    case run
    case cancellable
    case cancelInFlight
    case queued
    case limited
    case restart
    case drop
    case concurrent
    case group
    case mergeOfOne

    @MainActor
    func put(_ effect: Effect) -> Effect {
      switch self {
      case .run, .cancelInFlight: effect.cancellable(id: "q", cancelInFlight: true)
      case .cancellable: effect.cancellable(id: "q")
      case .queued: effect.queued(id: "q")
      case .limited: effect.limited(id: "q", to: 1)
      case .restart: effect.execution(.restart, id: "q")
      case .drop: effect.execution(.dropWhileRunning, id: "q")
      case .concurrent: effect.execution(.concurrent, id: "q")
      case .group: effect.execution(.concurrent.group("q"), id: "own")
      case .mergeOfOne: Effect.merge(effect, .run {}).cancellable(id: "q")
      }
    }

    /// The effect of this operator on work that runs under the id.
    var meeting: Meeting {
      switch self {
      case .run, .cancelInFlight, .restart: .replaces
      case .cancellable, .concurrent, .group, .mergeOfOne: .runsBeside
      case .queued, .limited: .waits
      case .drop: .isDropped
      }
    }
  }

  enum Meeting {
    case replaces
    case runsBeside
    case waits
    case isDropped
  }

  private let clock = TestClock()
  private let store: Store<Script>
  private let gates = [Gate(), Gate()]

  init() {
    store = Script.store(clock: clock)
  }

  @Test(arguments: Operator.allCases, Operator.allCases)
  func everyOperatorMeetsEveryOther(first: Operator, second: Operator) async {
    let sent = send(first.put(wait(0)))
    await gates[0].waitUntilStarted()
    let next = send(second.put(wait(1)))
    switch second.meeting {
    case .replaces:
      await gates[1].waitUntilStarted()
      #expect(gates[0].wasCancelled)
    case .runsBeside:
      await gates[1].waitUntilStarted()
      #expect(!gates[0].wasCancelled)
    case .waits:
      #expect(store.effects.map(\.state) == [.running, .waiting])
      #expect(!gates[1].hasStarted)
      gates[0].open()
      await gates[1].waitUntilStarted()
    case .isDropped:
      await next.value
      #expect(!gates[1].hasStarted)
    }
    for gate in gates { gate.open() }
    await sent.value
    await next.value
    switch second.meeting {
    case .replaces: #expect(store.state.log == ["1"])
    case .runsBeside: #expect(store.state.log.sorted() == ["0", "1"])
    case .waits: #expect(store.state.log == ["0", "1"])
    case .isDropped: #expect(store.state.log == ["0"])
    }
    #expect(!store.isTaskRunning(id: "q"))
    #expect(store.effects.isEmpty)
    #expect(store.runningTaskCount == 0)
  }

  @Test(arguments: Operator.allCases)
  func debounceReplacesWhatRunsAtOnce(first: Operator) async {
    let running = send(first.put(wait(0)))
    await gates[0].waitUntilStarted()
    let debounced = send(wait(1).debounce(id: "q", for: .seconds(1)))
    await gates[0].waitUntilCancelled()
    await running.value
    #expect(!gates[1].hasStarted)
    await clock.advance(by: .seconds(1))
    await gates[1].waitUntilStarted()
    gates[1].open()
    await debounced.value
    #expect(store.state.log == ["1"])
  }

  @Test(arguments: Operator.allCases)
  func throttleReplacesWhatRuns(first: Operator) async {
    let running = send(first.put(wait(0)))
    await gates[0].waitUntilStarted()
    let throttled = send(wait(1).throttle(id: "q", for: .seconds(1)))
    await gates[1].waitUntilStarted()
    #expect(gates[0].wasCancelled)
    gates[1].open()
    await running.value
    await throttled.value
    #expect(store.state.log == ["1"])
  }

  @Test(arguments: Operator.allCases.filter { $0.meeting == .replaces })
  func whatReplacesReplacesWhatWaits(second: Operator) async {
    let sent = [send(wait(0).queued(id: "q")), send(log("queued").queued(id: "q"))]
    await gates[0].waitUntilStarted()
    await send(second.put(log("second"))).value
    let debounced = send(log("debounced").debounce(id: "q", for: .seconds(1)))
    await send(second.put(log("new"))).value
    for sent in sent + [debounced] { await sent.value }
    #expect(clock.sleeperCount == 0)
    #expect(store.state.log == ["second", "new"])
  }

  // MARK: Separate ids

  /// A policy for an effect that has its own id.
  static let policies: [@MainActor @Sendable (Effect, String) -> Effect] = [
    { $0.queued(id: $1) },
    { $0.limited(id: $1, to: 2) },
    { $0.debounce(id: $1, for: .seconds(1)) },
    { $0.throttle(id: $1, for: .seconds(1)) },
    { $0.execution(.restart, id: $1) },
    { $0.execution(.dropWhileRunning, id: $1) },
    { $0.execution(.concurrent, id: $1) },
    { $0.execution(.restart.group("group"), id: $1) },
  ]

  @Test(arguments: 0..<8, ["x", "q"])
  func anEffectWithASeparateIdRunsUnderEveryPolicy(policy: Int, id: String) async {
    let (elements, continuation) = AsyncStream<String>.makeStream()
    continuation.yield("element")
    continuation.finish()
    let effects: [Effect] = [
      .run(id: "x") { $0.log.append("run") },
      .observe(elements, id: "x") { $1.log.append($0) },
      log("cancellable").cancellable(id: "x", cancelInFlight: true),
      .merge(log("merge"), .run {}).cancellable(id: "x", cancelInFlight: true),
    ]
    for effect in effects {
      let sent = send(Self.policies[policy](effect, id))
      await clock.advance(by: .seconds(1))
      await sent.value
      await clock.advance(by: .seconds(1))
    }
    #expect(store.state.log == ["run", "element", "cancellable", "merge"])
    #expect(store.effects.isEmpty)
  }

  @Test func aGroupThatReplacesIsDroppedByItsPolicy() async {
    let sent = (0..<2).map { index in
      send(
        Effect.merge(wait(index), .run {}).cancellable(id: "x", cancelInFlight: true)
          .execution(.dropWhileRunning, id: "q")
      )
    }
    await gates[0].waitUntilStarted()
    await sent[1].value
    #expect(!gates[0].wasCancelled)
    gates[0].open()
    await sent[0].value
    #expect(store.state.log == ["0"])
  }

  @Test func waitingWorkIsReachedByItsOwnId() async {
    let running = send(wait(0).queued(id: "q"))
    let waiting = send(Effect.run(id: "x") { $0.log.append("never") }.queued(id: "q"))
    store.cancelTask(id: "x")
    await waiting.value
    #expect(!gates[0].wasCancelled)
    gates[0].open()
    await running.value
    #expect(store.state.log == ["0"])
  }

  @Test(arguments: ["refresh", "list"])
  func aGroupAndTheOwnIdBothReachTheEffect(id: String) async {
    let sent = send(wait(0).execution(.restart.group("list"), id: "refresh"))
    await gates[0].waitUntilStarted()
    #expect(store.isTaskRunning(id: id))
    store.cancelTask(id: id)
    await sent.value
    #expect(gates[0].wasCancelled)
  }

  // MARK: Compositions

  @Test func aGroupDoesNotMeetItsPartsOfTheSameId() async {
    await send(
      Effect.concatenate(.run(id: "load") { $0.log.append("first") }, log("second"))
        .cancellable(id: "load")
    ).value
    await send(Effect.merge(log("queued").queued(id: "q"), log("other")).queued(id: "q")).value
    #expect(store.state.log.prefix(2) == ["first", "second"])
    #expect(store.state.log.count == 4)
  }

  @Test func groupsOfOneIdWhosePartsAreQueuedThereDoNotBlockEachOther() async {
    let group = { Effect.merge(self.log("a").queued(id: "q"), self.log("b").queued(id: "q")) }
    let sent = (0..<2).map { _ in send(group().cancellable(id: "q")) }
    for sent in sent { await sent.value }
    #expect(store.state.log.count == 4)
  }

  @Test func aConcatenationEndsWithAPartThatIsDropped() async {
    let running = send(wait(0).execution(.dropWhileRunning, id: "save"))
    await gates[0].waitUntilStarted()
    await send(.concatenate(log("never").execution(.dropWhileRunning, id: "save"), log("after")))
      .value
    gates[0].open()
    await running.value
    #expect(store.state.log == ["0"])
  }

  @Test func aConcatenationEndsWithAPartThatIsReplaced() async {
    let sent = send(
      .concatenate(
        .run(id: "save") { [gates] _ in try await gates[0].pass() },
        log("after")
      )
    )
    await gates[0].waitUntilStarted()
    await send(.run(id: "save") { $0.log.append("new") }).value
    await sent.value
    #expect(store.state.log == ["new"])
  }

  @Test func aTimeoutAfterACancelIsNotAFailure() async {
    let sent = send(
      .run { [gates] _ in await gates[0].passStubbornly() }
        .timeout(.seconds(1))
        .catch { $1.log.append("\($0)") }
    )
    await gates[0].waitUntilStarted()
    sent.cancel()
    await clock.advance(by: .seconds(1))
    gates[0].open()
    await sent.value
    #expect(store.state.log == [])
  }

  @Test func anEffectThatEndsInTimeIsNotLate() async {
    let sent = send(log("done").timeout(.seconds(1)).catch { $1.log.append("\($0)") })
    while store.state.log.isEmpty { await Task.yield() }
    await clock.advance(by: .seconds(2))
    await sent.value
    #expect(store.state.log == ["done"])
  }

  @Test func aTimeoutThatNoClockCanHoldIsIgnored() async {
    let sent = send(log("done").timeout(.seconds(Int64.max)))
    await sent.value
    #expect(store.state.log == ["done"])
  }

  // MARK: Stores that share a task manager

  @Test func storesThatShareAManagerShareLanes() async {
    let manager = TaskManager()
    let stores = (0..<2).map { _ in Script.store(taskManager: manager) }
    let running = stores[0].send(.effect("run", wait(0).cancellable(id: "q")))
    await gates[0].waitUntilStarted()
    let waiting = stores[1].send(.effect("wait", log("queued").queued(id: "q")))
    #expect(stores[1].effects.map(\.state) == [.waiting])
    gates[0].open()
    await running.value
    await waiting.value
    #expect(stores[1].state.log == ["queued"])
  }

  // MARK: Context of waiting work

  @Test func queuedWorkHasThePriorityAndTheValuesOfItsSender() async {
    let seen: Effect = .run { $0.log.append("\(Sender.name) \(Task.currentPriority)") }
    let running = await Task(priority: .high) { @MainActor in
      Sender.$name.withValue("first") { send(wait(0).queued(id: "q")) }
    }.value
    await gates[0].waitUntilStarted()
    let waiting = await Task(priority: .low) { @MainActor in
      Sender.$name.withValue("second") { send(seen.queued(id: "q")) }
    }.value
    gates[0].open()
    await running.value
    await waiting.value
    #expect(store.state.log.last == "second \(TaskPriority.low)")
  }

  @discardableResult
  private func send(_ effect: Effect) -> SentAction {
    store.send(.effect("effect", effect))
  }

  private func log(_ name: String) -> Effect {
    .run { $0.log.append(name) }
  }

  /// Returns an effect that waits at its gate, and then writes its number into the log.
  private func wait(_ index: Int) -> Effect {
    let gate = gates[index]
    return .run { state in
      try await gate.pass()
      state.log.append("\(index)")
    }
  }
}

private enum Sender {
  @TaskLocal static var name = "nobody"
}
