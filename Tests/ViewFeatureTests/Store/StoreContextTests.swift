import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// The owner of a send, and the store that it reaches, when handlers, effects, and tasks interact.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreContextTests {
  @Test func anEffectOutlivesASendOfACancellationHandler() async {
    let store = Script.store()
    let gate = Gate()
    store.send(
      .effect(
        "run",
        .run(id: "id") { [unowned store] _ in
          await withTaskCancellationHandler {
            await gate.passStubbornly()
          } onCancel: {
            MainActor.assumeIsolated { _ = store.send(.log("cancelled")) }
          }
        }
      )
    )
    await gate.waitUntilStarted()
    let sent = store.send(
      .run { _ in
        await Script.proxy.send(.effect("again", .run(id: "id") { $0.log.append("second") }))
      }
    )
    gate.open()
    await sent.value
    #expect(store.state.log == ["cancelled", "second"])
  }

  @Test func aSendOfACancellationHandlerIsQueued() async {
    let store = Script.store()
    let gate = Gate()
    store.send(
      .effect(
        "run",
        .run(id: "id") { [unowned store] _ in
          await withTaskCancellationHandler {
            await gate.passStubbornly()
          } onCancel: {
            MainActor.assumeIsolated { _ = store.send(.log("cancelled")) }
          }
        }
      )
    )
    await gate.waitUntilStarted()
    let sent = store.send(
      ScriptAction { [unowned store] _ in
        store.send(.log("queued"))
        return .run(id: "id") { $0.log.append("second") }
      }
    )
    gate.open()
    await sent.value
    #expect(store.state.log == ["queued", "cancelled", "second"])
  }

  @Test func aHandlerThatWaitsForAnEarlierActionIsReportedAndContinues() async {
    let store = AsyncScript.store()
    let gate = Gate()
    let earlier = store.send(
      AsyncScriptAction { _ in
        .run { _ in
          try await gate.pass()
          await AsyncScript.proxy.send(.log("sent"))
        }
      }
    )
    await gate.waitUntilStarted()
    await withKnownIssue {
      await store.send(
        AsyncScriptAction { _ in
          gate.open()
          await earlier.value
          return .none
        }
      ).value
    }
    await earlier.value
    #expect(store.state.log == ["sent"])
  }

  @Test func aTaskOfAHandlerNeverSendsToAnotherStore() async {
    let (first, second) = (Script.store(), Script.store())
    let task = LockIsolated<Task<Void, Never>?>(nil)
    await first.send(
      .run { _ in
        second.send(
          ScriptAction { _ in
            task.setValue(Task { _ = await Script.proxy.send(.log("sent")) })
            return .none
          }
        )
      }
    ).value
    await task.value?.value
    #expect(first.state.log == [])
    #expect(second.state.log == ["sent"])
  }

  @Test func whatAnEffectSendsToAnotherStoreIsNotAPartOfWhatThatHandledBefore() async {
    let (first, second) = (Script.store(), Script.store())
    await second.send(.run { $0.log.append("before") }).value
    let sent = first.send(
      .run { _ in await second.send(.run { $0.log.append("after") }).value }
    )
    await sent.value
    #expect(second.state.log == ["before", "after"])
  }

  @Test func aDetachedTaskOfAHandlerMayWaitForWhatItSent() async {
    let store = AsyncScript.store()
    let gate = Gate()
    let task = LockIsolated<Task<Void, Never>?>(nil)
    @MainActor @Sendable func waitForAnother() async {
      let sent: SentAction = store.send(.log("sent"))
      gate.open()
      await sent.value
      store.state.log.append("waited")
    }
    let sent = store.send(
      AsyncScriptAction { state in
        task.setValue(Task.detached { await waitForAnother() })
        try await gate.pass()
        return .none
      }
    )
    await sent.value
    await task.value?.value
    #expect(store.state.log == ["sent", "waited"])
  }

  @Test func everyUncaughtFailureIsReported() async {
    let store = Script.store { $0.onError { $1.log.append("\($0)") } }
    let parts = ["a", "b"].map { name in Script.Effect.run { _ in throw TestError(name) } }
    await store.send(.effect("x", .concatenate(.run {}, .merge(parts)))).value
    #expect(store.state.log.sorted() == ["a", "b"])
  }

  @Test func aSynchronousHandlersCancellationIsNotAnError() async {
    let store = Script.store { $0.onError { $1.log.append("\($0)") } }
    let gate = Gate()
    let sent = store.send(
      .run { _ in
        await gate.passStubbornly()
        await Script.proxy.send(
          ScriptAction { _ in
            try Task.checkCancellation()
            return .none
          }
        )
      }
    )
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await sent.value
    #expect(store.state.log == [])
  }
}
