import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreScopeTests {
  let gate = Gate()

  private func makeStore() -> Store<Library> {
    let store = Store(initialState: Library.State(), feature: Library(gate: gate))
    store.state.rows = (1...3).map { Editor.State(id: $0) }
    store.state.byID = [1: Editor.State(id: 1)]
    return store
  }

  // MARK: Stores

  @Test func childHasItsPartOfTheState() {
    let store = makeStore()
    #expect(store.scope(\.cover).state === store.state.cover)
    store.send(.open(7))
    #expect(store.scope(\.detail)?.state === store.state.detail)
    #expect(store.scope(\.rows, id: 2)?.state === store.state.rows[1])
    #expect(store.scope(\.byID, id: 1)?.state === store.state.byID[1])
  }

  @Test func childHandlesItsActions() {
    let store = makeStore()
    store.scope(\.cover).send(.type("new"))
    #expect(store.state.cover.text == "new")
    store.scope(\.rows, id: 3)?.send(.type("third"))
    #expect(store.state.rows.map(\.text) == ["", "", "third"])
  }

  @Test func storeOfAChildIsMadeOnce() {
    let store = makeStore()
    store.send(.open(7))
    #expect(store.scope(\.cover) === store.scope(\.cover))
    #expect(store.scope(\.detail) === store.scope(\.detail))
    #expect(store.scope(\.rows, id: 1) === store.scope(\.rows, id: 1))
    #expect(store.scope(\.rows, id: 1) !== store.scope(\.rows, id: 2))
  }

  @Test func whatIsNotThereHasNoStore() {
    let store = makeStore()
    #expect(store.scope(\.detail) == nil)
    #expect(store.scope(\.silent) == nil)
    #expect(store.scope(\.rows, id: 4) == nil)
    #expect(store.scope(\.byID, id: 4) == nil)
  }

  @Test func orderOfTheCollectionDoesNotMatter() {
    let store = makeStore()
    let first = store.scope(\.rows, id: 1)
    store.send(.move)
    #expect(store.scope(\.rows, id: 1) === first)
    #expect(first?.state === store.state.rows[2])
  }

  @Test func ofStatesWithTheSameIDTheFirstCounts() {
    let store = makeStore()
    store.state.rows = [Editor.State(id: 1, text: "a"), Editor.State(id: 1, text: "b")]
    #expect(store.scope(\.rows, id: 1)?.state.text == "a")
  }

  @Test func comingAndGoingIsObservedEachTime() {
    let store = makeStore()
    for _ in 1...2 {
      let didChange = Signal()
      withObservationTracking {
        _ = store.scope(\.detail)
      } onChange: {
        didChange.fire()
      }
      store.send(store.state.detail == nil ? .open(1) : .close)
      #expect(didChange.hasFired)
    }
    let didChange = Signal()
    _ = store.scope(\.rows, id: 1)
    withObservationTracking {
      _ = store.scope(\.rows, id: 1)
    } onChange: {
      didChange.fire()
    }
    store.send(.remove(1))
    #expect(didChange.hasFired)
  }

  @Test func comingAndGoingInADictionaryIsObserved() {
    let store = makeStore()
    _ = store.scope(\.byID, id: 1)
    let didChange = Signal()
    withObservationTracking {
      _ = store.scope(\.byID, id: 1)
    } onChange: {
      didChange.fire()
    }
    store.state.byID[1] = nil
    #expect(didChange.hasFired)
  }

  // MARK: Outputs

  @Test func outputsAreTheParentsActions() async {
    let store = makeStore()
    await store.scope(\.cover).send(.saveTwice).value
    #expect(store.state.log == [#"cover saved("1")"#, #"cover saved("2")"#])
  }

  @Test func outputComesWhenTheEffectsBeforeItAreDone() async {
    let store = makeStore()
    store.send(.open(7))
    let detail = store.scope(\.detail)
    detail?.send(.type("text"))
    let sent = detail?.send(.save)
    await gate.waitUntilStarted()
    #expect(store.state.log.isEmpty)
    gate.open()
    await sent?.value
    #expect(store.state.log == [#"detail saved("text")"#])
  }

  @Test func outputOfACollectionComesWithTheID() async {
    let store = makeStore()
    await store.scope(\.rows, id: 2)?.send(.saveThroughProxy).value
    #expect(store.state.log == [#"row 2 saved("")"#])
  }

  @Test func outputMayBeIgnored() async {
    let store = makeStore()
    await store.scope(\.byID, id: 1)?.send(.saveTwice).value
    #expect(store.state.log.isEmpty)
  }

  @Test func outputsOfASeparateStoreGoToItsOwner() async {
    let outputs = LockIsolated<[Editor.Output]>([])
    let store = Store(initialState: Editor.State(), feature: Editor(gate: gate)) { output in
      outputs.withValue { $0.append(output) }
    }
    await store.send(.saveTwice).value
    #expect(outputs.value == [.saved("1"), .saved("2")])
  }

  @Test(.onDebugBuilds) func childWorksAlone() async {
    let store = Store(initialState: Editor.State(), feature: Editor(gate: gate))
    store.send(.type("alone"))
    await withKnownIssue {
      await store.send(.saveTwice).value
    } matching: { issue in
      "\(issue)".contains(
        "An output was dropped: the feature's store has no parent and no onOutput: feature Editor"
      )
    }
    #expect(store.state.text == "alone")
  }

  @Test func cancelAllTasksReachesChildren() async {
    let store = makeStore()
    store.send(.open(7))
    let sent = store.scope(\.detail)?.send(.save)
    await gate.waitUntilStarted()
    store.cancelAllTasks()
    #expect(gate.wasCancelled)
    await sent?.value
  }

  @Test func parentMayRemoveTheChildForItsOutput() async {
    let store = makeStore()
    store.send(.open(7))
    let detail = store.scope(\.detail)
    await detail?.send(.close).value
    #expect(store.state.detail == nil)
    #expect(store.state.log == ["closed"])
    #expect(detail?.state.log == [])
    #expect(detail?.runningTaskCount == 0)
  }

  // MARK: Removal

  @Test func effectsEndWhenAHandlerRemovesTheChild() async {
    let store = makeStore()
    store.send(.open(7))
    let detail = store.scope(\.detail)
    let sent = detail?.send(.save)
    await gate.waitUntilStarted()
    store.send(.close)
    #expect(gate.wasCancelled)
    await sent?.value
    #expect(detail?.state.log == ["cancelled"])
    #expect(store.state.log.isEmpty)
  }

  @Test func effectsEndWhenAnEffectRemovesTheChild() async {
    let store = makeStore()
    let removal = Gate()
    store.send(.open(7))
    let sent = store.scope(\.detail)?.send(.save)
    await gate.waitUntilStarted()
    store.send(.closeLater(removal))
    removal.open()
    await gate.waitUntilCancelled()
    await sent?.value
  }

  @Test func effectsEndWhenTheStateIsChangedDirectly() async {
    let store = makeStore()
    store.send(.open(7))
    let sent = store.scope(\.detail)?.send(.save)
    await gate.waitUntilStarted()
    store.state.detail = nil
    await gate.waitUntilCancelled()
    await sent?.value
  }

  @Test func effectsOfChildrenOfAllKindsEndTogether() async throws {
    let store = makeStore()
    store.send(.open(7))
    var sent = [store.scope(\.detail)?.send(.save), store.scope(\.byID, id: 1)?.send(.save)]
    sent += (1...3).map { store.scope(\.rows, id: $0)?.send(.save) }
    let all = try sent.map { try #require($0) }
    store.state.detail = nil
    store.state.byID = [:]
    store.state.rows = []
    #expect(all.allSatisfy { !$0.isCancelled })
    store.send(.move)
    #expect(all.allSatisfy { $0.isCancelled })
  }

  @Test func effectsEndWhenASuspendingHandlerRemovesTheChild() async {
    // State that isn't observable is checked after each action.
    @MainActor final class Folder {
      var page: Editor.State? = Editor.State()
    }
    struct Suspending: Feature {
      let page: OptionalChild<Editor>

      func handle() -> ActionHandler<String, Folder> {
        ActionHandler { _, state in
          await Task.yield()
          state.page = nil
          return .none
        }
      }
    }
    let feature = Suspending(page: .init(\.page, Editor(gate: gate), output: .ignored))
    let store = Store(initialState: Folder(), feature: feature)
    let sent: SentAction? = store.scope(\.page)?.send(.save)
    await store.send("remove").value
    #expect(sent?.isCancelled == true)
  }

  @Test func removedChildGivesNoOutput() async {
    let store = makeStore()
    store.send(.open(7))
    let detail = store.scope(\.detail)
    let sent: SentAction? = detail?.send(.saveStubbornly)
    await gate.waitUntilStarted()
    store.send(.close)
    gate.open()
    await sent?.value
    #expect(store.state.log.isEmpty)
    withExtendedLifetime(detail) {}
  }

  @Test func storesOfTheChildrenOfARemovedChildAreReleased() async {
    let feature = Shelf(library: .init(\.library, Library(gate: gate)))
    let store = Store(initialState: Shelf.State(), feature: feature)
    let library = store.scope(\.library)
    weak let cover = library?.scope(\.cover)
    #expect(cover != nil)
    store.send("remove")
    #expect(cover == nil)
    withExtendedLifetime(library) {}
  }

  @Test(.needsRuntimeHooks, .simulated) func childWaitsWithTheClockOfItsParent() async {
    let clock = TestClock()
    let store = Store(
      initialState: Library.State(),
      feature: Library(gate: gate),
      clock: clock
    )
    store.scope(\.cover).send(.saveInAMoment)
    await settle()
    #expect(clock.sleeperCount == 1)
    await clock.run()
    await settle()
    #expect(store.state.log == [#"cover saved("cover")"#])
  }

  @Test func aLookupReadsTheCollectionOnlyAfterAChange() {
    let reads = LockIsolated(0)
    let feature = Reader(lines: .init(\.lines, LineFeature()))
    let lines = (0..<10).map { Line($0, reads: reads) }
    let store = Store(initialState: Reader.State(lines), feature: feature)
    _ = store.scope(\.lines, id: 1)
    reads.setValue(0)
    for id in 0..<10 { #expect(store.scope(\.lines, id: id) != nil) }
    #expect(reads.value == 0)
    store.state.lines.reverse()
    #expect(store.scope(\.lines, id: 3) != nil)
    #expect(reads.value == 10)
  }

  @Test func effectsEndWhenTheStateIsReplaced() async {
    let store = makeStore()
    store.send(.open(7))
    let detail = store.scope(\.detail)
    let sent = detail?.send(.save)
    await gate.waitUntilStarted()
    store.send(.open(8))
    #expect(gate.wasCancelled)
    await sent?.value
    #expect(store.scope(\.detail) !== detail)
    #expect(store.scope(\.detail)?.state.id == 8)
  }

  @Test func onlyTheRemovedOneOfACollectionEnds() async {
    let store = makeStore()
    let sent = [1, 2].map { store.scope(\.rows, id: $0)?.send(.save) }
    store.send(.remove(1))
    await sent[0]?.value
    #expect(store.scope(\.rows, id: 2)?.runningTaskCount == 1)
    gate.open()
    await sent[1]?.value
    #expect(store.state.log == [#"row 2 saved("")"#])
  }

  @Test func anotherStateWithTheSameIDIsAnotherChild() async {
    let store = makeStore()
    let row = store.scope(\.rows, id: 1)
    let sent = row?.send(.save)
    store.send(.replace(1))
    await sent?.value
    #expect(store.scope(\.rows, id: 1) !== row)
  }

  @Test func removedChildTakesNoActions() async {
    let store = makeStore()
    store.send(.open(7))
    let detail = store.scope(\.detail)
    store.send(.close)
    detail?.send(.type("too late"))
    await detail?.send(.saveTwice).value
    #expect(detail?.state.text == "")
    #expect(store.state.log.isEmpty)
  }

  @Test func removedChildSendsNothingFromItsEffects() async {
    let store = makeStore()
    store.send(.open(7))
    let detail = store.scope(\.detail)
    let sent = detail?.send(.saveAfterSuspension)
    await gate.waitUntilStarted()
    store.send(.close)
    await sent?.value
    #expect(detail?.state.text == "")
  }

  @Test func effectsEndWhenTheParentGoesAway() async {
    var store: Store<Library>? = makeStore()
    let cover = store?.scope(\.cover)
    let sent = cover?.send(.save)
    await gate.waitUntilStarted()
    store = nil
    await gate.waitUntilCancelled()
    await sent?.value
    #expect(cover?.state.log == ["cancelled"])
  }

  @Test func effectsOfHeldChildrenOfAllKindsEndWhenTheParentGoesAway() throws {
    var store: Store<Library>? = makeStore()
    store?.send(.open(7))
    let detail = store?.scope(\.detail)
    let page = store?.scope(\.byID, id: 1)
    let rows = (1...3).map { store?.scope(\.rows, id: $0) }
    let sent: [SentAction?] = ([detail, page] + rows).map { $0?.send(.save) }
    store = nil
    #expect(try sent.allSatisfy { try #require($0).isCancelled })
  }

  @Test func childContinuesWhenItsStoreIsNotRetained() async {
    let store = makeStore()
    store.scope(\.cover).send(.save)
    await gate.waitUntilStarted()
    #expect(store.scope(\.cover).runningTaskCount == 1)
    #expect(!gate.wasCancelled)
    gate.open()
  }

  @Test func nothingKeepsParentAndChildAlive() {
    weak var parent: Store<Library>?
    weak var child: Store<Editor>?
    do {
      let store = makeStore()
      parent = store
      child = store.scope(\.rows, id: 1)
      store.scope(\.rows, id: 1)?.send(.save)
    }
    #expect(parent == nil)
    #expect(child == nil)
  }

  @Test(.notRepeated) func thousandChildren() async {
    let store = makeStore()
    store.state.rows = (0..<1_000).map { Editor.State(id: $0) }
    let sent = (0..<1_000).map { store.scope(\.rows, id: $0)?.send(.save) }
    store.state.rows.removeAll { $0.id % 2 == 0 }
    store.send(.move)
    gate.open()
    for sent in sent { await sent?.value }
    let saved = Set((0..<1_000).filter { $0 % 2 == 1 }.map { #"row \#($0) saved("")"# })
    #expect(Set(store.state.log) == saved)
  }
}

/// A parent whose state isn't observable, and a child that has a child.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreScopeNestingTests {
  @MainActor final class Plain {
    var library: Library.State? = Library.State()
  }

  struct Root: Feature {
    enum Action: Sendable {
      case close
    }

    let library: OptionalChild<Library>

    init(gate: Gate) {
      library = OptionalChild(\.library, Library(gate: gate))
    }

    func handle() -> ActionHandler<Action, Plain> {
      ActionHandler { _, state in
        state.library = nil
        return .none
      }
    }
  }

  @Test func childrenOfAChildEndWithIt() async {
    let gate = Gate()
    let root = Store(initialState: Plain(), feature: Root(gate: gate))
    let cover = root.scope(\.library)?.scope(\.cover)
    let sent = cover?.send(.save)
    await gate.waitUntilStarted()
    root.send(.close)
    #expect(gate.wasCancelled)
    #expect(root.scope(\.library) == nil)
    await sent?.value
    cover?.send(.type("too late"))
    #expect(cover?.state.text == "cover")
  }

  @Test func directChangeOfWhatCannotBeObservedIsSeenWithTheNextScope() async {
    let gate = Gate()
    let root = Store(initialState: Plain(), feature: Root(gate: gate))
    let library = root.scope(\.library)
    root.state.library = Library.State()
    #expect(root.scope(\.library) !== library)
  }
}

/// A parent whose child has children.
private struct Shelf: Feature {
  @MainActor @Observable final class State {
    var library: Library.State? = Library.State()
  }

  let library: OptionalChild<Library>

  func handle() -> ActionHandler<String, State> {
    ActionHandler { _, state in
      state.library = nil
      return .none
    }
  }
}

/// The state of a child that counts reads of its id.
private final class Line: Identifiable {
  private let number: Int
  private let reads: LockIsolated<Int>

  var id: Int {
    reads.withValue { $0 += 1 }
    return number
  }

  init(_ number: Int, reads: LockIsolated<Int>) {
    self.number = number
    self.reads = reads
  }
}

private struct LineFeature: Feature {
  func handle() -> ActionHandler<String, Line> { ActionHandler { _, _ in .none } }
}

private struct Reader: Feature {
  @MainActor @Observable final class State {
    var lines: [Line]

    init(_ lines: [Line]) {
      self.lines = lines
    }
  }

  let lines: ChildCollection<LineFeature, Int>

  func handle() -> ActionHandler<String, State> { ActionHandler { _, _ in .none } }
}
