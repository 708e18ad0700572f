import Testing

@testable import Figures

struct FigureTableTests {
  @Test func showsARatioAndWhatItMustReach() {
    let comparison = Comparison([(operation: 1234.4, limit: 50.25)])
    let figure = Figure(row: "send", "what", against: "limit", comparison, highestRatio: 2)
    #expect(
      words(figure) == [
        "send", "what", "1234", "ns", "limit", "50.2", "ns", "24.57", "2.00", "MISSED",
      ]
    )
  }

  @Test func showsACostAndWhatItMustReach() {
    let figure = Figure(row: "memory", "kept", bytes: 0, highest: 0)
    #expect(words(figure) == ["memory", "kept", "0", "B", "0", "B", "ok"])
  }

  @Test func alignsItsColumns() {
    let comparison = Comparison([(operation: 1, limit: 1)])
    let figure = Figure(row: "send", "what", against: "limit", comparison, highestRatio: 2)
    let line = FigureTable.line(of: figure)
    #expect(FigureTable.header.distance(to: "limit") == line.distance(to: "limit"))
  }

  private func words(_ figure: Figure) -> [String] {
    FigureTable.line(of: figure).split(separator: " ").map(String.init)
  }
}

extension String {
  fileprivate func distance(to word: String) -> Int? {
    firstRange(of: word).map { distance(from: startIndex, to: $0.lowerBound) }
  }
}
