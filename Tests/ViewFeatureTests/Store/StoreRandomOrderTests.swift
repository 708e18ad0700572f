import StateCore
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Trees of actions that send each other are handled in the order of a simple queue.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoreRandomOrderTests {
  struct Node: Sendable {
    let name: String
    var suspensions: Int
    var children: [Node]

    static func random(
      _ name: String,
      depth: Int,
      using random: inout SeededGenerator
    ) -> Node {
      let childCount = depth == 0 ? 0 : Int.random(in: 0...3, using: &random)
      return Node(
        name: name,
        suspensions: Int.random(in: 0...2, using: &random),
        children: (0..<childCount).map { index in
          .random("\(name).\(index)", depth: depth - 1, using: &random)
        }
      )
    }
  }

  @Test(.notRepeated, arguments: 0..<50)
  func synchronousHandlers(seed: Int) {
    let roots = makeRoots(seed: seed)
    let store = Script.store()
    @MainActor func action(_ node: Node) -> ScriptAction {
      ScriptAction { [unowned store] state in
        for child in node.children { store.send(action(child)) }
        state.log.append(node.name)
        return .none
      }
    }
    for root in roots { store.send(action(root)) }
    // Each root is handled completely, with everything that it sends, before the next one is sent.
    #expect(store.state.log == roots.flatMap { inOrderOfAQueue([$0]) })
  }

  @Test(.notRepeated, arguments: 0..<50)
  func suspendingHandlers(seed: Int) async throws {
    try await simulate(seed: seed) { await handleSuspending(makeRoots(seed: seed)) }
  }

  private func handleSuspending(_ roots: [Node]) async {
    let store = AsyncScript.store()
    let gate = Gate()
    @MainActor func action(_ node: Node) -> AsyncScriptAction {
      AsyncScriptAction { state in
        for _ in 0..<node.suspensions { await Task.yield() }
        for child in node.children { await AsyncScript.proxy.send(action(child)) }
        for _ in 0..<node.suspensions { await Task.yield() }
        state.log.append(node.name)
        return .none
      }
    }
    // All roots are in the queue before the first one is handled.
    store.send(.wait("gate", at: gate))
    await gate.waitUntilStarted()
    let sent = roots.map { store.send(action($0)) }
    gate.open()
    for sent in sent { await sent.value }
    #expect(Array(store.state.log.dropFirst(2)) == inOrderOfAQueue(roots))
    #expect(store.runningTaskCount == 0)
  }

  private func makeRoots(seed: Int) -> [Node] {
    var random = SeededGenerator(seed: seed)
    return (0..<3).map { .random("\($0)", depth: 4, using: &random) }
  }

  private func inOrderOfAQueue(_ roots: [Node]) -> [String] {
    var queue = roots
    var names: [String] = []
    while !queue.isEmpty {
      let node = queue.removeFirst()
      names.append(node.name)
      queue += node.children
    }
    return names
  }
}
