import Testing

@testable import Figures

struct FigureTests {
  @Test(arguments: [(1.9, true), (2, true), (2.01, false)])
  func mustNotExceedItsRatio(ratio: Double, isReached: Bool) {
    let comparison = Comparison([(operation: ratio * 10, limit: 10)])
    let figure = Figure(row: "row", "what", against: "limit", comparison, highestRatio: 2)
    #expect(figure.isReached == isReached)
  }

  @Test(arguments: [(-8.0, true), (0, true), (1, false)])
  func mustNotExceedItsCost(bytes: Double, isReached: Bool) {
    #expect(Figure(row: "row", "what", bytes: bytes, highest: 0).isReached == isReached)
  }

  @Test func isOnlyReportedWithoutRequirement() {
    #expect(Figure(row: "row", "what", bytes: 1).isReached == nil)
  }

  @Test func comparesMemory() {
    let figure = Figure(
      row: "row",
      "what",
      against: "limit",
      bytes: 300,
      limitBytes: 200,
      highestRatio: 1.4
    )
    #expect(figure.ratio == 1.5)
    #expect(figure.isReached == false)
  }
}
