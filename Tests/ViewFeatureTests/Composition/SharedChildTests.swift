import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// Children whose state is in several places of the parent's, and dismissals that wait for their turn.
@MainActor
// The handler of the parent may suspend, and has to begin inside `send`.
@Suite(.needsVirtualTime, .onNewerSystems, .timeLimit(.minutes(20))) struct SharedChildTests {
  private let log = TreeLog()
  private let store: Store<TreeParent>
  private var state: TreeParent.State { store.state }

  init() {
    store = Store(initialState: TreeParent.State(), feature: TreeParent(log: log))
  }

  private func put(_ object: Int, _ places: TreePlace...) {
    for place in places { store.send(.edit(.put(object, place))) }
  }

  // MARK: Single store

  @Test func aStateHasOneStoreWhicheverPropertyLeadsToIt() throws {
    put(0, .list, .selected, .add, .rest, .nameA)
    let child = try #require(store.scope(\.list, id: 0))
    #expect(store.scope(\.selected) === child)
    #expect(store.scope(\.add) === child)
    #expect(store.scope(\.rests, id: 0) === child)
    #expect(store.scope(\.byName, id: "a") === child)
    #expect(store.scope(\.edit) == nil)
  }

  @Test func aLockedActionRunsOnceAndAnIDReplaces() throws {
    put(0, .list, .selected)
    let row = try #require(store.scope(\.list, id: 0))
    let selected = try #require(store.scope(\.selected))
    row.send(.save(1))
    selected.send(.save(2))
    row.send(.work(3))
    selected.send(.work(4))
    #expect(log.lines == ["0 saves 1", "0 works 3", "0 works 4"])
    let running = row.effects.filter { $0.state != .cancelled }.compactMap(\.name)
    #expect(running.sorted() == ["16", "4"])
  }

  @Test func theStoreLivesWhileAPropertyLeadsToIt() throws {
    put(0, .list, .selected)
    let child = try #require(store.scope(\.selected))
    let sent: SentAction = child.send(.save(1))
    store.send(.edit(.clear(.selected)))
    // No one has called `scope` for the row.
    #expect(!sent.isCancelled)
    #expect(store.scope(\.list, id: 0) === child)
    store.send(.edit(.clear(.list)))
    #expect(sent.isCancelled)
  }

  @Test func theOutputsAreThoseOfTheFirstPropertyThatLeadsToIt() throws {
    put(0, .selected)
    let child = try #require(store.scope(\.selected))
    child.send(.report(TreeOutput(token: 1)))
    put(0, .list, .nameB)
    child.send(.report(TreeOutput(token: 2)))
    store.send(.edit(.clear(.list)))
    child.send(.report(TreeOutput(token: 3)))
    store.send(.edit(.clear(.selected)))
    child.send(.report(TreeOutput(token: 4)))
    #expect(
      log.lines == [
        "selected reports 1", "list[0] reports 2", "selected reports 3", "byName[b] reports 4",
      ]
    )
  }

  @Test func childrenOfCasesThatAHelperDeclaresAreTheirOwn() throws {
    put(0, .add)
    let add = try #require(store.scope(\.add))
    #expect(store.scope(\.edit) == nil)
    put(0, .edit)
    let edit = try #require(store.scope(\.edit))
    #expect(edit !== add)
    #expect(store.scope(\.add) == nil)
    add.send(.note(1))
    edit.send(.report(TreeOutput(token: 2)))
    #expect(log.lines == ["edit reports 2"])
  }

  @Test func aChildWithTwoIDsTakesAnActionForAllOnce() {
    struct Names: Feature {
      let byName: ChildCollection<TreeChild, String>

      func handle() -> ActionHandler<Int, TreeParent.State> {
        ActionHandler { token, _ in send(.note(token), toAll: \.byName) }
      }
    }
    let feature = Names(byName: .init(\.byName, TreeChild(log: log), output: .ignored))
    let store = Store(initialState: TreeParent.State(), feature: feature)
    store.state.apply(.put(0, .nameA))
    store.state.apply(.put(0, .nameB))
    store.send(1)
    #expect(log.lines == ["0 noted 1"])
  }

  /// Each read creates new declarations, two of them in a helper.
  @Test func computedPropertiesDeclareTheSameChildren() throws {
    let store = Store(initialState: TreeParent.State(), feature: Computed(log: log))
    store.state.apply(.put(0, .edit))
    store.state.apply(.put(0, .selected))
    #expect(store.scope(\.add) == nil)
    let child = try #require(store.scope(\.edit))
    #expect(store.scope(\.edit) === child)
    #expect(store.scope(\.selected) === child)
    store.state.apply(.put(0, .add))
    #expect(store.scope(\.edit) == nil)
    #expect(store.scope(\.add) === child)
  }

  // MARK: Lists

  @Test func aRowThatIsReplacedEndsInsideSend() throws {
    put(0, .list)
    put(2, .list)
    let child = try #require(store.scope(\.list, id: 0))
    _ = store.scope(\.list, id: 1)
    let sent: SentAction = child.send(.save(1))
    // The number of rows and the last row are the same as before.
    store.send(.edit(.replaceFirst(1)))
    #expect(sent.isCancelled)
  }

  @Test func aReplacedRowTakesNoActionAlsoIfTheListHasGrown() throws {
    put(0, .list)
    put(2, .list)
    let child = try #require(store.scope(\.list, id: 0))
    state.list[0] = state.objects[1]
    state.list.append(state.objects[3])
    child.send(.note(1))
    #expect(log.lines == [])
    #expect(child.turns.hasEnded)
  }

  // MARK: Pending dismissals

  private func dismissed(
    _ action: TreeChild.Action,
    _ child: Store<TreeChild>?,
    meanwhile edits: TreeEdit...
  ) async throws -> TreeShape {
    try await simulate { [store, log] in
      store.send(.wait(-1))
      child?.send(action)
      for edit in edits { store.state.apply(edit) }
      log.gate(-1).open()
      await settle()
    }
    return state.shape
  }

  @Test func itLeavesTheNextScreenAlone() async throws {
    put(0, .add)
    let shape = try await dismissed(.leave, store.scope(\.add), meanwhile: .put(2, .add))
    #expect(shape.destination == TreeShape.Case(place: .add, object: 2))
  }

  @Test func itLeavesTheNextRowWithTheIDAlone() async throws {
    put(0, .list)
    let shape = try await dismissed(
      .leave,
      store.scope(\.list, id: 0),
      meanwhile: .clear(.list),
      .put(1, .list)
    )
    #expect(shape.list == [1])
  }

  @Test func ofTwoRowsWithOneIDItTakesItsOwn() throws {
    put(0, .list)
    put(1, .list)
    try #require(store.scope(\.list, id: 0)).send(.leave)
    #expect(state.shape.list == [1])
  }

  @Test func itLeavesScreensAloneThatWerePushedInstead() async throws {
    put(2, .stop)
    put(0, .stop)
    let shape = try await dismissed(
      .leave,
      store.scope(\.stops, id: 0),
      meanwhile: .clear(.stop),
      .put(1, .stop),
      .put(3, .rest)
    )
    #expect(shape.path.map(\.object) == [2, 1, 3])
  }

  @Test func twoOfOneChildTakeOne() async throws {
    put(1, .list)
    put(0, .selected)
    let shape = try await dismissed(
      .leaveTwice,
      store.scope(\.selected),
      meanwhile: .put(2, .nameA)
    )
    #expect(shape.selected == nil)
    #expect(shape.list == [1])
    #expect(shape.byName == ["a": 2])
  }

  @Test func itTakesTheObjectOutOfAllItsPlaces() throws {
    put(0, .list, .selected, .add, .stop, .nameA, .nameB)
    put(2, .list, .rest, .selected)
    put(0, .selected)
    try #require(store.scope(\.selected)).send(.leave)
    #expect(state.shape == TreeShape(list: [2]))
  }

  @Test func theObjectMayHaveMovedMeanwhile() async throws {
    put(0, .selected, .list)
    let shape = try await dismissed(
      .leave,
      store.scope(\.selected),
      meanwhile: .clear(.selected),
      .put(0, .nameB)
    )
    #expect(shape == TreeShape())
  }

  @Test func anOutputBeforeItComesAndOneBehindItDoesNot() async throws {
    put(0, .selected)
    let output = TreeOutput(token: 1)
    _ = try await dismissed(.reportThenLeave(output), store.scope(\.selected))
    #expect(log.lines == ["selected reports 1"])
    put(0, .selected)
    _ = try await dismissed(.leaveThenReport(output), store.scope(\.selected))
    #expect(log.lines == ["selected reports 1"])
  }

  /// The example of Navigation.md, in which the parent's handler presents the next screen in response to the output.
  @Test func aScreenThatIsPresentedForTheOutputStays() async throws {
    put(0, .edit)
    let output = TreeOutput(token: 1, edit: .put(2, .edit))
    let shape = try await dismissed(.reportThenLeave(output), store.scope(\.edit))
    #expect(shape.destination == TreeShape.Case(place: .edit, object: 2))
  }

  // MARK: Test stores

  @Test func aTestNamesItByEachProperty() async {
    let assertions = RecordingAssertions()
    let store = TestStore(
      initialState: TreeParent.State(),
      feature: TreeParent(log: log),
      assertionProvider: assertions
    )
    store.exhaustivity = .off
    await store.send(.edit(.put(0, .list)))
    await store.send(.edit(.put(0, .selected)))
    await store.send(\.list[id: 0], .note(1))
    await store.send(\.selected, .leave)
    await store.receiveDismissal(of: \.list[id: 0]) { _ in }
    #expect(assertions.messages == [])
    #expect(store.state.selected == nil)
    #expect(store.state.list.isEmpty)
    await store.finish()
  }

  private func expectNoFailure(
    _ body: (TestStore<Rack>) async -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let assertions = RecordingAssertions()
    let store = TestStore(
      initialState: Rack.State(),
      feature: Rack(),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await body(store)
    await store.finish()
    #expect(assertions.messages == [], sourceLocation: sourceLocation)
  }

  @Test func aTestNamesItByThePropertyThatIsLeft() async {
    await expectNoFailure { store in
      await store.send(.select) { $0.selected = $0.items[0] }
      await store.send(\.items[id: 1], .work)
      await store.receive(\.items[id: 1], .worked)
      await store.send(\.current, .work)
      await store.receive(\.selected, .worked)
      await store.send(.clear) { $0.items = [] }
      await store.send(\.selected, .work)
      await store.receive(\.selected, .worked)
      await store.send(\.selected, .work)
      await store.receive(\.selected, where: { $0 == .worked })
    }
  }

  @Test func aTestNamesAComputedPropertyThatHasComeToLeadToIt() async {
    await expectNoFailure { store in
      await store.send(\.items[id: 1], .work)
      await store.receive(\.items[id: 1], .worked)
      await store.send(\.items[id: 1], .work)
      await store.receive(\.current, .worked)
      await store.send(.addFirst) { $0.items.insert(RackItem.State(id: 2), at: 0) }
      await store.send(\.items[id: 1], .work)
      await store.receive(\.items[id: 1], .worked)
    }
  }

  @Test func aTestNamesADismissedChildByEachProperty() async {
    await expectNoFailure { store in
      await store.send(\.items[id: 1], .work)
      await store.receive(\.items[id: 1], .worked)
      await store.send(.select) { $0.selected = $0.items[0] }
      await store.send(\.selected, .close)
      await store.receiveDismissal(of: \.selected) {
        $0.items = []
        $0.selected = nil
      }
    }
    await expectNoFailure { store in
      await store.send(.select) { $0.selected = $0.items[0] }
      await store.send(\.items[id: 1], .work)
      await store.receive(\.items[id: 1], .worked)
      await store.send(.clear) { $0.items = [] }
      await store.send(\.selected, .close)
      await store.receiveDismissal(of: \.selected) { $0.selected = nil }
    }
  }

  @Test func aMessageNamesItByTheFirstPropertyThatLeadsToIt() async throws {
    let assertions = RecordingAssertions()
    try await simulate { @MainActor in
      let store = TestStore(
        initialState: Rack.State(),
        feature: Rack(),
        assertionProvider: assertions
      )
      store.exhaustivity = .on
      await store.send(.select) { $0.selected = $0.items[0] }
      await store.send(\.selected, .work)
      await store.receive(\.selected, .close)
      await store.send(\.items[id: 1], .hang)
      await store.send(.clear) { $0.items = [] }
      await store.finish()
      await store.send(\.selected, .hang)
      await store.send(.restore) { $0.items = [$0.selected].compactMap { $0 } }
    }
    let messages = assertions.messages
    #expect(messages.count == 3)
    #expect(messages.first == "Received worked of items[id: 1], expected close of selected")
    #expect(messages.dropFirst().first?.contains("\n  selected: ") == true)
    #expect(messages.last?.contains("\n  items[id: 1]: ") == true)
  }
}

private struct Computed: Feature {
  typealias Action = Never

  let log: TreeLog

  var add: OptionalChild<TreeChild> { child(TreeParent.Destination.add) }
  var edit: OptionalChild<TreeChild> { child(TreeParent.Destination.edit) }
  var selected: OptionalChild<TreeChild> {
    OptionalChild(\.selected, TreeChild(log: log), output: .ignored)
  }

  private func child(
    _ embed: @escaping @MainActor (TreeChild.State) -> TreeParent.Destination
  ) -> OptionalChild<TreeChild> {
    OptionalChild(\.destination, case: embed, TreeChild(log: log), output: .ignored)
  }

  func handle() -> ActionHandler<Never, TreeParent.State> { .empty }
}
