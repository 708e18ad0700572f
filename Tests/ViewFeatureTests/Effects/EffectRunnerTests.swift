import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Large compositions, priorities, and memory use.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct EffectRunnerTests {
  typealias Effect = Script.Effect

  private let store = Script.store()

  @Test(.notRepeated) func thousandPartsWide() async {
    let parts = (0..<1_000).map { _ in Effect.run { $0.count += 1 } }
    await perform(.merge(parts))
    #expect(store.state.count == 1_000)
    await perform(.concatenate(parts))
    #expect(store.state.count == 2_000)
    await perform(.concatenate(parts.enumerated().map { $1.cancellable(id: $0) }))
    #expect(store.state.count == 3_000)
  }

  @Test(.notRepeated) func thousandPartsWideAreCancelledTogether() async throws {
    let gates = (0..<1_000).map { _ in Gate() }
    let parts = gates.map { gate in Effect.run { _ in try await gate.pass() } }
    let sent = store.send(.effect("all", .merge(parts).cancellable(id: "all")))
    for gate in gates { await gate.waitUntilStarted() }
    store.send(.effect("cancel", .cancel(id: "all")))
    try #require(gates.map(\.wasCancelled) == gates.map { _ in true })
    await sent.value
    #expect(store.runningTaskCount == 0)
  }

  @Test(.notRepeated) func thousandConcatenatedPartsAreCancelledInTheMiddle() async {
    let gate = Gate()
    var parts = (0..<1_000).map { _ in Effect.run { $0.count += 1 } }
    parts[500] = .run { _ in try await gate.pass() }
    let sent = store.send(.effect("all", .concatenate(parts).cancellable(id: "all")))
    await gate.waitUntilStarted()
    store.send(.effect("cancel", .cancel(id: "all")))
    await sent.value
    #expect(gate.wasCancelled)
    #expect(store.state.count == 500)
    #expect(store.runningTaskCount == 0)
  }

  @Test(.notRepeated, arguments: [true, false])
  func thousandLevelsOfOneKindAreCancelledInTheMiddle(isMerge: Bool) async {
    let gates = (0..<1_000).map { _ in Gate() }
    var effect = Effect.run {}
    for gate in gates {
      let step = Effect.run { _ in try await gate.pass() }
      effect = isMerge ? .merge(effect, step) : .concatenate(step, effect)
    }
    let sent = store.send(.effect("all", effect))
    for gate in gates.suffix(500) { gate.open() }
    for gate in gates.suffix(isMerge ? 1_000 : 501) { await gate.waitUntilStarted() }
    sent.cancel()
    await sent.value
    #expect(gates[499].wasCancelled)
    #expect(gates.first?.hasStarted == isMerge)
    #expect(store.runningTaskCount == 0)
    #expect(store.effects.isEmpty)
  }

  @Test func partsOfAMergeAreCountedUntilEachIsDone() async {
    let gates = (0..<3).map { _ in Gate() }
    let ended = gates.map { _ in Signal() }
    let parts = zip(gates, ended).map { gate, ended in
      Effect.run { _ in
        try await gate.pass()
        ended.fire()
      }
    }
    let sent = store.send(.effect("merge", .merge(parts)))
    #expect(store.runningTaskCount == 3)
    for (index, gate) in gates.enumerated() {
      await gate.waitUntilStarted()
      gate.open()
      await ended[index].wait()
      #expect(store.runningTaskCount == 2 - index)
    }
    await sent.value
  }

  @Test func partsOfAMergeBeginInTheirOrder() async {
    let parts = (0..<100).map { index in Effect.run { $0.log.append("\(index)") } }
    await perform(.merge(parts))
    #expect(store.state.log == (0..<100).map { "\($0)" })
  }

  @Test func partsOfAMergeThatIsCancelledFirstDoNotBegin() async {
    let sent = store.send(
      .effect("merge", .merge(.run { $0.count += 1 }, .run { $0.count += 1 }))
    )
    sent.cancel()
    #expect(store.runningTaskCount == 0)
    await sent.value
    #expect(store.state.count == 0)
  }

  @Test func partOfAMergeKeepsItsOwnPriority() async {
    await perform(
      .merge(priority("low").priority(.background), priority("utility").priority(.utility))
    )
    #expect(
      Set(store.state.log)
        == ["low \(TaskPriority.background)", "utility \(TaskPriority.utility)"]
    )
  }

  @Test func priorityOfAMergeIsThatOfItsPlainParts() async {
    await perform(
      .merge(priority("low").priority(.high), priority("plain")).priority(.background)
    )
    #expect(
      Set(store.state.log)
        == ["low \(TaskPriority.background)", "plain \(TaskPriority.background)"]
    )
  }

  @Test(.notRepeated) func thousandLevelsDeep() async {
    let step = Effect.run { $0.count += 1 }
    var effect = Effect.merge(step, step)
    for level in 0..<1_000 {
      effect = level.isMultiple(of: 2) ? .concatenate(effect, step) : .merge(effect, step)
    }
    await perform(effect)
    #expect(store.state.count == 1_002)
  }

  @Test(.notRepeated, arguments: [true, false])
  func thousandLevelsOfOneKind(isMerge: Bool) async {
    let step = Effect.run { $0.count += 1 }
    var effect = step
    for _ in 0..<1_000 {
      effect = isMerge ? .merge(effect, step) : .concatenate(step, effect)
    }
    await perform(effect)
    #expect(store.state.count == 1_001)
  }

  @Test(.notRepeated) func thousandLevelsDeepAreCancelledTogether() async {
    let gate = Gate()
    let step = Effect.run { $0.count += 1 }
    var effect = Effect.run { _ in try await gate.pass() }
    for level in 0..<1_000 {
      effect = level.isMultiple(of: 2) ? .concatenate(effect, step) : .merge(effect)
    }
    let sent = store.send(.effect("all", effect.cancellable(id: "all")))
    await gate.waitUntilStarted()
    store.send(.effect("cancel", .cancel(id: "all")))
    await sent.value
    #expect(gate.wasCancelled)
    #expect(store.state.count == 0)
  }

  @Test(.notRepeated) func failureThousandLevelsDeepIsCaughtOnTop() async {
    var effect = Effect.run { _ in throw TestError("deep") }
    for level in 0..<1_000 {
      effect = level.isMultiple(of: 2) ? .concatenate(effect, .run {}) : .merge(effect, .run {})
    }
    await perform(effect.catch { $1.log.append("\($0)") })
    #expect(store.state.log == ["deep"])
  }

  @Test func priorityIsThatOfTheTask() async {
    await perform(priority("run").priority(.background))
    #expect(store.state.log == ["run \(TaskPriority.background)"])
  }

  @Test func lastPriorityWins() async {
    await perform(priority("run").priority(.high).priority(.background))
    #expect(store.state.log == ["run \(TaskPriority.background)"])
  }

  // 6.2.1
  @Test(arguments: [true, false])
  func priorityOfACompositionIsThatOfAllItsParts(isMerge: Bool) async {
    let parts = [
      priority("plain"), priority("own").priority(.high), priority("id").cancellable(id: "id"),
      .concatenate(priority("deep"), .merge(priority("deeper"), priority("deepest"))),
    ]
    let composed = isMerge ? Effect.merge(parts) : .concatenate(parts)
    await perform(composed.priority(.utility).priority(.background))
    #expect(
      Set(store.state.log)
        == Set(
          ["plain", "own", "id", "deep", "deeper", "deepest"].map {
            "\($0) \(TaskPriority.background)"
          }
        )
    )
  }

  @Test func partKeepsItsOwnPriorityInACompositionWithout() async {
    await perform(
      .concatenate(priority("low").priority(.background), priority("utility").priority(.utility))
    )
    #expect(
      store.state.log == ["low \(TaskPriority.background)", "utility \(TaskPriority.utility)"]
    )
  }

  /// An effect sends an action that starts an effect that sends an action, and so on.
  @Test(.notRepeated, arguments: [true, false])
  func chainOfEffectsTakesUpConstantRoom(isWatched: Bool) async {
    let end = Signal()
    let counts = LockIsolated(0)
    @MainActor func tick(_ rest: Int) -> ScriptAction {
      .run { _ in
        let count = EffectContext.current?.work.count ?? .max
        counts.withValue { $0 = max($0, count) }
        if rest > 0 { await Script.proxy.send(tick(rest - 1)) } else { end.fire() }
      }
    }
    var sent: SentAction? = store.send(tick(10_000))
    if !isWatched { sent = nil }
    await end.wait()
    await sent?.value
    #expect(counts.value <= 8)
  }

  private func perform(_ effect: Effect) async {
    await store.send(.effect("effect", effect)).value
  }

  private func priority(_ name: String) -> Effect {
    .run { $0.log.append("\(name) \(Task.currentPriority)") }
  }
}
