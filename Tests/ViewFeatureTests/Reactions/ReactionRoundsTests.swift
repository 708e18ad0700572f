import StateCore
import StateTesting
import Testing

@testable import FeatureStore

struct ReactionRoundsTests {
  /// Runs reactions that change each other's values, and returns their order, or `nil` for a cycle.
  private func run(
    count: Int,
    changed: Set<Int>,
    changes: (Int) -> Set<Int> = { _ in [] }
  ) -> (order: [Int], cycle: [Int]) {
    var rounds = ReactionRounds(count: count)
    var changed = changed
    var order: [Int] = []
    while true {
      switch rounds.next({ changed.contains($0) }) {
      case .end: return (order, [])
      case .cycle(let cycle): return (order, cycle)
      case .react(let index):
        changed.remove(index)
        changed.formUnion(changes(index))
        order.append(index)
      }
    }
  }

  @Test func withoutReactionsOrChangesThereIsNothingToDo() {
    #expect(run(count: 0, changed: []).order.isEmpty)
    #expect(run(count: 3, changed: []).order.isEmpty)
  }

  @Test func theyRunInTheirOrder() {
    #expect(run(count: 4, changed: [3, 0, 2]).order == [0, 2, 3])
  }

  @Test func aLaterOneThatIsTriggeredRunsInTheSameRound() {
    #expect(run(count: 3, changed: [0]) { $0 == 0 ? [2] : [] }.order == [0, 2])
  }

  @Test func anEarlierOneThatIsTriggeredRunsInTheNextRound() {
    #expect(run(count: 3, changed: [1, 2]) { $0 == 1 ? [0] : [] }.order == [1, 2, 0])
  }

  @Test func oneThatTriggersItselfOnceRunsTwice() {
    var isFirst = true
    let order = run(count: 1, changed: [0]) { _ in
      defer { isFirst = false }
      return isFirst ? [0] : []
    }
    .order
    #expect(order == [0, 0])
  }

  @Test func aCycleIsFoundAndHasItsMembersOnly() {
    let limit = ReactionRounds.limit
    #expect(run(count: 2, changed: [0]) { _ in [0] }.cycle == [0])
    #expect(run(count: 2, changed: [0]) { _ in [0] }.order.count == limit)
    let pair = run(count: 4, changed: [0]) { [0: [1], 1: [2], 2: [1]][$0] ?? [] }
    #expect(pair.cycle == [1, 2])
  }

  /// Regardless of the changes, reactions run in rounds, and each one at most as often as allowed.
  @Test(arguments: 0..<300)
  func theyAreTheRoundsOfASimpleLoop(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...5, using: &random)
    let edges = (0..<count).map { _ in
      Set((0..<count).filter { _ in Int.random(in: 0..<4, using: &random) == 0 })
    }
    let start = Set((0..<count).filter { _ in Bool.random(using: &random) })
    let result = run(count: count, changed: start) { edges[$0] }

    var changed = start
    var order: [Int] = []
    var runs = Array(repeating: 0, count: count)
    loop: while !changed.isEmpty {
      for index in 0..<count where changed.contains(index) {
        if runs[index] == ReactionRounds.limit { break loop }
        runs[index] += 1
        order.append(index)
        changed.remove(index)
        changed.formUnion(edges[index])
      }
    }
    #expect(result.order == order)
    #expect(result.cycle.isEmpty == changed.isEmpty)
  }
}
