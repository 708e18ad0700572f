import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Effects that send, start later, and repeat.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ActionTaskEveryTests {
  private let clock = TestClock()
  private let store: Store<Script>
  private var log: [String] { store.state.log }

  init() {
    let clock = clock
    store = Script.store(clock: clock) { handler in
      handler.onError { $1.log.append("store: \($0)") }
    }
  }

  private func effect(_ effect: Script.Effect) -> ScriptAction { .effect("effect", effect) }

  private func ticks(
    _ name: String = "tick",
    every interval: Duration = .seconds(1)
  )
    -> Script.Effect
  {
    .every(interval, name: name) { (state: ScriptState) in state.log.append(name) }
  }

  // MARK: send

  @Test func aSentActionIsHandledInsideSend() {
    store.send(effect(.send(.log("a"))))
    #expect(log == ["a"])
  }

  @Test func sentActionsAreHandledInOrderBehindTheHandler() {
    let inner = ScriptAction("inner") { state in
      state.log.append("inner")
      return .merge(.send(.log("c")), .send(.log("d")))
    }
    store.send(effect(.merge(.send(inner), .send(.log("b")))))
    #expect(log == ["inner", "b", "c", "d"])
  }

  @Test func theActionIsDoneWhenTheSentOneIs() async {
    let sent = store.send(
      effect(.send(effect(.run(id: "x") { try await self.clock.sleep(for: .seconds(1)) })))
    )
    #expect(!sent.isDone)
    await clock.advance(by: .seconds(1))
    await sent.value
    #expect(sent.isDone)
  }

  @Test func aCancelOfTheActionReachesTheSentOne() async {
    let sent = store.send(effect(.send(effect(ticks()))))
    sent.cancel()
    await sent.value
    await clock.advance(by: .seconds(2))
    #expect(log == [])
  }

  @Test func inASequenceItsTurnComes() async {
    await store.send(
      effect(
        .concatenate(.run { $0.log.append("a") }, .send(.log("b")), .run { $0.log.append("c") })
      )
    ).value
    #expect(log == ["a", "b", "c"])
  }

  @Test func itIsNotSentBehindAFailureOrACancel() async {
    await store.send(
      effect(.concatenate(.run { _ in throw TestError("a") }, .send(.log("b"))))
    ).value
    #expect(log == ["store: a"])
    let gate = Gate()
    let sent = store.send(
      effect(.concatenate(.run { _ in await gate.passStubbornly() }, .send(.log("b"))))
    )
    sent.cancel()
    gate.open()
    await sent.value
    #expect(log == ["store: a"])
  }

  @Test func anActionThatCancelsItsSenderSends() async {
    let cancelling = ScriptAction("cancelling") { _ in
      .merge(.cancel(id: "sender"), .send(.log("a")))
    }
    let sent = store.send(effect(.run(id: "sender") { _, send in send(cancelling) }))
    await sent.value
    #expect(log == ["a"])
  }

  @Test func aHandlerBehindOneThatCancelsItsSenderSends() async {
    let last = ScriptAction("last") { _ in
      self.store.send(.log("a"))
      return .none
    }
    let cancelling = ScriptAction("cancelling") { _ in
      self.store.send(last)
      return .cancel(id: "sender")
    }
    let sent = store.send(effect(.run(id: "sender") { _, send in send(cancelling) }))
    await sent.value
    #expect(log == ["a"])
  }

  @Test func itMayWaitForItsTurn() async {
    store.send(effect(Script.Effect.send(.log("a")).debounce(id: "q", for: .seconds(1))))
    store.send(effect(Script.Effect.send(.log("b")).debounce(id: "q", for: .seconds(1))))
    #expect(log == [])
    await clock.advance(by: .seconds(1))
    #expect(log == ["b"])
  }

  // MARK: catch

  @Test func aHandlerOfFailuresMaySend() async {
    let failing = Script.Effect.run { _ in throw TestError("a") }
    let sent = store.send(
      effect(
        failing.catch { error, state, send in
          state.log.append("\(error)")
          send(.log("sent"))
        }
      )
    )
    await sent.value
    #expect(log == ["a", "sent"])
  }

  @Test func ofACancelledEffectNoHandlerSends() async {
    let gate = Gate()
    let failing = Script.Effect.run { (_: ScriptState) in
      await gate.passStubbornly()
      throw TestError("a")
    }
    let sent = store.send(effect(failing.catch { _, _, send in send(.log("sent")) }))
    sent.cancel()
    gate.open()
    await sent.value
    #expect(log == [])
  }

  // MARK: delay

  @Test func aDelayedEffectBeginsWhenItsTimeComes() async {
    let sent = store.send(effect(Script.Effect.run { $0.log.append("a") }.delay(for: .seconds(2))))
    await clock.advance(by: .milliseconds(1_999))
    #expect(log == [] && !sent.isDone)
    await clock.advance(by: .milliseconds(1))
    await sent.value
    #expect(log == ["a"])
  }

  @Test func delayedEffectsDoNotMeet() async {
    for name in ["a", "b"] {
      store.send(effect(Script.Effect.run { $0.log.append(name) }.delay(for: .seconds(1))))
    }
    await clock.advance(by: .seconds(1))
    #expect(log == ["a", "b"])
  }

  @Test func theIDReachesADelayedEffect() async {
    let toast = Script.Effect.run(id: "toast") { $0.log.append("hide") }.delay(for: .seconds(1))
    store.send(effect(toast))
    #expect(store.isTaskRunning(id: "toast"))
    await clock.advance(by: .milliseconds(900))
    let second = store.send(effect(toast))
    await clock.advance(by: .milliseconds(900))
    #expect(log == [])
    await clock.advance(by: .milliseconds(100))
    await second.value
    #expect(log == ["hide"])
    let third = store.send(effect(toast))
    store.send(effect(.cancel(id: "toast")))
    await third.value
    #expect(log == ["hide"] && clock.sleeperCount == 0)
  }

  @Test func anImmediateClockMovesOnByTheDelay() async {
    let clock = ImmediateClock()
    let start = clock.now
    let store = Script.store(clock: clock)
    await store.send(effect(Script.Effect.run { $0.log.append("a") }.delay(for: .seconds(1)))).value
    #expect(store.state.log == ["a"])
    #expect(start.duration(to: clock.now) == .seconds(1))
  }

  @Test func zeroIsNotADelay() async {
    await store.send(effect(Script.Effect.run { $0.log.append("a") }.delay(for: .zero))).value
    #expect(log == ["a"])
  }

  // MARK: every

  @Test func itRunsAfterEachInterval() async {
    let sent = store.send(effect(ticks()))
    #expect(log == [])
    await clock.advance(by: .seconds(3))
    #expect(log == ["tick", "tick", "tick"])
    sent.cancel()
    await sent.value
    await clock.advance(by: .seconds(3))
    #expect(log.count == 3 && clock.sleeperCount == 0)
  }

  @Test func itIsReplacedAndCancelledByItsID() async {
    func start(_ name: String) -> SentAction {
      store.send(
        effect(
          .every(.seconds(1), id: "timer") { (state: ScriptState) in state.log.append(name) }
        )
      )
    }
    let first = start("a")
    await clock.advance(by: .milliseconds(500))
    let second = start("b")
    await first.value
    await clock.advance(by: .seconds(1))
    #expect(log == ["b"])
    store.send(effect(.cancel(id: "timer")))
    await second.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func aFailureIsItsEnd() async {
    let sent = store.send(
      effect(.every(.seconds(1)) { (_: ScriptState) in throw TestError("late") })
    )
    await clock.advance(by: .seconds(1))
    await sent.value
    #expect(log == ["store: late"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func itMaySend() async {
    let sent = store.send(effect(.every(.seconds(1)) { _, send in send(.log("sent")) }))
    await clock.advance(by: .seconds(2))
    #expect(log == ["sent", "sent"])
    sent.cancel()
    await sent.value
  }

  @Test func itEndsWithItsStore() async {
    var store: Store<Script>? = Script.store(clock: clock)
    let sent = store?.send(effect(ticks()))
    store = nil
    await sent?.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func aTimeLimitEndsIt() async {
    let sent = store.send(effect(ticks().timeout(.milliseconds(2_500))))
    await clock.advance(by: .seconds(5))
    await sent.value
    #expect(log == ["tick", "tick", "store: \(TimeoutError(duration: .milliseconds(2_500)))"])
  }

  @Test func anIntervalWithoutLengthIsReported() {
    withKnownIssue {
      store.send(effect(ticks(every: .zero)))
    } matching: {
      $0.comments.contains { "\($0)".contains("the interval must be greater than zero") }
    }
    #expect(store.runningTaskCount == 0)
  }
}
