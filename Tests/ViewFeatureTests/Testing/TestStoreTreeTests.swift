import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Tests of a feature with its children and grandchildren.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreTreeTests {
  private let assertions = RecordingAssertions()
  private let gate = Gate()

  private func makeStore(
    _ exhaustivity: Exhaustivity = .on,
    rows: Int = 2,
    note: Bool = false
  ) -> TestStore<Desk> {
    let store = TestStore(
      initialState: Desk.State(rows: rows, note: note),
      feature: Desk(gate: gate),
      assertionProvider: assertions
    )
    store.exhaustivity = exhaustivity
    return store
  }

  private func expect(_ messages: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(assertions.messages == messages, sourceLocation: sourceLocation)
  }

  // MARK: Kinds of children

  @Test func actionsAreSentToChildrenOfEachKind() async {
    let store = makeStore(note: true)
    await store.send(\.cover, .type("a")) { $0.cover.text = "a" }
    await store.send(.open) { $0.page = Page.State(id: 5) }
    await store.send(\.page, .type("b")) { $0.page?.text = "b" }
    await store.send(\.rows[id: 2], .type("c")) { $0.rows[1].text = "c" }
    await store.send(.name("x")) { $0.byName["x"] = Page.State(text: "x") }
    await store.send(\.byName[id: "x"], .type("d")) { $0.byName["x"]?.text = "d" }
    await store.send(\.rows[id: 1].note, .type("e")) { $0.rows[0].note?.text = "e" }
    await store.finish()
    expect()
    #expect(store.state.rows[0].note?.text == "e")
  }

  @Test func childIsTheOneThatViewsScope() async {
    let store = makeStore()
    let row = store.store.scope(\.rows, id: 1)
    let task = await store.send(\.rows[id: 1], .wait)
    #expect(row?.runningTaskCount == 1)
    await task.cancel()
    #expect(row?.runningTaskCount == 0)
    #expect(task.isCancelled)
    await store.finish()
    expect()
  }

  @Test func missingAndWrongChangesOfAGrandchildAreReportedByTheirPath() async {
    let store = makeStore(note: true)
    await store.send(\.rows[id: 2].note, .type("e"))
    await store.send(\.rows[id: 2].note, .type("f")) { $0.rows[1].note?.text = "g" }
    await store.send(\.cover, .type("h")) { $0.title = "h" }
    expect(
      """
      The state after type("e") of rows[id: 2].note is not the expected one:
        rows[1].note.text: "" → expected "", got "e"
      """,
      """
      The state after type("f") of rows[id: 2].note is not the expected one:
        rows[1].note.text: "e" → expected "g", got "f"
      """,
      """
      The state after type("h") of cover is not the expected one:
        title: "" → expected "h", got ""
        cover.text: "cover" → expected "cover", got "h"
      """
    )
  }

  @Test func changeOfASecondFieldToTheSameValueIsReported() async {
    let store = makeStore()
    await store.send(.titleBoth("same")) { $0.title = "same" }
    expect(
      """
      The state after titleBoth("same") is not the expected one:
        subtitle: "" → expected "", got "same"
      """
    )
  }

  @Test func childThatNoFieldLeadsToIsReportedOnce() async {
    let store = makeStore()
    await store.send(.hide)
    await store.send(\.hidden, .type("unseen"))
    await store.send(\.hidden, .type("unseen"))
    #expect(assertions.messages.count == 1)
    #expect(
      assertions.messages.first?.hasPrefix(
        "Changes of hidden can't be asserted: no field of Desk.State contains it."
      ) == true
    )
  }

  // MARK: Received actions

  @Test func actionOfAChildsEffectIsReceivedByItsPath() async {
    let store = makeStore()
    await store.send(\.rows[id: 1], .load) { $0.rows[0].count = 1 }
    gate.open()
    await store.receive(\.rows[id: 1], .loaded("loaded")) { $0.rows[0].text = "loaded" }
    await store.send(\.cover, .load) { $0.cover.count = 1 }
    await store.receive(\.cover) {
      $0 == .loaded("loaded")
    } expecting: {
      $0.cover.text = "loaded"
    }
    await store.finish()
    expect()
  }

  @Test func outputOfAChildIsReceivedAsTheParentsAction() async {
    let store = makeStore()
    await store.send(\.rows[id: 1], .type("a")) { $0.rows[0].text = "a" }
    await store.send(\.rows[id: 1], .save)
    gate.open()
    await store.receive(.row(1, .saved("a"))) { $0.title = "1 a" }
    await store.finish { $0.subtitle = "followed" }
    expect()
  }

  @Test func outputsOfAGrandchildGoOneLevelUp() async {
    let store = makeStore(note: true)
    await store.send(\.rows[id: 1].note, .save) { $0.rows[0].note?.isSaved = true }
    gate.open()
    await store.receive(\.rows[id: 1], .note(.saved)) { $0.rows[0].count = 10 }
    await store.finish()
    expect()
  }

  @Test func outputThatIsGivenAtOnceIsReceivedAfterTheAction() async {
    let store = makeStore()
    await store.send(.open) { $0.page = Page.State(id: 5) }
    await store.send(\.page, .close)
    await store.receive(.page(.closed)) { $0.page = nil }
    await store.finish()
    expect()
  }

  @Test func actionOfAnotherChildThanTheExpectedOneIsReported() async {
    let store = makeStore()
    gate.open()
    await store.send(\.rows[id: 1], .load) { $0.rows[0].count = 1 }
    await store.receive(\.rows[id: 2], .loaded("loaded")) { $0.rows[0].text = "loaded" }
    await store.send(\.rows[id: 1], .load) { $0.rows[0].count = 2 }
    await store.receive(\.cover, .loaded("loaded"))
    expect(
      #"Received loaded("loaded") of rows[id: 1], expected loaded("loaded") of rows[id: 2]"#,
      #"Received loaded("loaded") of rows[id: 1], expected loaded("loaded") of cover"#
    )
  }

  @Test func actionThatNoChildCanSendIsReported() async {
    let store = makeStore()
    await store.receive(\.rows[id: 1], .loaded("loaded"))
    expect(
      """
      loaded("loaded") of rows[id: 1] was not received, and nothing is running that could send it
      """
    )
  }

  @Test func receivedActionsOfChildrenHaveToBeAsserted() async {
    let store = makeStore()
    gate.open()
    await store.send(\.cover, .load) { $0.cover.count = 1 }
    await store.skipRunningEffects()
    await store.send(\.rows[id: 1], .close)
    await store.send(.open)
    #expect(
      assertions.messages.first
        == "Received actions must be asserted before open: row(1, closed)"
    )
  }

  // MARK: Removed children

  @Test func effectsOfAChildThatEndsAreOver() async {
    let store = makeStore()
    await store.send(\.rows[id: 1], .load) { $0.rows[0].count = 1 }
    await gate.waitUntilStarted()
    await store.send(.remove(1)) { $0.rows.remove(at: 0) }
    #expect(gate.wasCancelled)
    await store.receive(\.rows[id: 1], .loaded("loaded"))
    await store.finish()
    expect(
      """
      loaded("loaded") of rows[id: 1] was not received, and nothing is running that could send it
      """
    )
  }

  @Test func actionToAChildThatWasRemovedIsReported() async {
    let store = makeStore(note: true)
    await store.send(.remove(1)) { $0.rows.remove(at: 0) }
    let line = #line + 1 as UInt
    await store.send(\.rows[id: 1], .save)
    await store.send(\.rows[id: 1].note, .save) { $0.title = "not compared" }
    await store.send(\.page.note, .save)
    expect(
      """
      save can't be sent to rows[id: 1]: the child doesn't exist. It was removed or hasn't been created yet.
      """,
      """
      save can't be sent to rows[id: 1].note: the child doesn't exist. It was removed or hasn't been created yet.
      """,
      """
      save can't be sent to page.note: the child doesn't exist. It was removed or hasn't been created yet.
      """
    )
    #expect(assertions.failures.first?.line == line)
  }

  @Test func actionToTheStoreOfAChildThatWasRemovedIsReported() async {
    let store = makeStore(note: true)
    let note = store.store.scope(\.rows, id: 1)?.scope(\.note)
    await store.send(.remove(1)) { $0.rows.remove(at: 0) }
    note?.send(.type("too late"))
    expect(
      """
      type("too late") was sent to rows[id: 1].note, which was removed from the parent's state
      """
    )
  }

  @Test func anotherChildWithTheIDHasItsOwnStore() async {
    let store = makeStore()
    await store.send(\.rows[id: 1], .load) { $0.rows[0].count = 1 }
    await store.send(.replace(1)) { $0.rows[0] = Page.State(id: 1, text: "other") }
    await store.send(\.rows[id: 1], .load) { $0.rows[0].count = 1 }
    gate.open()
    await store.receive(\.rows[id: 1], .loaded("loaded")) { $0.rows[0].text = "loaded" }
    await store.finish()
    expect()
  }

  @Test func receivedActionOfAChildThatWasReplacedSinceIsAsserted() async {
    let store = makeStore(.off)
    store.exhaustivity = .on
    gate.open()
    await store.send(\.rows[id: 1], .load) { $0.rows[0].count = 1 }
    while store.state.rows[0].text != "loaded" { await Task.yield() }
    store.state.rows[0] = Page.State(id: 1, text: "other")
    await store.receive(\.rows[id: 1], .loaded("loaded")) { $0.rows[0].text = "loaded" }
    await store.finish { $0.rows[0] = Page.State(id: 1, text: "other") }
    expect()
  }

  @Test func aChildThatIsTwoRowsChangesBoth() async {
    let store = makeStore()
    await store.send(.share) { $0.rows.append($0.rows[0]) }
    await store.send(\.rows[id: 1], .type("a")) { $0.rows[0].text = "a" }
    expect()
    await store.send(\.rows[id: 1], .type("b")) { $0.rows[1].text = "b" }
    expect(
      """
      The state after type("b") of rows[id: 1] is not the expected one:
        rows[0].text: "a" → expected "a", got "b"
        rows[1].text: "" → expected "b", got ""
        rows[2].text: "a" → expected "a", got "b"
      """
    )
  }

  // MARK: Errors

  @Test func errorOfAChildIsReported() async {
    let store = makeStore()
    await store.send(\.rows[id: 2], .fail)
    expect("fail of rows[id: 2] failed, and nothing handles its error: failed")
  }

  // MARK: Partial assertions

  @Test func sendWaitsForTheParentsActionsWhenNotEverythingIsAsserted() async {
    let store = makeStore(.off)
    gate.open()
    await store.send(\.rows[id: 1], .save)
    #expect(store.state.title == "1 ")
    #expect(store.state.subtitle == "followed")
    await store.send(\.rows[id: 1], .type("a")) { $0.rows[0].text = "a" }
    expect()
  }

  @Test func receiveSkipsOtherChildrenWhenNotEverythingIsAsserted() async {
    let store = makeStore(.off)
    gate.open()
    await store.send(\.cover, .load)
    await store.send(\.rows[id: 1], .load)
    await store.receive(\.rows[id: 1], .loaded("loaded")) { $0.rows[0].text = "loaded" }
    expect()
    await store.send(\.rows[id: 1], .load)
    await store.receive(\.rows[id: 1], .loaded("loaded")) { $0.rows[0].text = "wrong" }
    expect(
      """
      The state after loaded("loaded") of rows[id: 1] is not the expected one:
        rows[0].text: "loaded" → expected "wrong", got "loaded"
      """
    )
  }
}
