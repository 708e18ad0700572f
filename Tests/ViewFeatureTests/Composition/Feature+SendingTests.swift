import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// Effects that send to a child.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct FeatureSendingTests {
  private let clock = TestClock()
  private let gate = Gate()
  private let log = HouseLog()
  private let store: Store<House>
  private var lines: [String] { log.lines }

  init() {
    store = Store(
      initialState: House.State(),
      feature: House(log: log, gate: gate),
      clock: clock
    )
  }

  @discardableResult
  private func perform(_ body: @escaping House.Body) -> SentAction {
    store.send(.perform(body))
  }

  private func expectMissing(
    _ child: String,
    _ action: String,
    _ body: @escaping House.Body
  ) {
    withKnownIssue {
      _ = perform(body)
    } matching: { issue in
      "\(issue)".contains(
        "An action was sent to a child that doesn't exist: action \(action), child \(child)"
      )
    }
  }

  // MARK: Paths

  @Test func eachKindOfChildHandlesItInsideSend() {
    store.state.guest = Room.State(5)
    perform { house, _ in house.send(.note("a"), to: \.hall) }
    perform { house, _ in house.send(.note("b"), to: \.guest) }
    perform { house, _ in house.send(.note("c"), to: \.rooms, id: 2) }
    perform { house, _ in house.send(.note("d"), to: \.rooms[id: 1]) }
    perform { house, _ in house.send(.note("e"), to: \.byName, id: "a") }
    perform { house, _ in house.send("f", to: \.hall.lamp) }
    perform { house, _ in house.send("g", to: \.rooms[id: 1].lamp) }
    #expect(lines == ["0: a", "5: b", "2: c", "1: d", "7: e", "lamp: f", "lamp: g"])
  }

  @Test func allChildrenTakeItInTheirOrder() {
    perform { house, state in
      // At the turn of the action, not when the effect is created.
      defer { state.rooms.append(Room.State(3)) }
      return house.send(.note("a"), toAll: \.rooms)
    }
    #expect(lines == ["1: a", "2: a", "3: a"])
    perform { house, _ in house.send(.note("b"), toAll: \.byName) }
    #expect(lines.last == "7: b")
  }

  @Test func ofStatesWithTheSameIDTheFirstTakesIt() {
    store.state.rooms.append(Room.State(1))
    perform { house, _ in house.send(.note("a"), toAll: \.rooms) }
    #expect(lines == ["1: a", "2: a"])
  }

  @Test func itWaitsBehindTheActionsThatAreQueued() {
    perform { house, _ in
      store.send(.note("queued"))
      return .merge(
        .send(.note("a")),
        house.send(.note("b"), to: \.hall),
        .send(.note("c")),
        house.send(.note("e"), to: \.hall)
      )
    }
    #expect(lines == ["queued", "a", "0: b", "c", "0: e"])
  }

  @Test func anOutputOfItWaitsBehindTheActionsThatAreQueued() {
    perform { house, _ in
      .merge(house.send(.report("x"), to: \.hall), .send(.note("a")))
    }
    #expect(lines == ["0: report x", "a", "heard x"])
  }

  @Test func itMayWaitForItsTurn() async {
    perform { house, _ in house.send(.note("a"), to: \.hall).debounce(id: "q", for: .seconds(1)) }
    perform { house, _ in house.send(.note("b"), to: \.hall).debounce(id: "q", for: .seconds(1)) }
    #expect(lines == [])
    await clock.advance(by: .seconds(1))
    #expect(lines == ["0: b"])
  }

  // MARK: Completion

  @Test func theSenderIsDoneWhenTheChildsActionIs() async {
    let sent = perform { house, _ in house.send(.work("a"), toAll: \.rooms) }
    await gate.waitUntilStarted()
    #expect(!sent.isDone)
    gate.open()
    await sent.value
    #expect(lines.sorted() == ["1: did a", "2: did a"])
    #expect(perform { house, _ in house.send(.note("b"), to: \.hall) }.isDone)
  }

  @Test func aCancelOfTheSenderReachesIt() async {
    let sent = perform { house, _ in house.send(.work("a"), to: \.hall) }
    await gate.waitUntilStarted()
    sent.cancel()
    await sent.value
    #expect(lines == ["cancelled a"])
  }

  @Test func aCancelOfTheChildsActionEndsTheSender() async {
    let sent = perform { house, _ in house.send(.work("a"), to: \.hall) }
    await gate.waitUntilStarted()
    store.scope(\.hall).cancelAllTasks()
    await sent.value
    #expect(lines == ["cancelled a"])
    #expect(!sent.isCancelled)
  }

  @Test func aCancelBeforeItsTurnDropsIt() async {
    perform { _, _ in
      let sent = perform { house, _ in house.send(.note("a"), to: \.hall) }
      perform { _, _ in
        sent.cancel()
        return .none
      }
      return .none
    }
    #expect(lines == [])
    perform { house, _ in house.send(.note("b"), to: \.hall) }
    #expect(lines == ["0: b"])
  }

  @Test func itIsNotSentBehindAFailureOrACancel() async {
    await perform { house, _ in
      .concatenate(
        House.Effect.run { _ in throw TestError("a") }.catch { _, _ in },
        house.send(.note("caught"), to: \.hall)
      )
    }.value
    #expect(lines == ["0: caught"])
    await perform { house, _ in
      House.Effect.concatenate(
        .run { _ in throw TestError("a") },
        house.send(.note("b"), to: \.hall)
      ).catch { _, _ in }
    }.value
    let sent = perform { house, _ in
      .concatenate(.run { _ in await gate.passStubbornly() }, house.send(.note("c"), to: \.hall))
    }
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await sent.value
    #expect(lines == ["0: caught"])
  }

  @Test func inASequenceItsTurnComes() async {
    await perform { house, _ in
      .concatenate(
        .run { _ in log.lines.append("a") },
        house.send(.report("x"), to: \.hall),
        .run { _ in log.lines.append("b") }
      )
    }.value
    #expect(lines == ["a", "0: report x", "heard x", "b"])
  }

  @Test func whatTheParentMakesOfAnOutputIsNotAPartOfTheSender() async {
    let sent = perform { house, _ in house.send(.report("ask"), to: \.hall) }
    await sent.value
    await gate.waitUntilStarted()
    sent.cancel()
    gate.open()
    await store.scope(\.hall).taskEnd()
    #expect(lines == ["0: report ask", "0: did asked"])
  }

  /// The child sends an output while handling an action, and the parent sends to the same child.
  @Test func aChildThatIsHandlingTakesItNext() async {
    let child = store.scope(\.hall)
    let sent: SentAction = child.send(.reportAndWork("ask"))
    await gate.waitUntilStarted()
    sent.cancel()
    await sent.value
    #expect(lines == ["cancelled own"])
    gate.open()
    await child.taskEnd()
    #expect(lines == ["cancelled own", "0: did asked"])
  }

  /// An effect of the child sends an output, and the parent's response cancels the effect.
  @Test func anAnswerToAnEffectIsTheParents() async {
    let child = store.scope(\.hall)
    let sent: SentAction = child.send(.report("ask"))
    #expect(sent.isDone)
    await gate.waitUntilStarted()
    gate.open()
    await child.taskEnd()
    #expect(lines == ["0: report ask", "0: did asked"])
  }

  @Test func aChildThatWaitsForTheSenderIsReported() async {
    await withKnownIssue {
      log.sender = perform { house, _ in house.send(.waitForSender, to: \.hall) }
      await log.sender?.value
    } matching: { issue in
      "\(issue)".contains("An effect waits for an action that can't end")
    }
  }

  // MARK: Missing children

  @Test(.onDebugBuilds) func aMissingChildIsReported() {
    expectMissing("guest", "note(\"a\")") { house, _ in house.send(.note("a"), to: \.guest) }
    expectMissing("rooms[id: 9]", "note(\"a\")") { house, _ in
      house.send(.note("a"), to: \.rooms, id: 9)
    }
    expectMissing("guest.lamp", "on") { house, _ in house.send("on", to: \.guest.lamp) }
    #expect(lines == [])
  }

  @Test(.onDebugBuilds) func aChildThatTheHandlerRemovesIsMissing() {
    expectMissing("rooms[id: 1]", "note(\"a\")") { house, state in
      state.rooms.removeFirst()
      return house.send(.note("a"), to: \.rooms, id: 1)
    }
  }

  @Test func aChildThatTheHandlerMakesTakesIt() {
    perform { house, state in
      state.guest = Room.State(5)
      return house.send(.note("a"), to: \.guest)
    }
    #expect(lines == ["5: a"])
  }

  @Test func ofAChildThatIsReplacedTheNewOneTakesIt() async {
    store.state.guest = Room.State(5)
    let sent = perform { house, _ in house.send(.work("a"), to: \.guest) }
    await gate.waitUntilStarted()
    perform { house, state in
      state.guest = Room.State(6)
      return house.send(.note("b"), to: \.guest)
    }
    await sent.value
    #expect(lines == ["6: b", "cancelled a"])
  }

  @Test func sendingToAllOfNoneDoesNothing() {
    store.state.rooms = []
    #expect(perform { house, _ in house.send(.note("a"), toAll: \.rooms) }.isDone)
    #expect(lines == [])
  }

  @Test func allIsWithoutThoseThatAnotherRemoves() {
    perform { house, _ in
      .merge(
        .send(
          .perform { _, state in
            state.rooms.removeFirst()
            return .none
          }
        ),
        house.send(.note("a"), toAll: \.rooms)
      )
    }
    #expect(lines == ["2: a"])
  }

  // MARK: Observers

  @Test(.onDebugBuilds) func theChildsEffectsTellWhereItWasSent() async throws {
    let line = UInt(#line + 1)
    perform { house, _ in house.send(.work("a"), to: \.hall) }
    await gate.waitUntilStarted()
    let effect = try #require(store.scope(\.hall).effects.first)
    #expect("\(effect.fileID)".hasSuffix("Feature+SendingTests.swift"))
    #expect(effect.line == line)
    #expect(effect.action == .work("a"))
    #expect(store.runningTaskCount == 0)
    gate.open()
    await store.scope(\.hall).taskEnd()
  }

  @Test func aTestReceivesIt() async {
    let store = TestStore(initialState: House.State(), feature: House(log: log, gate: gate))
    await store.send(.perform { house, _ in house.send(.note("a"), to: \.hall) })
    await store.receive(\.hall, .note("a"))
    await store.send(.perform { house, _ in house.send(.note("b"), toAll: \.rooms) })
    await store.receive(\.rooms[id: 1], .note("b"))
    await store.receive(\.rooms[id: 2], .note("b"))
    await store.finish()
  }
}

extension Store {
  /// Suspends until nothing runs.
  fileprivate func taskEnd() async {
    await work.waitUntilIdle()
  }
}
