#if Telemetry
import InMemoryTracing
import MetricsTestKit
import StateCore
import StateTestSupport
import StateTesting
import Testing
import Tracing

@testable import FeatureStore
@testable import StateTelemetry

extension OneByOne {
  /// The spans of stores, for each kind of beginning and end of actions and effects.
  @MainActor
  @Suite(.timeLimit(.minutes(20))) struct FeatureSpansTests {
    private let trace = Trace()
    private let gate = Gate()

    // MARK: Parents

    @Test func anActionIsASpan() {
      let store = trace.store { _ in .none }
      store.send(.type("secret"))
      #expect(trace.lines == ["Errand.type"])
      let span = trace.spans[0]
      #expect(span["state.store"] == "Errand")
      #expect(span["state.action"] == "type")
      #expect(span["state.effect"] == nil)
      #expect(span["code.file.path"]?.hasSuffix("FeatureSpansTests.swift") == true)
      #expect(span["code.line.number"] != nil)
      #expect(span.status == nil)
      #expect(span.startInstant.nanosecondsSinceEpoch <= span.endInstant.nanosecondsSinceEpoch)
    }

    @Test func anEffectIsAChildOfItsActionAndTheActionThatItSendsOneOfTheEffect() async {
      let store = trace.store { action in
        guard case .go = action else { return .none }
        return .run(name: "fetch") { _, send in send(.next) }
      }
      await store.send(.go).value
      #expect(
        trace.lines == ["Errand.go", "Errand.go / fetch", "Errand.go / fetch / Errand.next"]
      )
      #expect(Set(trace.spans.map(\.traceID)).count == 1)
    }

    @Test func anActionThatAHandlerSendsIsAChildOfItsAction() async {
      let store = trace.store { action in
        guard case .go = action else { return .none }
        return .send(.next)
      }
      await store.send(.go).value
      #expect(trace.lines == ["Errand.go", "Errand.go / Errand.next"])
    }

    @Test func anEffectThatOutlivesTheHandlerIsStillAChild() async {
      let gate = gate
      let store = trace.store { _ in .run(name: "slow") { _ in try await gate.pass() } }
      let sent: SentAction = store.send(.go)
      await gate.waitUntilStarted()
      #expect(trace.open == ["Errand.go", "slow"])
      gate.open()
      await sent.value
      #expect(trace.lines == ["Errand.go", "Errand.go / slow"])
    }

    @Test func anOutputIsAnActionOfTheParentBelowTheEffectOfTheChild() async throws {
      let store = trace.store(
        helper: { helper in
          .run(name: "carry") { (_: Helper.State) in await helper.store.output(.done) }
        },
        { _ in .none }
      )
      let helper = try #require(store.scope(\.helper))
      await helper.send(.help).value
      #expect(
        trace.lines == [
          "Helper.help", "Helper.help / carry", "Helper.help / carry / Errand.helped",
        ]
      )
    }

    @Test func anotherStoreContinuesWithTheTrace() async {
      let other = trace.store { _ in .run(name: "second") { _ in } }
      let store = trace.store { _ in
        .run(name: "first") { _ in await other.send(.next).value }
      }
      await store.send(.go).value
      #expect(
        trace.lines == [
          "Errand.go", "Errand.go / first", "Errand.go / first / Errand.next",
          "Errand.go / first / Errand.next / second",
        ]
      )
    }

    @Test func anActionIsAChildOfTheSpanInWhichItIsSent() {
      let store = trace.store { _ in .none }
      trace.tracer.within("click") { _ = store.send(.go) as SentAction }
      #expect(trace.lines == ["click", "click / Errand.go"])
    }

    @Test func aSpanInAnEffectIsAboveTheActionThatIsSentInIt() async {
      let tracer = trace.tracer
      let store = trace.store { action in
        guard case .go = action else { return .none }
        return .run(name: "fetch") { _, send in tracer.within("parse") { send(.next) } }
      }
      await store.send(.go).value
      #expect(trace.lines.last == "Errand.go / fetch / parse / Errand.next")
    }

    @Test func anActionIsAChildOfItsSenderWithoutTheContextToo() async {
      let store = trace.store { action in
        guard case .go = action else { return .none }
        return .run(name: "fetch") { _, send in
          ServiceContext.withValue(nil) { () -> Void in send(.next) }
        }
      }
      await store.send(.go).value
      #expect(trace.lines.last == "Errand.go / fetch / Errand.next")
    }

    @Test func theBodyOfAnEffectHasTheContextOfItsSpan() async {
      let tracer = trace.tracer
      let store = trace.store { _ in
        .merge(
          .run(name: "here") { (_: Errand.State) in tracer.mark("request 1") },
          .run(name: "away") { tracer.mark("request 2") },
          .concatenate(
            .run(name: "part") { (_: Errand.State) in tracer.mark("request 3") },
            .run(name: "end") { (_: Errand.State) in }
          )
        )
      }
      await store.send(.go).value
      #expect(
        Set(trace.lines) == [
          "Errand.go", "Errand.go / here", "Errand.go / here / request 1", "Errand.go / away",
          "Errand.go / away / request 2", "Errand.go / effect of Errand.go",
          "Errand.go / effect of Errand.go / part",
          "Errand.go / effect of Errand.go / part / request 3",
          "Errand.go / effect of Errand.go / end",
        ]
      )
      #expect(ServiceContext.current == nil)
    }

    @Test func aHandlerHasTheContextOfItsActionBeforeAndAfterAWait() async {
      let (tracer, gate) = (trace.tracer, gate)
      let store = Store(initialState: Patient.State(), feature: Patient(tracer: tracer, gate: gate))
      trace.telemetry.observe(store)
      let sent: SentAction = store.send(.go)
      gate.open()
      await sent.value
      #expect(
        trace.lines == [
          "Patient.go", "Patient.go / before", "Patient.go / after", "Patient.go / work",
        ]
      )
    }

    @Test func anActionThatWaitsInTheQueueIsAChildOfItsSender() async {
      @MainActor final class Holder { weak var store: Store<Errand>? }
      let holder = Holder()
      let store = trace.store { action in
        guard case .go = action else { return .run(name: "work") { _ in } }
        holder.store?.send(.next)
        return .none
      }
      holder.store = store
      await store.send(.go).value
      #expect(
        trace.lines == ["Errand.go", "Errand.go / Errand.next", "Errand.go / Errand.next / work"]
      )
    }

    @Test func whatATaskSendsThatOutlivesItsEffectContinuesWithTheTrace() async {
      let (gate, late) = (gate, LockIsolated<Task<Void, Never>?>(nil))
      let other = trace.store { _ in .none }
      let store = trace.store { _ in
        .run(name: "fetch") { _ in
          late.setValue(
            Task {
              await gate.wait()
              await other.send(.next).value
            }
          )
        }
      }
      await store.send(.go).value
      #expect(trace.open.isEmpty)
      gate.open()
      await late.value?.value
      #expect(trace.lines.last == "Errand.go / fetch / Errand.next")
    }

    // MARK: End

    @Test func anErrorIsAStatusWithTheTypeAlone() async {
      let store = trace.store { action in
        if case .next = action { throw Refusal(reason: "secret") }
        return .run(name: "fetch") { _ in throw Refusal(reason: "secret") }.catch { _, _ in }
      }
      await store.send(.go).value
      store.send(.next)
      #expect(
        trace.lines == [
          "Errand.go", "Errand.go / fetch (error: Refusal)", "Errand.next (error: Refusal)",
        ]
      )
      #expect(!"\(trace.spans)".contains("secret"))
      #expect(trace.spans.allSatisfy { $0.errors.isEmpty && $0.events.isEmpty })
    }

    @Test func aCancelledEffectSaysSoAndHasNoError() async {
      let gate = gate
      let store = trace.store { _ in .run(name: "wait") { _ in try await gate.pass() } }
      let sent: SentAction = store.send(.go)
      await gate.waitUntilStarted()
      sent.cancel()
      await sent.value
      #expect(trace.lines == ["Errand.go", "Errand.go / wait (cancelled)"])
    }

    @Test func anEffectThatIsCancelledBeforeItBeginsHasASpan() async {
      let store = trace.store { action in
        if case .next = action { return .cancel(id: "wait") }
        return .run(id: "wait", name: "wait") { (_: Errand.State) in Issue.record("It has begun") }
      }
      let sent: SentAction = store.send(.go)
      store.send(.next)
      await sent.value
      #expect(trace.lines == ["Errand.go", "Errand.go / wait (cancelled)", "Errand.next"])
    }

    @Test func anEffectThatIgnoresItsCancelEndsWhenItDoes() async {
      let gate = gate
      let store = trace.store { _ in .run(name: "stubborn") { _ in await gate.passStubbornly() } }
      let sent: SentAction = store.send(.go)
      await gate.waitUntilStarted()
      sent.cancel()
      await gate.waitUntilCancelled()
      #expect(trace.open.contains("stubborn"))
      gate.open()
      await sent.value
      #expect(Set(trace.lines) == ["Errand.go", "Errand.go / stubborn (cancelled)"])
      #expect(trace.open.isEmpty)
    }

    @Test func whatACancelledEffectSendsIsDropped() async {
      let gate = gate
      let store = trace.store { action in
        guard case .go = action else { return .none }
        return .run(name: "stubborn") { _, send in
          await gate.passStubbornly()
          send(.next)
        }
      }
      let sent: SentAction = store.send(.go)
      await gate.waitUntilStarted()
      sent.cancel()
      gate.open()
      await sent.value
      #expect(
        trace.lines == [
          "Errand.go", "Errand.go / stubborn (cancelled)",
          "Errand.go / stubborn / Errand.next (dropped: sender_cancelled)",
        ]
      )
    }

    @Test func theSpansOfAStoreThatGoesAwayEnd() async {
      let gate = gate
      var store: Store<Errand>? = trace.store { _ in .run(name: "wait") { try await gate.pass() } }
      let sent: SentAction? = store?.send(.go)
      await gate.waitUntilStarted()
      store = nil
      await sent?.value
      #expect(trace.lines == ["Errand.go", "Errand.go / wait (cancelled)"])
    }

    @Test func theSpansOfAChildThatLeavesTheStateEnd() async throws {
      let gate = gate
      let store = trace.store(
        helper: { _ in .run(name: "wait") { try await gate.pass() } },
        { _ in .none }
      )
      let helper = try #require(store.scope(\.helper))
      let sent: SentAction = helper.send(.help)
      await gate.waitUntilStarted()
      store.state.helper = nil
      store.send(.next)
      await sent.value
      helper.send(.help)
      #expect(
        trace.lines == [
          "Helper.help", "Helper.help / wait (cancelled)", "Errand.next",
          "Helper.help (dropped: store_ended)",
        ]
      )
    }

    @Test func anActionThatMiddlewareRefusesIsDroppedWithTheError() {
      let store = Store(initialState: Refused.State(), feature: Refused())
      trace.telemetry.observe(store)
      store.send(.go)
      #expect(trace.lines == ["Refused.go (dropped: middleware, error: Refusal)"])
      #expect(trace.count("state.actions.dropped", "middleware") == 1)
      #expect(trace.count("state.actions.failed", "Refusal") == 1)
      #expect(trace.metrics.timers(label: "state.action.duration").isEmpty)
    }

    @Test func anActionToAStoreThatShowsAnEarlierStateIsDropped() {
      let store = trace.store { _ in .none }
      store.hold(.isTravelling)
      store.send(.go)
      store.release(keepsShown: false)
      store.send(.next)
      #expect(trace.lines == ["Errand.go (dropped: travelling)", "Errand.next"])
    }

    // MARK: Policies and compositions

    @Test func aRestartEndsTheSpanOfTheOneBefore() async {
      let gate = gate
      let store = trace.store { action in
        if case .next = action { return .run(id: "load", name: "second") { _ in } }
        return .run(id: "load", name: "first") { _ in try await gate.pass() }
      }
      let first: SentAction = store.send(.go)
      await gate.waitUntilStarted()
      await store.send(.next).value
      await first.value
      #expect(
        trace.lines == [
          "Errand.go", "Errand.go / first (cancelled)", "Errand.next", "Errand.next / second",
        ]
      )
    }

    @Test func anEffectThatItsPolicyDropsHasASpanThatSaysSo() async {
      let gate = gate
      let store = trace.store { _ in
        .run(name: "load") { _ in try await gate.pass() }.execution(.dropWhileRunning, id: "load")
      }
      let first: SentAction = store.send(.go)
      await gate.waitUntilStarted()
      await store.send(.next).value
      gate.open()
      await first.value
      #expect(
        trace.lines == [
          "Errand.go", "Errand.go / load", "Errand.go / load / load", "Errand.next",
          "Errand.next / load (dropped: policy)",
        ]
      )
    }

    @Test func aDebouncedEffectWaitsInItsSpan() async {
      let clock = TestClock()
      let store = trace.store(clock: clock) { action in
        .run(name: "\(action)") { _ in }.debounce(id: "search", for: .seconds(1))
      }
      let sent: [SentAction] = [store.send(.go), store.send(.next)]
      #expect(trace.open.contains("next"))
      await clock.run()
      for action in sent { await action.value }
      #expect(
        trace.lines.filter { $0.contains("/") } == [
          "Errand.go / go (cancelled)", "Errand.next / next", "Errand.next / next / next",
        ]
      )
      #expect(trace.count("state.effects", "go") == 0)
      #expect(trace.count("state.effects", "next") == 1)
      #expect(trace.open.isEmpty)
    }

    @Test func thePartsOfAMergeAreChildrenOfTheAction() async {
      let store = trace.store { _ in
        .merge(.run(name: "a") { _ in }, .run(name: "b") { _ in }).cancellable(id: "both")
      }
      await store.send(.go).value
      #expect(trace.lines == ["Errand.go", "Errand.go / a", "Errand.go / b"])
    }

    @Test func thePartsOfAConcatenationAreChildrenOfIt() async {
      let store = trace.store { _ in
        .concatenate(
          .run(name: "a") { _ in },
          .run(id: "own", name: "b") { _ in },
          .run(name: "c") { _ in throw Refusal(reason: "") }.catch { _, _ in },
          .run(name: "d") { _ in }
        )
      }
      await store.send(.go).value
      let parent = "Errand.go / effect of Errand.go"
      #expect(
        trace.lines == [
          "Errand.go", parent, "\(parent) / a", "\(parent) / b", "\(parent) / c (error: Refusal)",
          "\(parent) / d",
        ]
      )
    }

    @Test func eachAttemptOfARetryIsASpan() async {
      var attempts = 0
      let store = trace.store { _ in
        .run(name: "fetch") { _ in
          attempts += 1
          if attempts < 3 { throw Refusal(reason: "") }
        }.retry(.immediate(maxAttempts: 3))
      }
      await store.send(.go).value
      let attempt = "Errand.go / fetch / fetch"
      #expect(
        trace.lines == [
          "Errand.go", "Errand.go / fetch", "\(attempt) (error: Refusal)",
          "\(attempt) (error: Refusal)", attempt,
        ]
      )
      #expect(trace.count("state.effects") == 1)
      #expect(trace.count("state.effects.failed") == 2)
    }

    @Test func theErrorOfTheLastAttemptCountsOnce() async {
      let store = trace.store { _ in
        .run(name: "fetch") { _ in throw Refusal(reason: "") }.retry(.immediate(maxAttempts: 2))
      }
      await store.send(.go).value
      #expect(trace.lines.dropFirst().allSatisfy { $0.hasSuffix("(error: Refusal)") })
      #expect(trace.spans.count == 4)
      #expect(trace.count("state.effects.failed") == 2)
    }

    @Test func aTimeoutIsAnErrorOfItsEffectAndCancelsWhatItLimits() async {
      let (clock, gate) = (TestClock(), gate)
      let store = trace.store(clock: clock) { _ in
        .run(name: "fetch") { _ in try await gate.pass() }.timeout(.seconds(1)).catch { _, _ in }
      }
      let sent: SentAction = store.send(.go)
      await gate.waitUntilStarted()
      await clock.run()
      await sent.value
      #expect(trace.lines.contains { $0.hasSuffix("/ fetch (cancelled)") })
      #expect(trace.open.isEmpty)
    }

    @Test func aRepeatedEffectIsOneSpan() async {
      let clock = TestClock()
      var count = 0
      let store = trace.store(clock: clock) { _ in
        .every(.seconds(1), name: "tick") { _ in
          count += 1
          if count == 3 { throw CancellationError() }
        }
      }
      let sent: SentAction = store.send(.go)
      for _ in 0..<3 { await clock.advance(by: .seconds(1)) }
      sent.cancel()
      await sent.value
      #expect(trace.lines.filter { $0.contains("tick") }.count == 1)
      #expect(trace.open.isEmpty)
    }

    @Test func aLockedActionIsDropped() async {
      let store = Store(initialState: Careful.State(), feature: Careful(gate: gate))
      trace.telemetry.observe(store)
      let sent: SentAction = store.send(.go)
      store.send(.go)
      gate.open()
      await sent.value
      #expect(trace.lines == ["Careful.go", "Careful.go / wait", "Careful.go (dropped: locked)"])
    }
  }
}
#endif
