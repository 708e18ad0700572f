import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreRunTests {
  private let store = Script.store()
  private let gate = Gate()
  private var log: [String] { store.state.log }

  private func waiting(stubbornly: Bool = false) -> ScriptAction {
    .run { [gate] state in
      if stubbornly { await gate.passStubbornly() } else { try await gate.pass() }
      state.log.append("done")
    }
  }

  private func start(_ action: ScriptAction) -> Task<Void, Never> {
    ImmediateTask.start { @MainActor [store] in await store.run(action) }
  }

  @Test func itReturnsWhenTheEffectsHaveEnded() async {
    let run = start(waiting())
    await gate.waitUntilStarted()
    #expect(log == [])
    gate.open()
    await run.value
    #expect(log == ["done"])
  }

  @Test func aSynchronousActionIsHandledAtOnce() async {
    await store.run(.log("a"))
    #expect(log == ["a"])
  }

  @Test func aCancelOfTheCallerReachesTheEffects() async {
    let run = start(waiting())
    await gate.waitUntilStarted()
    run.cancel()
    await run.value
    #expect(gate.wasCancelled && log == [])
    #expect(store.runningTaskCount == 0)
  }

  @Test func anEffectThatTakesNoNoticeKeepsItWaiting() async {
    let hasReturned = LockIsolated(false)
    let action = waiting(stubbornly: true)
    let run = ImmediateTask.start { @MainActor [store] in
      await store.run(action)
      hasReturned.setValue(true)
    }
    await gate.waitUntilStarted()
    run.cancel()
    await Task.megaYield()
    #expect(!hasReturned.value)
    gate.open()
    await run.value
    #expect(hasReturned.value)
  }

  @Test func aCallerThatIsCancelledSendsNothing() async {
    let run = ImmediateTask.enqueue { @MainActor [store] in await store.run(.log("a")) }
    run.cancel()
    await run.value
    #expect(log == [])
  }

  @Test func itHoldsNothingWhenItHasReturned() async {
    var store: Store<Script>? = Script.store()
    weak let held = store
    await store?.run(.log("a"))
    store = nil
    #expect(held == nil)
  }

  @Test func itTellsWhereItWasSent() async throws {
    let run = start(waiting())
    await gate.waitUntilStarted()
    let effect = try #require(store.effects.first)
    #expect("\(effect)".contains("Store+RunTests.swift"))
    run.cancel()
    await run.value
  }
}
