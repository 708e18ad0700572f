import Foundation
import StateCore
import StateTesting
import Testing

struct ControlledValuesTests {
  @Test func theDateStandsStill() {
    let environment = StoreEnvironment.controlled()
    #expect(environment.now == environment.now)
  }

  @Test func theDateAdvancesByTheStep() {
    let start = Date(timeIntervalSince1970: 100)
    let environment = StoreEnvironment.controlled(now: start, step: 2)
    #expect(environment.now == start)
    #expect(environment.now == start + 2)
  }

  @Test func theDateMovesOnWithAClock() async {
    let start = Date(timeIntervalSince1970: 100)
    let clock = TestClock()
    await clock.advance(by: .seconds(5))
    let environment = StoreEnvironment.controlled(now: start, step: 1, clock: clock)
    #expect(environment.now == start)
    await clock.advance(by: .seconds(60))
    #expect(environment.now == start + 61)
  }

  @Test func identifiersAreCounted() {
    let environment = StoreEnvironment.controlled()
    let ids = (0..<17).map { _ in environment.uuid().uuidString }
    #expect(ids[0] == "00000000-0000-0000-0000-000000000000")
    #expect(ids[1] == "00000000-0000-0000-0000-000000000001")
    #expect(ids[16] == "00000000-0000-0000-0000-000000000010")
  }

  @Test func randomNumbersAreThoseOfTheSeed() {
    func numbers(_ seed: UInt64) -> [Int] {
      var random = StoreEnvironment.controlled(seed: seed).random
      return (0..<20).map { _ in Int.random(in: 0..<1_000, using: &random) }
    }
    #expect(numbers(1) == numbers(1))
    #expect(numbers(1) != numbers(2))
    #expect(Set(numbers(1)).count > 10)
  }

  @Test func copiesTakeFromTheSameRows() {
    let environment = StoreEnvironment.controlled()
    let copy = environment
    var first = environment.random
    var second = copy.random
    #expect(environment.uuid() != copy.uuid())
    #expect(first.next() != second.next())
  }
}
