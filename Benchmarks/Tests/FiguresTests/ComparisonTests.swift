import Testing

@testable import Figures

struct ComparisonTests {
  @Test func takesTheMedianOfTheRatiosOfNeighbours() {
    // The machine is slower in the second round, for both.
    let comparison = Comparison([(10, 5), (40, 20), (12, 4)])
    #expect(comparison.ratio == 2)
    #expect(comparison.operation == 12)
    #expect(comparison.limit == 5)
  }

  @Test func comparesSituationsByTheSameLimit() {
    let earlier = Comparison([(100, 50)])
    // The machine is half as fast as before.
    let growth = Comparison([(300, 100)]).since(earlier)
    #expect(growth.ratio == 1.5)
    #expect(growth.operation == 300)
    #expect(growth.limit == 100)
  }

  @MainActor
  @Test func dividesByTheParts() async {
    var work = 0
    let comparison = await Comparison.measure(
      rounds: 3,
      parts: (1, 1_000_000),
      operation: { repetitions in
        for _ in 0..<(repetitions * 1000) { work &+= work.hashValue }
      },
      limit: { repetitions in
        for _ in 0..<(repetitions * 1000) { work &+= work.hashValue }
      }
    )
    #expect(comparison.ratio > 10_000)
  }
}
