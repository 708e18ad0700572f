import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SentActionTests {
  @Test func valueOfASynchronousActionIsThereAtOnce() async {
    let sent = Script.store().send(.log("a"))
    await sent.value
    #expect(!sent.isCancelled)
    sent.cancel()
    #expect(!sent.isCancelled)
  }

  @Test func valueWaitsForTheHandler() async {
    let store = AsyncScript.store()
    let gate = Gate()
    let sent = store.send(.wait("a", at: gate))
    await gate.waitUntilStarted()
    gate.open()
    await sent.value
    #expect(store.state.log == ["a begins", "a ends"])
  }

  @Test func valueWaitsForActionsThatEffectsSend() async {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(
      .run { _ in
        await Script.proxy.send(
          .run { _ in
            await Script.proxy.send(
              .run { state in
                try await gate.pass()
                state.log.append("grandchild")
              }
            )
          }
        )
      }
    )
    await gate.waitUntilStarted()
    gate.open()
    await sent.value
    #expect(store.state.log == ["grandchild"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func valueWaitsForActionsThatTheHandlerSends() async {
    let store = Script.store()
    let sent = store.send(
      ScriptAction { [unowned store] _ in
        store.send(.run { $0.log.append("child") })
        return .none
      }
    )
    await sent.value
    #expect(store.state.log == ["child"])
  }

  @Test func valueDoesNotWaitForOtherActions() async {
    let store = Script.store()
    let gate = Gate()
    let other = store.send(.run { _ in try await gate.pass() })
    await store.send(.run { $0.count += 1 }).value
    #expect(store.state.count == 1)
    #expect(store.runningTaskCount == 1)
    gate.open()
    await other.value
  }

  @Test func valueMayBeAwaitedManyTimes() async {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(.run { _ in try await gate.pass() })
    await gate.waitUntilStarted()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { @concurrent in await sent.value } }
      gate.open()
    }
    await sent.value
    #expect(store.runningTaskCount == 0)
  }

  @Test func cancelledWaiterStillWaitsAndCancelsNothing() async {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(
      .run { state in
        try await gate.pass()
        state.log.append("done")
      }
    )
    await gate.waitUntilStarted()
    let waiter = Task {
      await sent.value
      return store.state.log
    }
    waiter.cancel()
    gate.open()
    #expect(await waiter.value == ["done"])
    #expect(!gate.wasCancelled)
  }

  @Test func cancelReachesTheEffect() async throws {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(.run { _ in try await gate.pass() })
    await gate.waitUntilStarted()
    #expect(!sent.isCancelled)
    sent.cancel()
    #expect(sent.isCancelled)
    try #require(gate.wasCancelled)
    #expect(store.runningTaskCount == 0)
    await sent.value
  }

  @Test func cancelReachesAnEffectThatHasNotBegun() async {
    let store = Script.store()
    let sent = store.send(.run { $0.log.append("started") })
    sent.cancel()
    await sent.value
    #expect(store.state.log == [])
  }

  @Test func cancelReachesTheEffectsOfActionsThatEffectsSent() async throws {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(
      .run { _ in await Script.proxy.send(.run { _ in try await gate.pass() }) }
    )
    await gate.waitUntilStarted()
    sent.cancel()
    try #require(gate.wasCancelled)
    await sent.value
  }

  @Test func anActionThatIsDoneIsNotCancelledAfterwards() async {
    let store = Script.store()
    let sent = [store.send(.run { $0.count += 1 }), store.send(.log("done"))]
    for sent in sent { await sent.value }
    for sent in sent { sent.cancel() }
    #expect(sent.map(\.isCancelled) == [false, false])
  }

  @Test func anActionThatWasCancelledStaysSoAfterItsEnd() async {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(.run { _ in try await gate.pass() })
    await gate.waitUntilStarted()
    sent.cancel()
    await sent.value
    #expect(sent.isCancelled)
  }

  /// Cancelling the waiting task ends neither the wait nor the action.
  @Test(.needsRuntimeHooks, .simulated(seeds: 0..<20)) func aWaitContinuesWhenItsTaskIsCancelled()
    async
  {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(.run { _ in try await gate.pass() })
    await gate.waitUntilStarted()
    let hasWaited = LockIsolated(false)
    let waiter = Task {
      await sent.value
      hasWaited.setValue(true)
    }
    waiter.cancel()
    await settle()
    #expect(!hasWaited.value)
    #expect(!gate.wasCancelled)
    gate.open()
    await waiter.value
    #expect(hasWaited.value)
  }

  @Test func cancelLeavesOtherActionsAlone() async throws {
    let store = Script.store()
    let gates = [Gate(), Gate()]
    let sent: [SentAction] = gates.map { gate in store.send(.run { _ in try await gate.pass() }) }
    for gate in gates { await gate.waitUntilStarted() }
    sent[0].cancel()
    try #require(gates.map(\.wasCancelled) == [true, false])
    #expect(!sent[1].isCancelled)
    gates[1].open()
    await sent[1].value
  }

  @Test func cancelReachesASuspendedHandler() async {
    let store = AsyncScript.store()
    let gate = Gate()
    let sent = store.send(.wait("a", at: gate))
    await gate.waitUntilStarted()
    sent.cancel()
    await sent.value
    #expect(gate.wasCancelled)
    #expect(store.state.log == ["a begins"])
  }

  @Test func effectOfACancelledHandlerIsNotStarted() async {
    let store = AsyncScript.store()
    let gate = Gate()
    let sent = store.send(
      AsyncScriptAction { _ in
        await gate.passStubbornly()
        return .run { $0.log.append("started") }
      }
    )
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await sent.value
    #expect(store.state.log == [])
  }

  @Test func effectOfAnActionSentByACancelledEffectIsNotStarted() async {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(
      .run { _ in
        await gate.passStubbornly()
        await Script.proxy.send(.run { $0.log.append("started") })
      }
    )
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await sent.value
    #expect(store.state.log == [])
  }

  @Test(arguments: [true, false])
  func compositionOfACancelledActionReplacesNothing(isMerge: Bool) async {
    let store = Script.store()
    let (other, gate) = (Gate(), Gate())
    let running = store.send(.effect("run", .run(id: "a") { _ in try await other.pass() }))
    await other.waitUntilStarted()
    let parts = [Script.Effect.run { $0.log.append("1") }, .run { $0.log.append("2") }]
    let composed = isMerge ? Script.Effect.merge(parts) : .concatenate(parts)
    let sent = store.send(
      .run { _ in
        await gate.passStubbornly()
        await Script.proxy.send(
          .effect("again", composed.cancellable(id: "a", cancelInFlight: true))
        )
      }
    )
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await sent.value
    #expect(!other.wasCancelled)
    #expect(store.state.log == [])
    other.open()
    await running.value
  }

  @Test func queuedActionIsDroppedOnCancel() async {
    let store = AsyncScript.store()
    let gate = Gate()
    let first = store.send(.wait("a", at: gate))
    await gate.waitUntilStarted()
    let dropped = store.send(.log("dropped"))
    let kept = store.send(.log("kept"))
    dropped.cancel()
    await dropped.value
    #expect(dropped.isCancelled)
    gate.open()
    await first.value
    await kept.value
    #expect(store.state.log == ["a begins", "a ends", "kept"])
  }

  @Test func cancelAndIsCancelledWorkOffTheMainActor() async {
    let store = Script.store()
    let gate = Gate()
    let sent = store.send(.run { _ in try await gate.pass() })
    await gate.waitUntilStarted()
    let wasCancelled = await Task.detached {
      let before = sent.isCancelled
      sent.cancel()
      return (before, sent.isCancelled)
    }.value
    #expect(wasCancelled == (false, true))
    await sent.value
    #expect(gate.wasCancelled)
  }

  @Test func cancelRacesWithTheEndOfTheEffect() async {
    let store = Script.store()
    for _ in 0..<200 {
      let sent = store.send(
        .effect("run", .concatenate(.run { $0.count += 1 }, .run(id: "id") { $0.count += 1 }))
      )
      let canceller = Task.detached { sent.cancel() }
      await sent.value
      await canceller.value
    }
    #expect(store.runningTaskCount == 0)
  }

  @Test func taskEndsWithTheAction() async {
    let store = Script.store()
    let task: Task<Void, Never> = store.send(.run { $0.count += 1 })
    await task.value
    #expect(store.state.count == 1)
  }

  // 6.2.6
  @Test func cancellingTheTaskCancelsTheEffect() async throws {
    let store = Script.store()
    let gate = Gate()
    let task: Task<Void, Never> = store.send(.run { _ in try await gate.pass() })
    await gate.waitUntilStarted()
    task.cancel()
    try #require(gate.wasCancelled)
    await task.value
    #expect(store.runningTaskCount == 0)
  }

  @Test func handlerThatWaitsForItsOwnActionIsReported() async {
    let store = AsyncScript.store()
    await withKnownIssue {
      await store.send(
        AsyncScriptAction { state in
          await AsyncScript.proxy.send(.log("sent")).value
          state.log.append("handler")
          return .none
        }
      ).value
    } matching: { issue in
      "\(issue)".contains(
        "A handler waits for an action that can't end before the waiter ends"
      )
    }
    #expect(store.state.log == ["handler", "sent"])
  }
}
