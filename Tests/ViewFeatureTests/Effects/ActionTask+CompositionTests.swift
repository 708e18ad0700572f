import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ActionTaskCompositionTests {
  typealias Effect = Script.Effect

  private let store = Script.store()
  private let gates = (0..<4).map { _ in Gate() }

  @Test func partsOfAMergeStartTogether() async {
    let sent = store.send(.effect("merge", .merge(wait(0), wait(1), wait(2))))
    #expect(store.runningTaskCount == 3)
    for gate in gates.prefix(3) { await gate.waitUntilStarted() }
    for gate in gates { gate.open() }
    await sent.value
    #expect(Set(store.state.log) == ["0", "1", "2"])
  }

  @Test func mergeEndsWhenAllItsPartsHave() async {
    let sent = store.send(.effect("merge", .concatenate(.merge(wait(0), wait(1)), log("after"))))
    gates[1].open()
    await gates[0].waitUntilStarted()
    gates[0].open()
    await sent.value
    #expect(store.state.log.last == "after")
    #expect(store.state.log.count == 3)
  }

  @Test func failureInAMergeDoesNotStopTheOthers() async {
    let sent = store.send(.effect("merge", .merge(fail("a"), wait(0), wait(1))))
    for gate in gates.prefix(2) {
      await gate.waitUntilStarted()
      gate.open()
    }
    await sent.value
    #expect(Set(store.state.log) == ["0", "1"])
    #expect(gates.map(\.wasCancelled) == [false, false, false, false])
  }

  @Test func partsOfAConcatenationRunOneAfterTheOther() async {
    let sent = store.send(.effect("concatenate", .concatenate(wait(0), wait(1), wait(2))))
    for index in 0..<3 {
      await gates[index].waitUntilStarted()
      #expect(gates.map(\.hasStarted) == (0..<4).map { $0 <= index })
      gates[index].open()
    }
    await sent.value
    #expect(store.state.log == ["0", "1", "2"])
  }

  @Test func nextPartComesAfterTheErrorHandler() async {
    await perform(
      .concatenate(log("a"), fail("b").catch { $1.log.append("caught \($0)") }, log("c"))
    )
    #expect(store.state.log == ["a", "caught b", "c"])
  }

  @Test func nextPartComesAfterTheErrorHandlerOfAPartWithAnId() async {
    await perform(
      .concatenate(
        fail("a").cancellable(id: "a").catch { $1.log.append("caught \($0)") },
        .merge(fail("b"), log("c")).catch { $1.log.append("caught \($0)") },
        log("d")
      )
    )
    #expect(Set(store.state.log) == ["caught a", "caught b", "c", "d"])
    #expect(store.state.log.first == "caught a")
    #expect(store.state.log.last == "d")
  }

  @Test func unhandledFailureStopsTheRest() async {
    for part in [fail("a"), fail("b").cancellable(id: "b"), .merge(fail("c"), .run {})] {
      await perform(.concatenate(log("before"), part, log("after")))
    }
    #expect(store.state.log == ["before", "before", "before"])
  }

  @Test func cancellingAConcatenationStopsTheRest() async {
    let parts = [wait(0), wait(0).cancellable(id: "id"), .merge(wait(0), .run {})]
    for part in parts {
      let store = Script.store()
      let gate = Gate()
      let sent = store.send(
        .effect("all", .concatenate(.run { _ in gate.open() }, part, log("rest")))
      )
      await gates[0].waitUntilStarted()
      sent.cancel()
      await sent.value
      #expect(store.state.log == [])
    }
  }

  @Test func stubbornPartOfACancelledConcatenationIsTheLast() async {
    let sent = store.send(
      .effect(
        "all",
        .concatenate(.run { [gates] _ in await gates[0].passStubbornly() }, log("rest"))
      )
    )
    await gates[0].waitUntilStarted()
    sent.cancel()
    gates[0].open()
    await sent.value
    #expect(store.state.log == [])
  }

  @Test func concatenationCancelledBeforeItBeginsRunsNothing() async {
    let sent = store.send(.effect("all", .concatenate(log("a"), log("b"))))
    sent.cancel()
    await sent.value
    #expect(store.state.log == [])
  }

  @Test func concatenationInAConcatenationKeepsTheOrder() async {
    await perform(
      .concatenate(
        log("a"),
        .concatenate(log("b"), .concatenate(log("c"), log("d")), log("e")),
        log("f")
      )
    )
    #expect(store.state.log == ["a", "b", "c", "d", "e", "f"])
  }

  @Test func mergeInAConcatenationIsOneStep() async {
    let sent = store.send(
      .effect("all", .concatenate(log("a"), .merge(wait(0), wait(1)), wait(2)))
    )
    await gates[0].waitUntilStarted()
    await gates[1].waitUntilStarted()
    gates[1].open()
    #expect(!gates[2].hasStarted)
    gates[0].open()
    await gates[2].waitUntilStarted()
    #expect(Set(store.state.log) == ["a", "0", "1"])
    gates[2].open()
    await sent.value
  }

  @Test func concatenationsInAMergeRunSideBySide() async {
    let sent = store.send(
      .effect("all", .merge(.concatenate(wait(0), wait(1)), .concatenate(wait(2), wait(3))))
    )
    await gates[0].waitUntilStarted()
    await gates[2].waitUntilStarted()
    gates[2].open()
    await gates[3].waitUntilStarted()
    #expect(!gates[1].hasStarted)
    for gate in gates { gate.open() }
    await sent.value
    #expect(Set(store.state.log) == ["0", "1", "2", "3"])
  }

  @Test func emptyCompositionsAreNone() async {
    for effect in [
      Effect.merge(), .concatenate(), .merge([]), .concatenate([]), .merge(.none, .none),
      .concatenate(.none, .merge(), .concatenate([])),
    ] {
      let sent = store.send(.effect("empty", effect.catch { _, _ in }.cancellable(id: "id")))
      #expect(store.runningTaskCount == 0)
      #expect(!store.isTaskRunning(id: "id"))
      await sent.value
    }
    await perform(.concatenate(.none, log("a"), .merge(), log("b"), .concatenate()))
    #expect(store.state.log == ["a", "b"])
  }

  @Test func compositionOfOneIsThatOne() async {
    await perform(.merge(log("a")))
    await perform(.concatenate([.merge([.concatenate(log("b"))])]))
    #expect(store.state.log == ["a", "b"])
  }

  @Test func partsOfACompositionMayBeEffectsAwayFromTheMainActor() async {
    let log = LockIsolated<[Int]>([])
    await perform(
      .concatenate((0..<10).map { index in .run { log.withValue { $0.append(index) } } })
    )
    #expect(log.value == Array(0..<10))
  }

  @Test func valueWaitsForActionsThatPartsSend() async {
    await perform(
      .concatenate(
        .run { _ in
          await Script.proxy.send(
            .run { state in
              await Task.yield()
              state.log.append("sent by a")
            }
          )
        },
        .run(id: "b") { await Script.proxy.send(.log("sent by b")) }
      )
    )
    #expect(Set(store.state.log) == ["sent by a", "sent by b"])
  }

  private func perform(_ effect: Effect) async {
    await store.send(.effect("effect", effect)).value
  }

  private func log(_ name: String) -> Effect {
    .run { $0.log.append(name) }
  }

  private func fail(_ name: String) -> Effect {
    .run { _ in throw TestError(name) }
  }

  /// Returns an effect that waits at a gate, and then writes the gate's number into the log.
  private func wait(_ index: Int) -> Effect {
    .run { [gate = gates[index]] state in
      try await gate.pass()
      state.log.append("\(index)")
    }
  }
}
