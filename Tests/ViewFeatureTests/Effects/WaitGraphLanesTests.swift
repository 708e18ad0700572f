import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Waits for effects that wait in a lane.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct WaitGraphLanesTests {
  @Test func anEffectThatWaitsForOneBehindItInItsLaneContinues() async {
    let store = Script.store()
    let behind = ScriptAction.effect("behind", .run { $0.log.append("behind") }.queued(id: "lane"))
    await withKnownIssue {
      await store.send(
        .effect(
          "first",
          .run { [unowned store] state in
            let sent: SentAction = store.send(behind)
            await sent.value
            state.log.append("first")
          }
          .queued(id: "lane")
        )
      ).value
    } matching: { issue in
      "\(issue)".contains("An effect waits for an action that can't end")
    }
    #expect(store.state.log == ["first", "behind"])
  }

  /// The awaited action starts its effect only after the wait has begun.
  @Test func aWaitEndsWhenItsActionComesToWaitForTheWaiter() async {
    let store = AsyncScript.store()
    let gate = Gate()
    await withKnownIssue {
      let sent: SentAction = store.send(
        AsyncScriptAction { [unowned store] _ in
          .run { state in
            let sent: SentAction = store.send(
              AsyncScriptAction { _ in
                try await gate.pass()
                return .run { $0.log.append("behind") }.queued(id: "lane")
              }
            )
            await sent.value
            state.log.append("first")
          }
          .queued(id: "lane")
        }
      )
      await gate.waitUntilStarted()
      gate.open()
      await sent.value
    } matching: { issue in
      "\(issue)".contains("An effect waits")
    }
    #expect(store.state.log == ["first", "behind"])
  }

  @Test func anEffectMayWaitForAConcurrentOneInItsLane() async {
    let store = Script.store()
    let next = ScriptAction.effect(
      "next",
      .run { $0.log.append("next") }.limited(id: "lane", to: 2)
    )
    await store.send(
      .effect(
        "first",
        .run { [unowned store] state in
          let sent: SentAction = store.send(next)
          await sent.value
          state.log.append("first")
        }
        .limited(id: "lane", to: 2)
      )
    ).value
    #expect(store.state.log == ["next", "first"])
  }

  /// The handler waits for an effect behind one that waits for the handler of an action behind that handler.
  @Test func theWaitOfAProxyCountsToo() async {
    let store = AsyncScript.store()
    let gate = Gate()
    await withKnownIssue {
      let first: SentAction = store.send(
        AsyncScriptAction { _ in
          .run { state in
            try await gate.pass()
            await AsyncScript.proxy.send(.log("handled"))
            state.log.append("effect")
          }
          .queued(id: "lane")
        }
      )
      await gate.waitUntilStarted()
      let behind: SentAction = store.send(
        AsyncScriptAction { _ in .run { $0.log.append("behind") }.queued(id: "lane") }
      )
      let sent: SentAction = store.send(
        AsyncScriptAction { state in
          gate.open()
          await behind.value
          state.log.append("handler")
          return .none
        }
      )
      for sent in [sent, first, behind] { await sent.value }
    } matching: { issue in
      "\(issue)".contains("waits for an action that can't")
    }
    #expect(Set(store.state.log) == ["handled", "effect", "handler", "behind"])
  }
}
