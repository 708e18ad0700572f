import StateTesting
import Testing

@MainActor
@Suite(.simulated) struct TaskMegaYieldTests {
  @Test func otherTasksOfTheActorGetAChance() async {
    let hasRun = LockIsolated(false)
    Task { hasRun.setValue(true) }
    await Task.megaYield()
    #expect(hasRun.value)
  }
}
