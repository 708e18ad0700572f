import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SleepInMainActorTurnsTests {
  @Test(.needsVirtualTime, .simulated) func theTimeIsTheWholeTime() async throws {
    let start = ContinuousClock.now
    try await sleepInMainActorTurns(for: .seconds(7))
    #expect(ContinuousClock.now - start == .seconds(7))
  }

  @Test func afterAStandstillWorkGetsItsTurnsFirst() async {
    var steps: [String] = []
    let timeout = Task.immediate {
      try? await sleepInMainActorTurns(for: .milliseconds(5))
      steps.append("timeout")
    }
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .milliseconds(50) {}
    for _ in 0..<10 { await Task.yield() }
    steps.append("work")
    await timeout.value
    #expect(steps == ["work", "timeout"])
  }

  @Test(.needsVirtualTime, .simulated) func itIsOverWhenThatIsSaid() async throws {
    let start = ContinuousClock.now
    var questions = 0
    try await sleepInMainActorTurns(for: .seconds(100)) {
      questions += 1
      return questions > 3
    }
    #expect(ContinuousClock.now - start == .seconds(3))
  }

  @Test(.needsRuntimeHooks, .simulated) func aCancelEndsIt() async {
    let start = ContinuousClock.now
    let waiting = Task { try await sleepInMainActorTurns(for: .seconds(7)) }
    await settle()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(ContinuousClock.now - start < .seconds(1))
  }
}
