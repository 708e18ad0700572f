import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ActionTaskExecutionTests {
  typealias Effect = Script.Effect

  private let clock = TestClock()
  private let store: Store<Script>
  private let gates = (0..<4).map { _ in Gate() }

  init() {
    store = Script.store(clock: clock)
  }

  @Test func debounceRunsTheLastWhenNoOtherComes() async {
    let sent = (0..<3).map { send(log("\($0)").debounce(id: "search", for: .seconds(1))) }
    await sent[0].value
    await sent[1].value
    #expect(store.state.log.isEmpty)
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await sent[2].value
    #expect(store.state.log == ["2"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func debouncedTaskReplacesTheRunningOneAtOnce() async {
    let first = send(wait(0).debounce(id: "search", for: .seconds(1)))
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await gates[0].waitUntilStarted()
    let second = send(log("second").debounce(id: "search", for: .seconds(1)))
    await gates[0].waitUntilCancelled()
    await first.value
    #expect(store.state.log.isEmpty)
    await clock.advance(by: .seconds(1))
    await second.value
    #expect(store.state.log == ["second"])
  }

  @Test func cancelReachesATaskThatWaits() async {
    let sent = send(log("never").debounce(id: "search", for: .seconds(1)))
    #expect(store.effects.map(\.state) == [.waiting])
    #expect(!store.isTaskRunning(id: "search"))
    #expect(store.runningTaskCount == 0)
    store.send(.effect("cancel", .cancel(id: "search")))
    await sent.value
    #expect(!store.isTaskRunning(id: "search"))
    #expect(clock.sleeperCount == 0)
    #expect(store.state.log.isEmpty)
  }

  @Test func cancellingTheActionReachesATaskThatWaits() async {
    let running = send(wait(0).queued(id: "q"))
    let waiting = send(log("never").queued(id: "q"))
    waiting.cancel()
    await waiting.value
    await gates[0].waitUntilStarted()
    gates[0].open()
    await running.value
    #expect(store.state.log == ["0"])
  }

  @Test func throttleRunsTheFirstAndTheLast() async {
    let sent = (0..<3).map { send(log("\($0)").throttle(id: "save", for: .seconds(1))) }
    await sent[0].value
    await sent[1].value
    #expect(store.state.log == ["0"])
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await sent[2].value
    #expect(store.state.log == ["0", "2"])
  }

  @Test func throttleWithoutLatestRunsTheFirstOnly() async {
    let sent = (0..<3).map {
      send(log("\($0)").throttle(id: "save", for: .seconds(1), latest: false))
    }
    for sent in sent { await sent.value }
    #expect(store.state.log == ["0"])
  }

  @Test func queuedTasksRunOneAfterTheOther() async {
    let sent = (0..<3).map { send(wait($0).queued(id: "q")) }
    for index in 0..<3 {
      await gates[index].waitUntilStarted()
      #expect(store.runningTaskCount == 1)
      gates[index].open()
      await sent[index].value
    }
    #expect(store.state.log == ["0", "1", "2"])
  }

  @Test func aFailureLetsTheNextQueuedTaskBegin() async {
    let failing: Effect = .run { _ in throw TestError() }
    let sent = [
      send(failing.catch { _, state in state.log.append("caught") }.queued(id: "q")),
      send(log("next").queued(id: "q")),
    ]
    for sent in sent { await sent.value }
    #expect(store.state.log == ["caught", "next"])
  }

  @Test func aLimitIsKept() async {
    let sent = (0..<3).map { send(wait($0).limited(id: "l", to: 2)) }
    await gates[0].waitUntilStarted()
    await gates[1].waitUntilStarted()
    #expect(store.runningTaskCount == 2)
    #expect(!gates[2].hasStarted)
    gates[1].open()
    await gates[2].waitUntilStarted()
    gates[0].open()
    gates[2].open()
    for sent in sent { await sent.value }
    #expect(store.state.log.count == 3)
  }

  @Test func compositionsAreScheduledAsAWhole() async {
    let both = Effect.merge(wait(0), wait(1)).queued(id: "q")
    let first = send(both)
    let second = send(log("after").queued(id: "q"))
    await gates[0].waitUntilStarted()
    await gates[1].waitUntilStarted()
    gates[0].open()
    gates[1].open()
    await first.value
    await second.value
    #expect(store.state.log.last == "after")
    #expect(store.state.log.count == 3)
  }

  @Test func policiesOfAnIdMeet() async {
    let more = send(wait(0).execution(.dropWhileRunning, id: "list"))
    await gates[0].waitUntilStarted()
    let refresh = send(wait(1).execution(.restart, id: "list"))
    await gates[0].waitUntilCancelled()
    await more.value
    let dropped = send(log("never").execution(.dropWhileRunning, id: "list"))
    await dropped.value
    await gates[1].waitUntilStarted()
    gates[1].open()
    await refresh.value
    #expect(store.state.log == ["1"])
  }

  @Test func aFailingTaskIsRepeated() async {
    let failing: Effect = .run { state in
      state.count += 1
      throw TestError("\(state.count)")
    }
    let sent = send(
      failing
        .retry(.constant(.seconds(1), maxAttempts: 3))
        .catch { error, state in state.log.append("\(error)") }
    )
    for _ in 0..<2 {
      await clock.waitForSleepers()
      await clock.advance(by: .seconds(1))
    }
    await sent.value
    #expect(store.state.log == ["3"])
  }

  @Test func aTaskThatSucceedsIsNotRepeated() async {
    let sent = send(log("once").retry(.immediate(maxAttempts: 3)))
    await sent.value
    #expect(store.state.log == ["once"])
  }

  @Test func cancelReachesThePauseBetweenAttempts() async {
    let failing: Effect = .run(id: "load") { state in
      state.count += 1
      throw TestError()
    }
    let sent = send(failing.retry(.constant(.seconds(1))))
    await clock.waitForSleepers()
    store.send(.effect("cancel", .cancel(id: "load")))
    await sent.value
    #expect(store.state.count == 1)
    #expect(clock.sleeperCount == 0)
  }

  @Test func aTaskThatTakesTooLongIsCancelledAndFails() async {
    let sent = send(
      wait(0)
        .timeout(.seconds(5))
        .catch { error, state in state.log.append("\(error is TimeoutError)") }
    )
    await gates[0].waitUntilStarted()
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(5))
    await gates[0].waitUntilCancelled()
    await sent.value
    #expect(store.state.log == ["true"])
  }

  @Test func aTaskThatEndsInTimeStopsItsTimer() async {
    let sent = send(log("done").timeout(.seconds(5)))
    await sent.value
    #expect(store.state.log == ["done"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func anEffectSendsToItsStore() async {
    let sent = send(
      .run { state, send in
        send(.log("sent"))
        state.log.append("behind")
      }
    )
    await sent.value
    #expect(store.state.log == ["sent", "behind"])
  }

  @Test func aSequenceIsFollowedUntilItIsReplaced() async {
    let (elements, continuation) = AsyncStream<Int>.makeStream()
    let ended = Signal()
    continuation.onTermination = { _ in ended.fire() }
    let seen = Signal()
    let sent = send(
      .observe(elements, id: "elements") { element, state in
        state.count += element
        if element == 3 { seen.fire() }
      }
    )
    for element in 1...3 { continuation.yield(element) }
    await seen.wait()
    #expect(store.state.count == 6)
    send(.run(id: "elements") { _ in })
    await ended.wait()
    await sent.value
  }

  @Test func theStoreLetsGoOfWhatWaits() async {
    var store: Store<Script>? = Script.store(clock: clock)
    weak let released = store
    let running = Gate()
    let sent = [
      store?.send(.effect("a", .run { _ in try await running.pass() }.queued(id: "q"))),
      store?.send(.effect("b", log("never").queued(id: "q"))),
      store?.send(.effect("c", log("never").debounce(id: "d", for: .seconds(1)))),
    ]
    await running.waitUntilStarted()
    store = nil
    for sent in sent { await sent?.value }
    #expect(released == nil)
    #expect(clock.sleeperCount == 0)
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
