import StateTestSupport
import StateTesting
import Testing

/// Bugs that the tools find.
///
/// Code without the bug passes the same test.
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)))
struct PlantedBugsTests {
  /// Runs `body` once without the bug, which must pass, and once with it.
  private func issues(
    under traits: [any TestScoping] = [SimulatedTrait.simulated(seeds: 0..<100)],
    _ body: @escaping @Sendable (_ isPlanted: Bool) async throws -> Void
  ) async throws -> [Issue] {
    let sound = try await takingIssues(under: traits) { try await body(false) }
    #expect(sound.isEmpty)
    return try await takingIssues(under: traits) { try await body(true) }
  }

  private func expectSeed(_ issue: Issue?) {
    #expect(issue?.comments.last?.rawValue.hasPrefix("Failed with seed ") == true)
  }

  @Test func anUpdateLostAfterAnAwait() async throws {
    let issues = try await issues { isPlanted in
      let counter = Counter(isPlanted: isPlanted)
      async let first: Void = counter.increment()
      async let second: Void = counter.increment()
      _ = await (first, second)
      #expect(await counter.count == 2)
    }
    #expect(issues.count == 1)
    expectSeed(issues.first)
  }

  @Test func aLockNotReleasedOnThrow() async throws {
    let issues = try await issues { isPlanted in
      let loader = Loader(isPlanted: isPlanted)
      await #expect(throws: Loader.Failure.self) { try await loader.load(fails: true) }
      let loaded = try await loader.load(fails: false)
      #expect(loaded == 1)
    }
    #expect(issues.count == 1)
    #expect((issues.first?.error as? SimulationError)?.reason == .deadlock)
    expectSeed(issues.first)
  }

  @Test func aRestartThatForgetsToCancel() async throws {
    let issues = try await issues { isPlanted in
      let model = await SearchModel(isPlanted: isPlanted)
      await model.search("s", takes: .seconds(2))
      await model.search("swift", takes: .seconds(1))
      try await ContinuousClock().sleep(for: .seconds(3))
      #expect(await model.results == "swift")
    }
    #expect(issues.count == 1)
    expectSeed(issues.first)
  }

  @Test func aPageAppendedTwice() async throws {
    let issues = try await issues { isPlanted in
      let model = await PageModel(isPlanted: isPlanted)
      async let first: Void = model.loadMore()
      async let second: Void = model.loadMore()
      _ = await (first, second)
      let items = await model.items
      #expect(Set(items).count == items.count)
    }
    #expect(issues.count == 1)
    expectSeed(issues.first)
  }

  @Test(.notRepeated) func aLeakThroughAnEffect() async throws {
    let issues = try await issues(under: [LeakCheckingTrait.checksForLeaks]) { isPlanted in
      let (ticks, tick) = AsyncStream<Void>.makeStream()
      let (ended, end) = AsyncStream<Void>.makeStream()
      tick.onTermination = { _ in end.finish() }
      await trackForLeaks(TickModel(ticks: ticks, isPlanted: isPlanted))
      if !isPlanted { for await _ in ended {} }
      tick.yield()
    }
    #expect(issues.count == 1)
    #expect("\(issues)".contains("Potential memory leak"))
  }

  @Test func aLeakThroughAnEffectSeenByATracker() async throws {
    let issues = try await issues { isPlanted in
      let (ticks, tick) = AsyncStream<Void>.makeStream()
      let tracker = await MemoryLeakTracker(
        instance: TickModel(ticks: ticks, isPlanted: isPlanted)
      )
      await Task.megaYield()
      tracker.verify()
      tick.finish()
    }
    #expect(issues.count == 1)
    expectSeed(issues.first)
  }
}
