import StateCore
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ThreadOwnerTests {
  /// If each access wrapped the function once more, the stack would overflow.
  @Test(.simulated(seeds: 0..<1)) func manyAccessesLeaveTheFunctionAsItIs() {
    let owner = ThreadOwner.current
    #expect(owner != nil)
    for _ in 0..<100_000 { _ = ThreadOwner.current }
    #expect(ThreadOwner.current == owner)
  }
}
