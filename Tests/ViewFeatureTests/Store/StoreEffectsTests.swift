import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The list of a store's running work.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreEffectsTests {
  let gate = Gate()

  private func effect(_ name: String? = nil) -> Script.Effect {
    .run(name: name) { [gate] _ in try await gate.pass() }
  }

  private func describe(_ store: Store<Script>) -> [String] {
    store.effects.map { "\($0.name ?? "-") \($0.id.map { "\($0)" } ?? "-") \($0.state)" }
  }

  @Test func nothingIsListedWhenNothingRuns() async {
    let store = Script.store()
    store.send(.log("a"))
    #expect(store.effects.isEmpty)
    await store.send(.run { _ in }).value
    #expect(store.effects.isEmpty)
  }

  @Test func effectTellsItsNameItsIdAndItsCause() async throws {
    let store = Script.store()
    let before = ContinuousClock.now
    let task = Script.Effect.run(id: 7, name: "load") { [gate] _ in try await gate.pass() }
    let (sent, line) = (store.send(.effect("refresh", task)), #line as UInt)
    let listed = try #require(store.effects.first)
    #expect(store.effects.count == 1)
    #expect(listed.name == "load")
    #expect(listed.id as? Int == 7)
    #expect(listed.action?.description == "refresh")
    #expect("\(listed.fileID)" == "ViewFeatureTests/StoreEffectsTests.swift")
    #expect(listed.line == line)
    #expect(listed.state == .running)
    #expect(listed.start >= before)
    #expect(listed.start <= .now)
    gate.open()
    await sent.value
    #expect(store.effects.isEmpty)
  }

  @Test func descriptionIsForPeople() throws {
    let store = Script.store()
    let (_, line) = (store.send(.effect("refresh", effect("load").cancellable(id: 7))), #line)
    let text = try #require(store.effects.first).description
    let start = "\"load\" (id: 7) of refresh, sent at ViewFeatureTests/StoreEffectsTests.swift:"
    #expect(text.hasPrefix("\(start)\(line), running for "))
    gate.open()
  }

  @Test func partsAreListedInTheOrderOfTheirStart() async {
    let store = Script.store()
    let sent = store.send(.effect("merge", .merge(effect("a"), effect("b"), effect("c"))))
    #expect(describe(store) == ["a - running", "b - running", "c - running"])
    gate.open()
    await sent.value
  }

  @Test func theRunningPartOfAConcatenationIsListed() async {
    let store = Script.store()
    let other = Gate()
    let parts: [Script.Effect] = [
      effect("first"), .run(id: "own", name: "second") { _ in try await other.pass() },
    ]
    let sent = store.send(.effect("concatenate", .concatenate(parts).cancellable(id: "all")))
    await gate.waitUntilStarted()
    #expect(describe(store) == ["first all running"])
    gate.open()
    await other.waitUntilStarted()
    #expect(describe(store) == ["second own running"])
    other.open()
    await sent.value
    #expect(store.effects.isEmpty)
  }

  @Test func idIsTheInnermostOneAlsoIfAnOuterCompositionHasItToo() async {
    let store = Script.store()
    let inner = Script.Effect.merge(effect("a"), effect("b")).cancellable(id: "one")
    let middle = Script.Effect.merge(inner, effect("c")).cancellable(id: "two")
    let outer = Script.Effect.merge(middle, effect("d")).cancellable(id: "one")
    let sent = store.send(.effect("all", outer))
    #expect(store.effects.map { $0.id as? String } == ["one", "one", "two", "one"])
    gate.open()
    await sent.value
  }

  @Test func cancelledEffectIsListedUntilItEnds() async {
    let store = Script.store()
    let task = Script.Effect.run(id: "stubborn", name: "a") { [gate] _ in
      await gate.passStubbornly()
    }
    let sent = store.send(.effect("a", task))
    await gate.waitUntilStarted()
    store.cancelTask(id: "stubborn")
    #expect(describe(store) == ["a stubborn cancelled"])
    #expect(store.runningTaskCount == 0)
    gate.open()
    await sent.value
    #expect(store.effects.isEmpty)
  }

  @Test func partOfACancelledConcatenationIsCancelled() async {
    let store = Script.store()
    let part = Script.Effect.run(name: "part") { [gate] _ in await gate.passStubbornly() }
    let sent = store.send(.effect("all", .concatenate(part, effect()).cancellable(id: "all")))
    await gate.waitUntilStarted()
    store.cancelTask(id: "all")
    #expect(describe(store) == ["part all cancelled"])
    gate.open()
    await sent.value
  }

  @Test func effectThatWaitsForItsTimeIsListed() async {
    let clock = TestClock()
    let store = Script.store(clock: clock)
    let sent = store.send(
      .effect("type", effect("search").debounce(id: "query", for: .seconds(1)))
    )
    #expect(describe(store) == ["search query waiting"])
    await clock.advance(by: .seconds(1))
    await gate.waitUntilStarted()
    #expect(describe(store) == ["search query running"])
    gate.open()
    await sent.value
    #expect(store.effects.isEmpty)
  }

  @Test func droppedEffectIsNotListed() async {
    let store = Script.store()
    let sent = (1...2).map { number in
      store.send(
        .effect("\(number)", effect("\(number)").execution(.dropWhileRunning, id: "one"))
      )
    }
    #expect(describe(store) == ["1 one running"])
    gate.open()
    for sent in sent { await sent.value }
    #expect(store.effects.isEmpty)
  }

  @Test func pauseBeforeAnotherAttemptIsListed() async {
    let clock = TestClock()
    let store = Script.store(clock: clock)
    let attempts = LockIsolated(0)
    let task = Script.Effect.run(name: "load") { _ in
      attempts.withValue { $0 += 1 }
      if attempts.value == 1 { throw TestError() }
    }
    let retried = task.retry(.constant(.seconds(1), maxAttempts: 2))
    let sent = store.send(.effect("load", retried))
    await clock.waitForSleepers()
    #expect(describe(store) == ["load - waiting"])
    await clock.advance(by: .seconds(1))
    await sent.value
    #expect(attempts.value == 2)
    #expect(store.effects.isEmpty)
  }

  @Test func actionSentByAnEffectHasItsOwnPlace() async throws {
    let store = Script.store()
    let gate = gate
    let line = LockIsolated<Int>(0)
    let sent = store.send(
      .run { _ in
        await Script.proxy.send(.run("inner") { _ in try await gate.pass() })
        line.setValue(#line - 1)
      }
    )
    await gate.waitUntilStarted()
    let inner = try #require(store.effects.first { $0.action?.description == "inner" })
    gate.open()
    await sent.value
    #expect(Int(inner.line) == line.value)
  }

  @Test func sendCanBeHandedOnAsAFunction() {
    let store = Script.store()
    let send: (ScriptAction) -> SentAction = store.send
    _ = send(.log("a"))
    #expect(store.state.log == ["a"])
  }
}
