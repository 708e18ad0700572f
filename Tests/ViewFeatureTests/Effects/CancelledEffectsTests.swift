import Dispatch
import Foundation
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// A cancelled effect has no further visible results, regardless of its service.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct CancelledEffectsTests {
  typealias Effect = Script.Effect

  /// The composition in which the cancelled effect runs.
  enum Place: CaseIterable {
    case alone
    case mergePart
    case concatenationPart
    case retry
    case timeout
    case queued

    @MainActor
    func put(_ effect: Effect) -> Effect {
      switch self {
      case .alone: effect.cancellable(id: "id")
      case .mergePart: .merge(effect, .run {}).cancellable(id: "id")
      case .concatenationPart: .concatenate(effect, .run {}).cancellable(id: "id")
      case .retry: effect.retry(.immediate()).cancellable(id: "id")
      case .timeout: effect.timeout(.seconds(1)).cancellable(id: "id")
      case .queued: effect.queued(id: "queue").cancellable(id: "id")
      }
    }
  }

  /// The cause of the cancellation.
  enum Cause: CaseIterable {
    case id
    case replacement
    case action
    case all

    @MainActor
    func cancel(_ sent: SentAction, _ store: Store<Script>) {
      switch self {
      case .id: store.cancelTask(id: "id")
      case .replacement: store.send(.effect("new", .run(id: "id") { _ in }))
      case .action: sent.cancel()
      case .all: store.cancelAllTasks()
      }
    }
  }

  private let clock = TestClock()
  private let store: Store<Script>
  private let gate = Gate()

  init() {
    store = Script.store(clock: clock) { handler in
      handler.onError { $1.log.append("error \($0)") }
    }
  }

  @Test(arguments: Place.allCases, Cause.allCases)
  func whatACancelledEffectSendsIsDropped(place: Place, cause: Cause) async {
    let ways = LockIsolated<[Bool]>([])
    let store = store
    let stubborn: Effect = .run { [gate] _, send in
      await gate.passStubbornly()
      let sent: [SentAction] = [
        send(.log("sender")), await Script.proxy.send(.log("proxy")), store.send(.log("store")),
      ]
      for sent in sent {
        await sent.value
        ways.withValue { $0.append(sent.isCancelled) }
      }
    }
    await cancel(stubborn, at: place, by: cause)
    #expect(ways.value == [true, true, true])
    #expect(store.state.log == [])
  }

  @Test(arguments: Place.allCases, Cause.allCases)
  func theErrorOfACancelledEffectIsIgnored(place: Place, cause: Cause) async {
    let failing: Effect = .run { [gate] _ in
      await gate.passStubbornly()
      throw TestError("late")
    }
    await cancel(failing, at: place, by: cause)
    #expect(store.state.log == [])
  }

  @Test(arguments: Place.allCases, Cause.allCases)
  func theResultOfACancelledEffectIsNotApplied(place: Place, cause: Cause) async {
    let applied: Effect = .run { [gate] in
      await gate.passStubbornly()
      return 1
    } apply: { result, state in
      state.log.append("applied \(result)")
    }
    await cancel(applied, at: place, by: cause)
    #expect(store.state.log == [])
  }

  @Test(arguments: Place.allCases, Cause.allCases)
  func theResultOfACancelledEffectIsNotSent(place: Place, cause: Cause) async {
    let sending: Effect = .run(
      operation: { [gate] in
        await gate.passStubbornly()
        return "result"
      },
      send: ScriptAction.log
    )
    await cancel(sending, at: place, by: cause)
    #expect(store.state.log == [])
  }

  @Test(arguments: Place.allCases, Cause.allCases)
  func anElementThatArrivesAfterTheCancelIsIgnored(place: Place, cause: Cause) async {
    let elements = StubbornElements(gate: gate)
    let following: Effect = .observe(elements, id: "elements") { $1.log.append($0) }
    await cancel(following, at: place, by: cause)
    #expect(store.state.log == [])
  }

  /// Another thread is performing the same cancel, and hasn't cancelled the second task yet.
  @Test func aCancelReturnsWithEachResultDiscarded() async {
    let (first, second, third) = (Gate(), Gate(), Gate())
    let (reverted, last) = (Gate(), Gate())
    let (begun, release) = (Signal(), DispatchSemaphore(value: 0))
    let waiting: Effect = .run { _ in
      await withTaskCancellationHandler {
        await first.passStubbornly()
      } onCancel: {
        begun.fire()
        release.wait()
      }
    }
    let applied: Effect = .run {
      await second.passStubbornly()
      return 1
    } apply: { result, state in
      state.log.append("applied \(result)")
    }
    let failing: Effect = .run {
      await third.passStubbornly()
      throw TestError("late")
    }
    let handled: Effect = .run { await reverted.passStubbornly() }
      .onCancel { $0.log.append("reverted") }
    let followed: Effect = .concatenate(
      .run { await last.passStubbornly() },
      .run { state in state.log.append("began") }
    )
    let sent = store.send(
      .effect("effects", .merge(waiting, applied, failing, handled, followed))
    )
    for gate in [first, second, third, reverted, last] { await gate.waitUntilStarted() }
    // This uses a separate thread, because the cancel blocks it.
    let hasReturned = Signal()
    Thread.detachNewThread {
      sent.cancel()
      hasReturned.fire()
    }
    await begun.wait()
    sent.cancel()
    for gate in [second, third, reverted, last] { gate.open() }
    while store.effects.count > 1 { await Task.yield() }
    #expect(store.state.log == ["reverted"])
    release.signal()
    first.open()
    await hasReturned.wait()
    await sent.value
  }

  @Test func aCancellationDoesNotBecomeAFailureOnScreen() async {
    let sent = store.send(
      .effect(
        "search",
        .run(id: "id") { [gate] _, send in
          do {
            try await gate.pass()
            send(.log("success"))
          } catch {
            send(.log("failure"))
          }
        }
      )
    )
    await gate.waitUntilStarted()
    store.send(.effect("cancel", .cancel(id: "id")))
    await sent.value
    #expect(store.state.log == [])
  }

  @Test func whatWasSentBeforeTheCancelStays() async {
    let inner = Gate()
    let sent = store.send(
      .effect(
        "outer",
        .run(id: "id") { [gate] _, send in
          send(
            .run { state in
              try await inner.pass()
              state.log.append("inner")
            }
          )
          await gate.passStubbornly()
          send(.log("dropped"))
        }
      )
    )
    await inner.waitUntilStarted()
    store.cancelTask(id: "id")
    gate.open()
    inner.open()
    await sent.value
    #expect(store.state.log == ["inner"])
  }

  @Test func anEffectThatWasNotCancelledSendsAfterAnotherWas() async {
    let other = Gate()
    let sent = [
      store.send(
        .effect(
          "a",
          .run(id: "a") { [gate] _, send in
            await gate.passStubbornly()
            send(.log("a"))
          }
        )
      ),
      store.send(
        .effect(
          "b",
          .run(id: "b") { _, send in
            await other.passStubbornly()
            send(.log("b"))
          }
        )
      ),
    ]
    await gate.waitUntilStarted()
    await other.waitUntilStarted()
    store.cancelTask(id: "a")
    gate.open()
    other.open()
    for sent in sent { await sent.value }
    #expect(store.state.log == ["b"])
  }

  @Test(arguments: [true, false])
  func outputsOfACancelledEffectAreDropped(throughProxy: Bool) async {
    let outputs = LockIsolated<[Announcer.Output]>([])
    let store = Store(
      initialState: ScriptState(),
      feature: Announcer(gate: gate, usesProxy: throughProxy)
    ) { output in
      outputs.withValue { $0.append(output) }
    }
    let first = store.send(.announce)
    await gate.waitUntilStarted()
    first.cancel()
    gate.open()
    await first.value
    #expect(outputs.value == [])
    await store.send(.announce).value
    #expect(outputs.value == ["output"])
  }

  // MARK: Results

  @Test func aResultIsAppliedOnTheMainActor() async {
    await store.send(
      .effect(
        "run",
        .run(id: "id") {
          #expect(#isolation == nil)
          return 7
        } apply: { result, state in
          state.count = result
        }
      )
    ).value
    #expect(store.state.count == 7)
  }

  @Test func aResultIsSent() async {
    await store.send(.effect("run", .run(id: "id", operation: { "found" }, send: ScriptAction.log)))
      .value
    await store.send(
      .effect(
        "run",
        .run {
          "more"
        } send: {
          .log($0)
        }
      )
    ).value
    #expect(store.state.log == ["found", "more"])
  }

  @Test func anErrorOfTheWorkReachesItsHandler() async {
    let failing: Effect = .run(id: "id") { () -> Int in
      throw TestError("work")
    } apply: { _, state in
      state.log.append("applied")
    }
    await store.send(.effect("run", failing.catch { $1.log.append("caught \($0)") })).value
    await store.send(.effect("run", failing)).value
    #expect(store.state.log == ["caught work", "error work"])
  }

  @Test func aNewEffectReplacesOneWithAResult() async {
    let old = store.send(
      .effect(
        "old",
        .run(id: "id") { [gate] in
          await gate.passStubbornly()
          return 1
        } apply: { result, state in
          state.count = result
        }
      )
    )
    await gate.waitUntilStarted()
    await store.send(
      .effect(
        "new",
        .run(id: "id") {
          2
        } apply: {
          $1.count = $0
        }
      )
    ).value
    gate.open()
    await old.value
    #expect(store.state.count == 2)
  }

  private func cancel(_ effect: Effect, at place: Place, by cause: Cause) async {
    let sent = store.send(.effect("effect", place.put(effect)))
    await gate.waitUntilStarted()
    cause.cancel(sent, store)
    gate.open()
    await sent.value
    #expect(store.effects.isEmpty)
    #expect(clock.sleeperCount == 0)
  }
}

/// A sequence with one element after a gate.
///
/// It ignores cancellation.
private struct StubbornElements: AsyncSequence, AsyncIteratorProtocol {
  let gate: Gate
  private var hasEnded = false

  init(gate: Gate) {
    self.gate = gate
  }

  func makeAsyncIterator() -> StubbornElements { self }

  mutating func next() async -> String? {
    if hasEnded { return nil }
    hasEnded = true
    await gate.passStubbornly()
    return "element"
  }
}

private struct Announcer: OutputFeature {
  typealias Output = String

  enum Action: Sendable {
    case announce
  }

  let gate: Gate
  let usesProxy: Bool

  func handle() -> ActionHandler<Action, ScriptState> {
    ActionHandler { [self] _, _ in
      let waiting: Effect = .run { _ in await gate.passStubbornly() }
      if usesProxy {
        return .run { _ in
          await gate.passStubbornly()
          await store.output("output")
        }
      }
      return .concatenate(waiting, output("output"))
    }
  }
}
