import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Waits that could never end are reported and end immediately.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct WaitGraphTests {
  private let store = AsyncScript.store()

  /// The way in which a handler waits for an action that it has sent.
  enum Wait: CaseIterable {
    case itself
    case asyncLet
    case taskGroup
    case task

    @MainActor
    func wait(for sent: SentAction) async {
      switch self {
      case .itself: await sent.value
      case .asyncLet:
        async let value: Void = sent.value
        await value
      case .taskGroup:
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await sent.value }
        }
      case .task: await Task { await sent.value }.value
      }
    }
  }

  @Test(arguments: Wait.allCases)
  func aHandlerThatWaitsForWhatItSentContinues(wait: Wait) async {
    await withKnownIssue {
      await store.send(
        AsyncScriptAction { state in
          await wait.wait(for: await AsyncScript.proxy.send(.log("sent")))
          state.log.append("handler")
          return .none
        }
      ).value
    } matching: { issue in
      "\(issue)".contains("A handler waits")
    }
    #expect(store.state.log == ["handler", "sent"])
  }

  /// The task that `send` returns doesn't wait for an action that a handler of its store sends.
  @Test func theTaskOfAnActionThatAHandlerSendsIsDoneAtOnce() async {
    await withKnownIssue {
      await store.send(
        AsyncScriptAction { [store] state in
          let task: Task<Void, Never> = store.send(.log("sent"))
          await task.value
          state.log.append("handler")
          return .none
        }
      ).value
    } matching: { issue in
      "\(issue)".contains("A handler waits")
    }
    #expect(store.state.log == ["handler", "sent"])
  }

  @Test(arguments: Wait.allCases)
  func anEffectThatWaitsForItsOwnActionContinues(wait: Wait) async {
    let store = Script.store()
    let own = LockIsolated<SentAction?>(nil)
    let gate = Gate()
    await withKnownIssue {
      let sent = store.send(
        .run { state in
          try await gate.pass()
          if let sent = own.value { await wait.wait(for: sent) }
          state.log.append("effect")
        }
      )
      own.setValue(sent)
      gate.open()
      await sent.value
    } matching: { issue in
      "\(issue)".contains("An effect waits")
    }
    #expect(store.state.log == ["effect"])
  }

  @Test func anEffectThatWaitsForTheActionThatSentItsOwnContinues() async {
    let store = Script.store()
    let own = LockIsolated<SentAction?>(nil)
    let gate = Gate()
    await withKnownIssue {
      let sent = store.send(
        .run { _ in
          try await gate.pass()
          await Script.proxy.send(
            .run { state in
              await own.value?.value
              state.log.append("inner")
            }
          )
        }
      )
      own.setValue(sent)
      gate.open()
      await sent.value
    } matching: { issue in
      "\(issue)".contains("An effect waits")
    }
    #expect(store.state.log == ["inner"])
  }

  @Test func twoStoresWhoseHandlersWaitForEachOtherGoOn() async {
    let stores = [AsyncScript.store(), AsyncScript.store()]
    let gates = [Gate(), Gate()]
    let inner = LockIsolated<[SentAction]>([])
    await withKnownIssue {
      let sent: [SentAction] = (0..<2).map { index in
        stores[index].send(
          AsyncScriptAction { state in
            try await gates[index].pass()
            let sent: SentAction = stores[1 - index].send(.log("from \(index)"))
            inner.withValue { $0.append(sent) }
            await sent.value
            state.log.append("handler")
            return .none
          }
        )
      }
      for gate in gates { await gate.waitUntilStarted() }
      for gate in gates { gate.open() }
      for sent in sent { await sent.value }
    } matching: { issue in
      "\(issue)".contains("A handler waits")
    }
    // The wait of one of them was ended.
    for sent in inner.value { await sent.value }
    #expect(stores.map(\.state.log) == [["handler", "from 1"], ["handler", "from 0"]])
  }

  @Test func anEffectMayWaitForAnActionOfAnotherStore() async {
    let other = AsyncScript.store()
    let gate = Gate()
    let waiting = store.send(
      AsyncScriptAction { _ in
        .run { state in
          let sent: SentAction = other.send(.wait("other", at: gate))
          await sent.value
          state.log.append("waited")
        }
      }
    )
    await gate.waitUntilStarted()
    gate.open()
    await waiting.value
    #expect(store.state.log == ["waited"])
  }

  @Test func anEffectMayWaitForWhatItSent() async {
    let store = Script.store()
    await store.send(
      .effect(
        "waits",
        .run { state, send in
          await send(.run { $0.log.append("sent") }).value
          state.log.append("waited")
        }
      )
    ).value
    #expect(store.state.log == ["sent", "waited"])
  }

  /// The context of a handler outlives the handler in the tasks that it created.
  @Test(.simulated(seeds: 0..<20)) func aTaskOfAHandlerThatHasEndedWaits() async {
    for _ in 0..<5 {
      let store = AsyncScript.store()
      let (hasEnded, gate) = (Gate(), Gate())
      let task = LockIsolated<Task<Void, Never>?>(nil)
      await store.send(
        AsyncScriptAction { [store] _ in
          task.setValue(
            Task { @MainActor in
              await hasEnded.wait()
              let sent: SentAction = store.send(.wait("later", at: gate))
              await sent.value
              store.state.log.append("waited")
            }
          )
          return .none
        }
      ).value
      hasEnded.open()
      await gate.waitUntilStarted()
      gate.open()
      await task.value?.value
      #expect(store.state.log == ["later begins", "later ends", "waited"])
    }
  }

  // MARK: Handlers

  @Test func handlersThatSendToEachOtherAtOnceGoOn() async {
    let other = AsyncScript.store()
    let inner = LockIsolated<SentAction?>(nil)
    await withKnownIssue {
      await store.send(
        AsyncScriptAction { [store] state in
          let sent: SentAction = other.send(
            AsyncScriptAction { state in
              let sent: SentAction = store.send(.log("back"))
              await sent.value
              state.log.append("inner")
              return .none
            }
          )
          inner.setValue(sent)
          await sent.value
          state.log.append("outer")
          return .none
        }
      ).value
      await inner.value?.value
    } matching: { issue in
      "\(issue)".contains("A handler waits")
    }
    // Handled after everything that was sent before.
    await store.send(.log("last")).value
    #expect(store.state.log == ["outer", "back", "last"])
    #expect(other.state.log == ["inner"])
  }

  @Test func aHandlerMayWaitForAnEarlierEffectOfItsStore() async {
    let gate = Gate()
    let earlier: SentAction = store.send(
      AsyncScriptAction { _ in
        .run { state in
          try await gate.pass()
          state.log.append("earlier")
        }
      }
    )
    await gate.waitUntilStarted()
    let sent: SentAction = store.send(
      AsyncScriptAction { state in
        gate.open()
        await earlier.value
        state.log.append("handler")
        return .none
      }
    )
    await sent.value
    #expect(store.state.log == ["earlier", "handler"])
  }

  @Test func aHandlerThatWaitsForAnEffectWhoseActionComesBehindItContinues() async {
    let gate = Gate()
    let earlier: SentAction = store.send(
      AsyncScriptAction { [unowned store] _ in
        .run { _ in
          try await gate.pass()
          store.send(.log("behind"))
        }
      }
    )
    await gate.waitUntilStarted()
    await withKnownIssue {
      let sent: SentAction = store.send(
        AsyncScriptAction { state in
          gate.open()
          await earlier.value
          state.log.append("handler")
          return .none
        }
      )
      await sent.value
    } matching: { issue in
      "\(issue)".contains("A handler waits")
    }
    await earlier.value
    #expect(store.state.log == ["handler", "behind"])
  }

  /// A reaction that waits for a handler is part of that handler's action.
  @Test func aHandlerMayWaitForAnEffectWithAReaction() async {
    let store = AsyncScript.store {
      $0.onChange(of: \.count) { _, _, state in state.log.append("reaction") }
    }
    let gate = Gate()
    let earlier: SentAction = store.send(
      AsyncScriptAction { _ in
        .run { state in
          try await gate.pass()
          state.count += 1
        }
      }
    )
    await gate.waitUntilStarted()
    let sent: SentAction = store.send(
      AsyncScriptAction { state in
        gate.open()
        await earlier.value
        state.log.append("handler")
        return .none
      }
    )
    await sent.value
    #expect(store.state.log == ["handler", "reaction"])
  }
}
