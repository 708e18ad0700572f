import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Parts of compositions and scheduled effects that are cancelled, dropped, or replaced.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct EffectRunnerPartsTests {
  typealias Effect = Script.Effect

  private let clock = TestClock()
  private let store: Store<Script>
  private let gate = Gate()
  private let manager = TaskManager()

  init() {
    store = Script.store(taskManager: manager, clock: clock) { handler in
      handler.onError { $1.log.append("store: \($0)") }
    }
  }

  @Test func thePriorityOfTheOutermostCompositionWins() async {
    let part = Effect.run { $0.log.append("\(Task.currentPriority)") }
    let inner = Effect.concatenate(part, part.priority(.utility)).priority(.high)
    let sent = send(.merge(inner, part.retry(.never).priority(.high)).priority(.background))
    await sent.value
    #expect(Set(store.state.log) == ["\(TaskPriority.background)"])
  }

  @Test func aRetryThatIsCancelledInItsPauseDeliversNothing() async {
    let failing = Effect.run { _ in throw TestError() }
    let sent = [
      send(failing.retry(.constant(.seconds(1))).cancellable(id: "plain")),
      send(failing.retry(.constant(.seconds(1))).catch { $1.log.append("\($0)") }),
      send(.concatenate(failing.retry(.constant(.seconds(1))), log("next")).cancellable(id: "all")),
    ]
    await clock.waitForSleepers(count: 3)
    store.cancelTask(id: "plain")
    sent[1].cancel()
    store.cancelTask(id: "all")
    for sent in sent { await sent.value }
    #expect(store.state.log.isEmpty)
    #expect(clock.sleeperCount == 0)
  }

  @Test func aFailureThatACompositionHasNotDeliveredGoesWithItsCancel() async {
    let failed = Signal()
    let sent = send(
      .concatenate(
        .merge(
          .run { [gate] _ in await gate.passStubbornly() },
          .run { _ in
            failed.fire()
            throw TestError()
          }
        ),
        log("never")
      )
      .catch { $1.log.append("\($0)") }
    )
    await gate.waitUntilStarted()
    await failed.wait()
    sent.cancel()
    gate.open()
    await sent.value
    #expect(store.state.log.isEmpty)
  }

  @Test func aReplacedPartIsNotRepeated() async {
    let part = Effect.merge(
      .run { _ in throw TestError() },
      .run { [gate] _ in try await gate.pass() }
    )
    let group = Effect.concatenate(part.cancellable(id: "part"), log("never"))
    let sent = send(group.retry(.immediate(maxAttempts: 3)))
    await gate.waitUntilStarted()
    await send(log("new").cancellable(id: "part", cancelInFlight: true)).value
    await sent.value
    #expect(store.state.log.sorted() == ["new", "store: error"])
  }

  @Test(arguments: ["queued", "debounce", "throttle", "limited", "execution"])
  func aScheduledEffectThatIsCancelledBeforeItsBeginDoesNotBegin(_ policy: String) async {
    let sent = send(scheduled(log("never"), policy, id: "q"))
    let others = send(scheduled(log("never").cancellable(id: "x"), policy, id: "r"))
    sent.cancel()
    store.cancelTask(id: "r")
    await sent.value
    await others.value
    #expect(store.state.log.isEmpty)
    #expect(store.runningTaskCount == 0)
  }

  @Test(arguments: ["queued", "debounce", "limited", "execution"])
  func theIdOfTheEffectReachesItWhileItWaits(_ policy: String) async {
    let running = send(.run(id: "q") { [gate] _ in await gate.passStubbornly() })
    await gate.waitUntilStarted()
    if policy == "execution" { running.cancel() }
    let sent = send(scheduled(.run(id: "own") { $0.log.append("never") }, policy, id: "q"))
    #expect(!store.isTaskRunning(id: "own"))
    store.cancelTask(id: "own")
    await sent.value
    gate.open()
    await running.value
    await clock.advance(by: .seconds(1))
    #expect(store.state.log.isEmpty)
    #expect(clock.sleeperCount == 0)
  }

  @Test func anEffectWithASeparateIdRunsUnderEachPolicy() async {
    for policy in ["queued", "throttle", "limited", "execution"] {
      for id in ["q", "own"] {
        let own = Effect.run(id: id) { $0.log.append("\(policy) \(id)") }
        await send(scheduled(own, policy, id: "q")).value
        await clock.advance(by: .seconds(1))
      }
    }
    #expect(store.state.log.count == 8)
    let sent = send(scheduled(.run(id: "q") { $0.log.append("debounce") }, "debounce", id: "q"))
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await sent.value
    #expect(store.state.log.count == 9)
  }

  @Test func dropWhileRunningCountsWhatWaits() async {
    let waiting = send(log("waiting").debounce(id: "q", for: .seconds(1)))
    await send(log("dropped").execution(.dropWhileRunning, id: "q")).value
    await clock.waitForSleepers()
    await clock.advance(by: .seconds(1))
    await waiting.value
    #expect(store.state.log == ["waiting"])
  }

  @Test func aTimerThatNothingWaitsForIsStopped() async {
    let sent = send(log("never").debounce(id: "q", for: .seconds(1)))
    await clock.waitForSleepers()
    sent.cancel()
    await sent.value
    #expect(clock.sleeperCount == 0)
    let limited = send(.run { [gate] _ in try await gate.pass() }.timeout(.seconds(1)))
    await clock.waitForSleepers()
    limited.cancel()
    await limited.value
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [true, false])
  func aConcatenationStopsAfterAPartThatWasReplaced(isReplaced: Bool) async {
    let part = Effect.run(id: "part") { [gate] _ in try await gate.pass() }
    let sent = send(.concatenate(part, log("next")))
    await gate.waitUntilStarted()
    if isReplaced { send(.run(id: "part") { _ in }) } else { store.cancelTask(id: "part") }
    await sent.value
    #expect(store.state.log == (isReplaced ? [] : ["next"]))
  }

  @Test func nothingIsLeftOfAStorm() async {
    let count = manager.work.count
    var sent: [SentAction] = []
    for _ in 0..<1_000 {
      sent.append(send(log("never").execution(.restart, id: "q")))
      sent.append(send(log("never").queued(id: "r")))
      store.cancelTask(id: "r")
    }
    store.cancelAllTasks()
    for sent in sent { await sent.value }
    sent = []
    #expect(store.state.log.isEmpty)
    #expect(manager.work.count == count)
    #expect(manager.work.keys.isEmpty)
    #expect(manager.work.unfinishedCount == 0)
  }

  @discardableResult
  private func send(_ effect: Effect) -> SentAction {
    store.send(.effect("effect", effect))
  }

  private func log(_ name: String) -> Effect {
    .run { $0.log.append(name) }
  }

  private func scheduled(_ effect: Effect, _ policy: String, id: String) -> Effect {
    switch policy {
    case "queued": effect.queued(id: id)
    case "limited": effect.limited(id: id, to: 1)
    case "debounce": effect.debounce(id: id, for: .seconds(1))
    case "throttle": effect.throttle(id: id, for: .seconds(1))
    default: effect.execution(.dropWhileRunning, id: id)
    }
  }
}
