import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Combinations of operators: ids inside waiting work, groups with one part, and effects that complete immediately.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct EffectPairsTests {
  typealias Effect = Script.Effect

  private let clock = TestClock()
  private let store: Store<Script>
  private let gate = Gate()

  init() {
    store = Script.store(clock: clock) { $0.onError { $1.log.append("store: \($0)") } }
  }

  // MARK: Queued ids

  static let queues: [@MainActor @Sendable (Effect) -> Effect] = [
    { $0.cancellable(id: "x", cancelInFlight: true).queued(id: "q") },
    { $0.cancellable(id: "x", cancelInFlight: true).execution(.queue.group("q"), id: "x") },
    { $0.execution(.restart, id: "x").limited(id: "q", to: 1) },
    { $0.execution(.dropWhileRunning, id: "x").queued(id: "q") },
    { $0.throttle(id: "x", for: .zero).queued(id: "q") },
    { Effect.merge($0.cancellable(id: "x", cancelInFlight: true), .run {}).queued(id: "q") },
  ]

  @Test(arguments: 0..<6)
  func effectsOfOneIDInAQueueAllRun(queue: Int) async {
    let sent = ["1", "2", "3"].map { send(Self.queues[queue](log($0))) }
    for sent in sent { await sent.value }
    #expect(store.state.log == ["1", "2", "3"])
  }

  @Test(arguments: 0..<6)
  func aNewerEffectReplacesThoseThatWait(queue: Int) async {
    let waiting = Effect.run { [gate] in try await gate.pass() }
    let first = send(waiting.queued(id: "q"))
    await gate.waitUntilStarted()
    let second = send(Self.queues[queue](log("replaced")))
    await send(log("new").cancellable(id: "x", cancelInFlight: true)).value
    gate.open()
    await first.value
    await second.value
    #expect(store.state.log == ["new"])
  }

  // MARK: Work before its start

  /// The cancel happens in each turn of the main actor around the turn of the effect.
  @Test(.needsVirtualTime, .simulated, arguments: 0..<6)
  func anIDReachesAnEffectThatIsAboutToBegin(queue: Int) async {
    let store = store
    var logs: Set<[String]> = []
    for turn in 0..<12 {
      store.state.log = []
      let gate = Gate()
      let first: Effect = .run { _ in
        await gate.wait()
        Task { @MainActor in
          for _ in 0..<turn { await Task.yield() }
          store.state.log.append("cancel")
          store.cancelTask(id: "x")
        }
      }
      let sent = [send(first.queued(id: "q")), send(Self.queues[queue](log("effect")))]
      await settle()
      gate.open()
      for sent in sent { await sent.value }
      await settle()
      logs.insert(store.state.log)
    }
    #expect(logs == [["cancel"], ["effect", "cancel"]])
    #expect(store.effects.isEmpty)
  }

  @Test(.needsVirtualTime, .simulated, arguments: 0..<6)
  func anIDReachesAnEffectThatSendsWhenItsTurnComes(queue: Int) async {
    let sending: Effect = .merge(.send(.log("a")), .send(.log("b")))
    let sent = send(Self.queues[queue](sending))
    store.cancelTask(id: "x")
    await sent.value
    #expect(store.state.log == [])
    #expect(store.effects.isEmpty)
  }

  @Test(.needsVirtualTime, .simulated) func anIDReachesADelayedEffectThatIsAboutToBegin() async {
    let store = store
    let first: Effect = .run { [clock] _ in
      try await clock.sleep(for: .seconds(1))
      store.cancelTask(id: "x")
    }
    let cancelling = send(first)
    await settle()
    let delayed = send(log("cancelled").cancellable(id: "x").delay(for: .seconds(1)))
    await clock.advance(by: .seconds(1))
    for sent in [cancelling, delayed] { await sent.value }
    #expect(store.state.log == [])
  }

  // MARK: Nested ids of waiting work

  /// Operators that set the id `"x"` of an effect.
  static let inner: [@MainActor @Sendable (Effect) -> Effect] = [
    { $0.cancellable(id: "x") },
    { $0.queued(id: "x") },
    { $0.debounce(id: "x", for: .seconds(1)) },
    { $0.queued(id: "x").retry(.constant(.seconds(1))) },
    { $0.cancellable(id: "x").queued(id: "y") },
    { Effect.merge($0.cancellable(id: "x"), .none).queued(id: "y") },
    { $0.debounce(id: "x", for: .seconds(1)).timeout(.seconds(60)) },
  ]

  @Test(arguments: 0..<7, [true, false])
  func anIDReachesADelayedEffect(index: Int, isReplaced: Bool) async {
    let sent = send(Self.inner[index](log("never")).delay(for: .seconds(3)))
    #expect(clock.sleeperCount == 1)
    await end("x", isReplaced)
    await sent.value
    #expect(clock.sleeperCount == 0)
    #expect(store.state.log == (isReplaced ? ["new"] : []))
  }

  @Test(arguments: 0..<7, [true, false])
  func anIDReachesAnEffectThatPausesBeforeAnotherAttempt(index: Int, isReplaced: Bool) async {
    let failing = Effect.run { state in
      state.log.append("attempt")
      throw TestError()
    }
    let sent = send(Self.inner[index](failing).retry(.constant(.seconds(3))))
    if [2, 6].contains(index) { await clock.advance(by: .seconds(1)) }
    while store.state.log.isEmpty { await Task.yield() }
    await clock.waitForSleepers()
    await end("x", isReplaced)
    await sent.value
    #expect(clock.sleeperCount == 0)
    #expect(store.state.log == ["attempt"] + (isReplaced ? ["new"] : []))
  }

  /// The cancel happens in each turn of the main actor around the beginning of the pause.
  @Test(.needsVirtualTime, .simulated, arguments: 0..<7, [true, false])
  func anIDReachesAnEffectThatIsAboutToPause(index: Int, isReplaced: Bool) async {
    for turn in 0..<16 {
      store.state.log = []
      let failing = Effect.run { state in
        state.log.append("attempt")
        Task { @MainActor in
          for _ in 0..<turn { await Task.yield() }
          await end("x", isReplaced)
        }
        throw TestError()
      }
      let sent = send(Self.inner[index](failing).retry(.constant(.seconds(3))))
      await settle()
      await clock.advance(by: .seconds(1))
      await settle()
      #expect(sent.isDone)
      #expect(store.state.log == ["attempt"] + (isReplaced ? ["new"] : []), "turn \(turn)")
      #expect(clock.sleeperCount == 0)
    }
  }

  /// Operators that make a group wait.
  static let outer: [@MainActor @Sendable (Effect) -> Effect] = [
    { $0.delay(for: .seconds(3)) },
    { $0.debounce(id: "y", for: .seconds(3)) },
    { $0.timeout(.seconds(60)).delay(for: .seconds(3)) },
    { Effect.concatenate($0, .run {}).delay(for: .seconds(3)) },
  ]

  @Test(arguments: 0..<4, [true, false])
  func anIDReachesOnePartOfAGroupThatWaits(index: Int, isReplaced: Bool) async {
    let group = Effect.merge(
      log("never").cancellable(id: "x", cancelInFlight: true),
      log("other").cancellable(id: "z")
    )
    let sent = send(Self.outer[index](group))
    await end("x", isReplaced)
    await clock.advance(by: .seconds(3))
    await sent.value
    #expect(store.state.log == (isReplaced ? ["new", "other"] : ["other"]))
  }

  @Test func aDelayedActionKeepsItsID() async {
    let hide = Effect.send(.log("hide")).cancellable(id: "toast", cancelInFlight: true)
    let first = send(hide.delay(for: .seconds(3)))
    await clock.advance(by: .seconds(2))
    let second = send(hide.delay(for: .seconds(3)))
    await first.value
    await clock.advance(by: .seconds(2))
    #expect(store.state.log.isEmpty)
    await clock.advance(by: .seconds(1))
    await second.value
    #expect(store.state.log == ["hide"])
  }

  @Test func aCancelledPartIsNotBroughtBackByARetry() async {
    var attempts = 0
    let failing = Effect.run { _ in
      attempts += 1
      throw TestError()
    }
    let cancelled = log("part").cancellable(id: "x")
    let sent = send(.merge(cancelled, failing).retry(.constant(.seconds(1), maxAttempts: 2)))
    await clock.waitForSleepers()
    #expect(store.state.log == ["part"])
    store.cancelTask(id: "x")
    await clock.advance(by: .seconds(1))
    await sent.value
    #expect(attempts == 2)
    #expect(store.state.log.count { $0 == "part" } == 1)
  }

  @Test func aCancelledPartOfAConcatenationIsNotBroughtBackByARetry() async {
    let failing = Effect.run { state in
      state.log.append("fail")
      throw TestError()
    }
    let part = Effect.run { [gate] state in
      state.log.append("part")
      try await gate.pass()
    }
    let sent = send(
      Effect.concatenate(.run { _ in }, part.cancellable(id: "x"), failing)
        .retry(.constant(.seconds(1), maxAttempts: 2))
    )
    await gate.waitUntilStarted()
    store.cancelTask(id: "x")
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await sent.value
    #expect(store.state.log == ["part", "fail", "fail", "store: \(TestError())"])
  }

  // MARK: Groups

  @Test(arguments: [true, false])
  func aGroupOfOneKeepsWhatItsPartHas(isMerge: Bool) async {
    let part = Effect.run { [gate] _ in
      try await gate.pass()
      throw TestError()
    }
    let kept = part.cancellable(id: "part").catch { $1.log.append("part: \($0)") }
    let group = isMerge ? Effect.merge(.none, kept) : .concatenate(kept, .none)
    let sent = send(group.cancellable(id: "group").catch { $1.log.append("group: \($0)") })
    await gate.waitUntilStarted()
    #expect(store.isTaskRunning(id: "part") && store.isTaskRunning(id: "group"))
    gate.open()
    await sent.value
    #expect(store.state.log == ["part: \(TestError())"])
  }

  @Test func aGroupMayCancelItsOwnIDBefore() async {
    let running = send(.run(id: "x") { [gate] in try await gate.pass() })
    await gate.waitUntilStarted()
    let group = Effect.concatenate(.cancel(id: "x"), log("done").cancellable(id: "x"))
    await send(group.cancellable(id: "x")).value
    await running.value
    #expect(gate.wasCancelled)
    #expect(store.state.log == ["done"])
  }

  @Test func aReplacedPartOfANestedGroupStopsTheConcatenation() async {
    let group = Effect.merge(.run(id: "x") { [gate] in try await gate.pass() }, log("other"))
    let sent = send(.concatenate(group, log("never")))
    await gate.waitUntilStarted()
    await send(log("new").cancellable(id: "x", cancelInFlight: true)).value
    await sent.value
    #expect(store.state.log.sorted() == ["new", "other"])
  }

  @Test func aRetryBringsNoReplacedPartBack() async {
    let failed = Signal()
    let failing = Effect.run { [gate] _ in
      failed.fire()
      try await gate.pass()
      throw TestError()
    }
    let part = Effect.run(id: "x") { (_: ScriptState) in try await Gate().pass() }
    let sent = send(.merge(part, failing).retry(.immediate()))
    await failed.wait()
    let successor = Gate()
    let next = send(.run(id: "x") { try await successor.pass() })
    await successor.waitUntilStarted()
    gate.open()
    await sent.value
    #expect(!successor.wasCancelled)
    #expect(store.state.log == ["store: \(TestError())"])
    successor.open()
    await next.value
  }

  // MARK: Immediate effects

  static let wrappers: [@MainActor @Sendable (Effect) -> Effect] = [
    { $0.timeout(.seconds(30)) },
    { $0.retry(.immediate()) },
    { Effect.merge($0, .none).timeout(.seconds(30)) },
    { Effect.concatenate($0, .run {}) },
    { Effect.concatenate($0, .run {}).timeout(.seconds(30)) },
    { Effect.merge($0, .run {}).retry(.immediate()) },
    { $0.throttle(id: "other", for: .seconds(1)) },
    { $0.queued(id: "other") },
    { $0.execution(.restart.timeout(.seconds(30)), id: "other") },
    { $0.cancellable(id: "other").catch { _, _ in } },
  ]

  @Test(arguments: 0..<10)
  func aCancelReachesNothingThatIsSentAfterIt(wrapper: Int) async {
    let stop = send(Self.wrappers[wrapper](.cancel(id: "x")))
    let start = send(.run(id: "x") { [gate] in try await gate.pass() })
    await gate.waitUntilStarted()
    #expect(!gate.wasCancelled)
    gate.open()
    await start.value
    await clock.advance(by: .seconds(1))
    await stop.value
  }

  @Test(arguments: 0..<10)
  func anActionIsHandledBeforeSendReturns(wrapper: Int) async {
    let sent = send(Self.wrappers[wrapper](.send(.log("sent"))))
    // A policy sends in the turn of its task, so that a replay knows the order.
    #expect(store.state.log == (6...8 ~= wrapper ? [] : ["sent"]))
    await clock.advance(by: .seconds(1))
    await sent.value
    #expect(store.state.log == ["sent"])
  }

  @Test func anEffectThatCompletesImmediatelyReplacesWhatItsIDHas() async {
    let running = send(.run(id: "x") { [gate] in try await gate.pass() })
    await gate.waitUntilStarted()
    send(.send(.log("sent")).cancellable(id: "x", cancelInFlight: true))
    await gate.waitUntilCancelled()
    await running.value
    #expect(store.state.log == ["sent"])
    #expect(!store.isTaskRunning(id: "x"))
  }

  // MARK: Cancellation

  static let waiting: [@MainActor @Sendable (Effect) -> Effect] = [
    { $0.queued(id: "free").delay(for: .seconds(1)) },
    { $0.debounce(id: "d", for: .seconds(1)).timeout(.seconds(9)) },
    { Effect.merge($0, .run {}).delay(for: .seconds(1)) },
    { Effect.concatenate($0, .run {}).debounce(id: "d", for: .seconds(1)) },
    { Effect.merge($0, .run {}).queued(id: "q") },
    { $0.execution(.queue.group("q"), id: "own") },
    { [gate = Gate()] effect in Effect.concatenate(.run { try await gate.pass() }, effect) },
  ]

  @Test(arguments: 0..<7)
  func onCancelIsCalledForWorkThatWaits(index: Int) async {
    let running = send(.run { [gate] in try await gate.pass() }.queued(id: "q"))
    await gate.waitUntilStarted()
    let sent = send(Self.waiting[index](log("never").onCancel { $0.log.append("cancelled") }))
    sent.cancel()
    await sent.value
    #expect(store.state.log == ["cancelled"])
    gate.open()
    await running.value
  }

  @Test func onCancelIsNotCalledForTheEndOfTheTime() async {
    let work = Effect.run { [gate] in try await gate.pass() }.onCancel {
      $0.log.append("cancelled")
    }
    let sent = send(work.queued(id: "q").timeout(.seconds(1)))
    await gate.waitUntilStarted()
    await clock.advance(by: .seconds(1))
    await sent.value
    #expect(store.state.log == ["store: \(TimeoutError(duration: .seconds(1)))"])
  }

  @Test func aTaskOfACancelledEffectSendsNothingAfterItsEnd() async {
    let late = Gate()
    let isLate = Signal()
    let sent = send(
      .run(id: "x") { (_: ScriptState, send: ActionSender<ScriptAction>) in
        Task {
          await late.passStubbornly()
          send(.log("stale"))
          isLate.fire()
        }
        try await Gate().pass()
      }
    )
    await late.waitUntilStarted()
    store.cancelTask(id: "x")
    await sent.value
    late.open()
    await isLate.wait()
    #expect(store.state.log.isEmpty)
  }

  // MARK: Search

  /// The query changes while the results of the last one are in flight.
  @Test func aSearchShowsNoResultsOfAnEarlierQuery() async {
    let search = { (query: String, gate: Gate) in
      Effect.run {
        await gate.passStubbornly()
        return query
      } apply: { results, state in
        state.log.append(results)
      }
      .debounce(id: "search", for: .milliseconds(300))
    }
    let second = Gate()
    let first = send(search("a", gate))
    await clock.advance(by: .milliseconds(300))
    await gate.waitUntilStarted()
    let next = send(search("b", second))
    gate.open()
    await first.value
    #expect(store.state.log.isEmpty)
    await clock.advance(by: .milliseconds(300))
    second.open()
    await next.value
    #expect(store.state.log == ["b"])
  }

  // MARK: Helpers

  private func end(_ id: String, _ isReplaced: Bool) async {
    if isReplaced {
      await send(log("new").cancellable(id: id, cancelInFlight: true)).value
    } else {
      store.cancelTask(id: id)
    }
  }

  @discardableResult
  private func send(_ effect: Effect) -> SentAction {
    store.send(.effect("effect", effect))
  }

  private func log(_ name: String) -> Effect {
    .run { $0.log.append(name) }
  }
}
