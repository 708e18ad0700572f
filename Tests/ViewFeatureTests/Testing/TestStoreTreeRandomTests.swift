import StateCore
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Tests of trees, compared with a model of their results.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TestStoreTreeRandomTests {
  private typealias Path = [Int]

  private let assertions = RecordingAssertions()
  private let gate = Gate()

  private static func makeTree() -> Branch.State {
    Branch.State(
      0,
      "a",
      (1...2).map { first in
        Branch.State(
          first,
          "a",
          (1...2).map { second in
            Branch.State(second, "a", [Branch.State(1, "a"), Branch.State(2, "a")])
          }
        )
      }
    )
  }

  private func makePath(_ random: inout SeededGenerator) -> Path {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 1...2, using: &random) }
  }

  private func branch(_ path: Path, in root: Branch.State) -> Branch.State? {
    path.reduce(root) { branch, id in branch?.branches.first { $0.id == id } }
  }

  private func send(
    _ action: Branch.Action,
    at path: Path,
    to store: TestStore<Branch>,
    _ expecting: (inout Branch.State) -> Void
  ) async {
    switch path.count {
    case 0: await store.send(action, expecting: expecting)
    case 1: await store.send(\.branches[id: path[0]], action, expecting: expecting)
    case 2:
      await store.send(
        \.branches[id: path[0]].branches[id: path[1]],
        action,
        expecting: expecting
      )
    default:
      await store.send(
        \.branches[id: path[0]].branches[id: path[1]].branches[id: path[2]],
        action,
        expecting: expecting
      )
    }
  }

  private func receive(
    _ action: Branch.Action,
    at path: Path,
    of store: TestStore<Branch>,
    _ expecting: (inout Branch.State) -> Void
  ) async {
    switch path.count {
    case 0: await store.receive(action, expecting: expecting)
    case 1: await store.receive(\.branches[id: path[0]], action, expecting: expecting)
    default:
      await store.receive(
        \.branches[id: path[0]].branches[id: path[1]],
        action,
        expecting: expecting
      )
    }
  }

  /// The outputs of one branch propagate to the root, and each branch on the path counts them.
  private func work(
    at path: Path,
    in store: TestStore<Branch>,
    _ random: inout SeededGenerator
  ) async -> Int {
    var failures = 0
    await send(.work, at: path, to: store) { _ in }
    for count in path.indices.map({ $0 + 1 }) {
      let parent = Array(path.dropLast(count))
      let id = path[parent.count]
      // A deliberate error: the expectation names another branch.
      let isWrong = Int.random(in: 0..<4, using: &random) == 0
      await receive(.branch(id, .done(count)), at: parent, of: store) { root in
        branch(isWrong ? path : parent, in: root)?.done += count
      }
      failures += isWrong ? 1 : 0
    }
    let isWrong = Bool.random(using: &random)
    await store.receive(output: .done(path.count + 1 + (isWrong ? 1 : 0)))
    return failures + (isWrong ? 1 : 0)
  }

  @Test(arguments: Array(seedsOnOneThread(0..<100))) func eachMistakeIsFound(seed: Int) async {
    var random = SeededGenerator(seed: seed)
    let store = TestStore(
      initialState: Self.makeTree(),
      feature: Branch(gate: gate),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    gate.open()
    var expectedFailures = 0
    for step in 0..<12 {
      let path = makePath(&random)
      let title = ["a", "b"].randomElement(using: &random) ?? "a"
      let isThere = branch(path, in: store.state) != nil
      switch Int.random(in: 0..<6, using: &random) {
      case _ where !isThere:
        await send(.rename(title), at: path, to: store) { $0.title = "not compared" }
        expectedFailures += 1
      case 0:
        let id = Int.random(in: 1...2, using: &random)
        await send(.cut(id), at: path, to: store) { root in
          branch(path, in: root)?.branches.removeAll { $0.id == id }
        }
      case 1, 2:
        expectedFailures += await work(at: path, in: store, &random)
      default:
        let old = branch(path, in: store.state)?.title
        let claimed = makePath(&random)
        let claim = ["a", "b"].randomElement(using: &random) ?? "a"
        let other = branch(claimed, in: store.state)?.title
        await send(.rename(title), at: path, to: store) { branch(claimed, in: $0)?.title = claim }
        let isWrong =
          claimed == path
          ? claim != title : old != title || (other ?? claim) != claim
        expectedFailures += isWrong ? 1 : 0
      }
      #expect(assertions.failures.count == expectedFailures, "step \(step): \(assertions.messages)")
    }
    await store.finish()
    #expect(assertions.failures.count == expectedFailures)
  }
}
