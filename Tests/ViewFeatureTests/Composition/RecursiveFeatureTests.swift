import StateTestSupport
import Testing
import ViewFeature

/// A feature whose children have the same type, in three levels.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct RecursiveFeatureTests {
  private let gate = Gate()

  private var root: Branch.State {
    Branch.State(1, "root", [Branch.State(2, "a", [Branch.State(3, "b"), Branch.State(4, "c")])])
  }

  @Test func storesGoAsDeepAsTheState() {
    let store = Store(initialState: root, feature: Branch(gate: gate)) { _ in }
    let leaf = store.scope(\.branches, id: 2)?.scope(\.branches, id: 4)
    leaf?.send(.rename("new"))
    #expect(store.state.branches[0].branches[1].title == "new")
    #expect(store.scope(\.branches, id: 2)?.scope(\.branches, id: 4) === leaf)
    #expect(leaf?.scope(\.branches, id: 5) == nil)
  }

  @Test func outputsGoUpFromLevelToLevel() async {
    var outputs: [Branch.Output] = []
    let store = Store(initialState: root, feature: Branch(gate: gate)) { outputs.append($0) }
    gate.open()
    await store.scope(\.branches, id: 2)?.scope(\.branches, id: 3)?.send(.work).value
    #expect(store.state.branches[0].done == 1)
    #expect(store.state.done == 2)
    #expect(outputs == [.done(3)])
  }

  @Test func effectsOfASubtreeEndWithIt() async {
    let store = Store(initialState: root, feature: Branch(gate: gate)) { _ in }
    let sent = store.scope(\.branches, id: 2)?.scope(\.branches, id: 3)?.send(.work)
    await gate.waitUntilStarted()
    store.send(.cut(2))
    await sent?.value
    #expect(gate.wasCancelled)
    #expect(sent?.isCancelled == true)
    #expect(store.state.done == 0)
  }

  @Test func aKeptStoreOfARemovedChildHasNoLivingChildren() async {
    let store = Store(initialState: root, feature: Branch(gate: gate)) { _ in }
    let kept = store.scope(\.branches, id: 2)
    store.send(.cut(2))
    let leaf = kept?.scope(\.branches, id: 4)
    leaf?.send(.rename("new"))
    gate.open()
    await leaf?.send(.work).value
    #expect(leaf?.state.title == "c")
    #expect(leaf?.isTaskRunning(id: "work") == false)
    #expect(kept?.state.done == 0)
  }

  @Test func cancellationReachesEachLevel() async {
    let store = Store(initialState: root, feature: Branch(gate: gate)) { _ in }
    let sent = store.scope(\.branches, id: 2)?.scope(\.branches, id: 3)?.send(.work)
    await gate.waitUntilStarted()
    store.cancelAllTasks()
    await sent?.value
    #expect(gate.wasCancelled)
  }

  @Test func eachLevelIsTested() async {
    let store = TestStore(initialState: root, feature: Branch(gate: gate))
    store.exhaustivity = .on
    await store.send(\.branches[id: 2].branches[id: 4], .rename("new")) {
      $0.branches[0].branches[1].title = "new"
    }
    await store.send(\.branches[id: 2].branches[id: 3], .work)
    gate.open()
    await store.receive(\.branches[id: 2], .branch(3, .done(1))) { $0.branches[0].done = 1 }
    await store.receive(.branch(2, .done(2))) { $0.done = 2 }
    await store.receive(output: .done(3))
    await store.send(.cut(2)) { $0.branches = [] }
    await store.finish()
  }

  @Test func whatIsLeftIsNamedByItsLevel() async {
    let assertions = RecordingAssertions()
    do {
      let store = TestStore(
        initialState: root,
        feature: Branch(gate: gate),
        assertionProvider: assertions
      )
      store.exhaustivity = .on
      await store.send(\.branches[id: 2].branches[id: 3], .work)
    }
    let prefix = """
      Effects are still running at the end of the test:
        branches[id: 2].branches[id: 3]: "work" of work, sent at
      """
    #expect(assertions.messages.first?.hasPrefix(prefix) == true)
  }
}
