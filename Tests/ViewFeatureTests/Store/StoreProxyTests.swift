import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreProxyTests {
  @Test func sendReturnsWhenTheActionHasBeenHandled() async {
    let store = Script.store()
    await store.send(
      .run { state in
        await Script.proxy.send(.log("sent"))
        state.log.append("effect continues")
      }
    ).value
    #expect(store.state.log == ["sent", "effect continues"])
  }

  @Test func sendWaitsForASuspendingHandler() async {
    let store = AsyncScript.store()
    let gate = Gate()
    let sent = store.send(
      AsyncScriptAction { _ in
        .run { state in
          await AsyncScript.proxy.send(.wait("sent", at: gate))
          state.log.append("effect continues")
        }
      }
    )
    await gate.waitUntilStarted()
    gate.open()
    await sent.value
    #expect(store.state.log == ["sent begins", "sent ends", "effect continues"])
  }

  @Test func sendDoesNotWaitForTheEffectOfTheSentAction() async {
    let store = Script.store()
    let gate = Gate()
    await store.send(
      .run { state in
        await Script.proxy.send(.run { _ in try await gate.pass() })
        state.log.append("effect continues")
        gate.open()
      }
    ).value
    #expect(store.state.log == ["effect continues"])
    #expect(store.runningTaskCount == 0)
  }

  @Test func valueOfWhatAnEffectSentMayBeAwaited() async {
    let store = Script.store()
    await store.send(
      .run { state in
        await Script.proxy.send(.run { $0.log.append("inner") }).value
        state.log.append("outer")
      }
    ).value
    #expect(store.state.log == ["inner", "outer"])
  }

  @Test func effectThatCancelsWhatItSentContinues() async {
    let store = Script.store()
    let gate = Gate()
    await store.send(
      .run { state in
        let sent = await Script.proxy.send(.run { _ in try await gate.pass() })
        await gate.waitUntilStarted()
        sent.cancel()
        await sent.value
        state.log.append("\(Task.isCancelled)")
      }
    ).value
    #expect(gate.wasCancelled)
    #expect(store.state.log == ["false"])
  }

  @Test func sendToASuspendedStoreIsHandledBehindIt() async {
    let store = AsyncScript.store()
    let (effectGate, handlerGate) = (Gate(), Gate())
    let effect = store.send(
      AsyncScriptAction { _ in
        .run { _ in
          try await effectGate.pass()
          await AsyncScript.proxy.send(.log("sent"))
        }
      }
    )
    await effectGate.waitUntilStarted()
    store.send(.wait("handler", at: handlerGate))
    await handlerGate.waitUntilStarted()
    effectGate.open()
    handlerGate.open()
    await effect.value
    #expect(store.state.log == ["handler begins", "handler ends", "sent"])
  }

  @Test func childTasksAndTaskGroupsHaveTheStore() async {
    let store = Script.store()
    await store.send(
      .run { _ in
        async let child = Script.proxy.send(.log("child"))
        _ = await child
        await withTaskGroup(of: Void.self) { group in
          for index in 0..<10 {
            group.addTask { @concurrent in _ = await Script.proxy.send(.log("\(index)")) }
          }
        }
        await Task { _ = await Script.proxy.send(.log("task")) }.value
      }
    ).value
    #expect(store.state.log.first == "child")
    #expect(Set(store.state.log) == Set((0..<10).map { "\($0)" } + ["child", "task"]))
    #expect(store.state.log.count == 12)
  }

  @Test func effectAwayFromTheMainActorHasTheStore() async {
    let store = Script.store()
    await store.send(
      .effect("run", .run { _ = await Script.proxy.send(.log("sent")) })
    ).value
    #expect(store.state.log == ["sent"])
  }

  @Test func detachedTasksHaveNoStore() async {
    let store = Script.store()
    await store.send(
      .run { _ in
        await Task.detached { _ = await Script.proxy.send(.log("detached")) }.value
      }
    ).value
    #expect(store.state.log == [])
  }

  @Test(.onDebugBuilds) func outsideAnyStoreNothingIsSent() async {
    await withKnownIssue {
      let sent = await Script.proxy.send(.log("nowhere"))
      await sent.value
      #expect(!sent.isCancelled)
    } matching: { issue in
      "\(issue)".contains("outside any effect")
    }
  }

  @Test(.onDebugBuilds) func proxyOfAnotherFeatureSendsNothing() async {
    let store = Script.store()
    await withKnownIssue {
      await store.send(
        .run { state in
          await AsyncScript.proxy.send(.log("other")).value
          state.log.append("continues")
        }
      ).value
    } matching: { issue in
      "\(issue)".contains("in an effect of another feature")
    }
    #expect(store.state.log == ["continues"])
  }

  @Test func effectSendsToItsOwnStoreOnly() async {
    let stores = [Script.store(), Script.store()]
    let gates = [Gate(), Gate()]
    let sent: [SentAction] = zip(stores, gates).map { store, gate in
      store.send(
        .run { _ in
          try await gate.pass()
          await Script.proxy.send(.log("sent"))
        }
      )
    }
    gates[1].open()
    await sent[1].value
    #expect(stores.map(\.state.log) == [[], ["sent"]])
    gates[0].open()
    await sent[0].value
    #expect(stores.map(\.state.log) == [["sent"], ["sent"]])
  }

  @Test func actionSentToAnotherStoreByHandBelongsToThatStore() async {
    let (first, second) = (Script.store(), Script.store())
    let gate = Gate()
    let sent = LockIsolated<SentAction?>(nil)
    await first.send(
      .run { [unowned second] _ in
        let action = second.send(
          .run { _ in
            try await gate.pass()
            await Script.proxy.send(.log("sent"))
          }
        )
        sent.setValue(action)
      }
    ).value
    #expect(second.runningTaskCount == 1)
    gate.open()
    await sent.value?.value
    #expect(first.state.log == [])
    #expect(second.state.log == ["sent"])
  }

  @Test func asynchronousHandlerDoesNotWaitForWhatItSends() async {
    let store = AsyncScript.store()
    await store.send(
      AsyncScriptAction { state in
        await AsyncScript.proxy.send(.log("sent"))
        state.log.append("handler ends")
        return .none
      }
    ).value
    #expect(store.state.log == ["handler ends", "sent"])
  }

  @Test func childTasksOfAnAsynchronousHandlerDoNotWaitEither() async {
    let store = AsyncScript.store()
    await store.send(
      AsyncScriptAction { state in
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 {
            group.addTask { @concurrent in _ = await AsyncScript.proxy.send(.log("sent")) }
          }
        }
        state.log.append("handler ends")
        return .none
      }
    ).value
    #expect(store.state.log == ["handler ends", "sent", "sent", "sent"])
  }

  /// A task of a handler sends while the handler runs, and after it ends.
  @Test func aTaskOfAHandlerWaitsForTheHandlerOnceItsOwnHasEnded() async {
    let store = AsyncScript.store()
    let (hasEnded, gate) = (Gate(), Gate())
    let task = LockIsolated<Task<Void, Never>?>(nil)
    await store.send(
      AsyncScriptAction { state in
        task.setValue(
          Task { @MainActor in
            await AsyncScript.proxy.send(.log("queued"))
            state.log.append("continues")
            await hasEnded.wait()
            await AsyncScript.proxy.send(.wait("sent", at: gate))
            state.log.append("task ends")
          }
        )
        await Task.yield()
        await Task.yield()
        state.log.append("handler ends")
        return .none
      }
    ).value
    hasEnded.open()
    await gate.waitUntilStarted()
    gate.open()
    await task.value?.value
    #expect(
      store.state.log
        == ["continues", "handler ends", "queued", "sent begins", "sent ends", "task ends"]
    )
  }

  @Test func featureMayHaveASeparateStore() async {
    struct Shadowing: Feature {
      enum Action: Sendable {
        case read
      }

      let store = "member"

      func handle() -> ActionHandler<Action, ScriptState> {
        ActionHandler { _, state in
          state.log.append(store)
          return .none
        }
      }
    }
    let store = Store(initialState: ScriptState(), feature: Shadowing())
    store.send(.read)
    #expect(store.state.log == ["member"])
  }
}
