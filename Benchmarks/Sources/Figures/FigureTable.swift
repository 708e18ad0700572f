import Foundation

/// Figures as lines of text, in columns.
public enum FigureTable {
  public static let header = line(
    ["row", "what", "cost", "limit", "cost", "ratio", "must reach", ""]
  )

  public static func line(of figure: Figure) -> String {
    line([
      figure.row,
      figure.operation,
      "\(number(figure.cost)) \(figure.unit.rawValue)",
      figure.limit ?? "",
      figure.limitCost.map { "\(number($0)) \(figure.unit.rawValue)" } ?? "",
      figure.ratio.map { fixed($0, digits: 2) } ?? "",
      requirement(of: figure),
      figure.isReached.map { $0 ? "ok" : "MISSED" } ?? "",
    ])
  }

  private static let widths = [12, 46, 12, 44, 12, 6, 10, 6]
  private static let isNumber = [false, false, true, false, true, true, true, false]

  private static func line(_ cells: [String]) -> String {
    let padded = zip(cells, zip(widths, isNumber)).map { cell, column in
      let padding = String(repeating: " ", count: max(0, column.0 - cell.count))
      return column.1 ? padding + cell : cell + padding
    }
    let text = padded.joined(separator: "  ")
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  private static func requirement(of figure: Figure) -> String {
    if let ratio = figure.highestRatio { return fixed(ratio, digits: 2) }
    return figure.highestCost.map { "\(number($0)) \(figure.unit.rawValue)" } ?? ""
  }

  private static func number(_ value: Double) -> String {
    fixed(value, digits: abs(value) < 100 && value != value.rounded() ? 1 : 0)
  }

  private static func fixed(_ value: Double, digits: Int) -> String {
    String(format: "%.\(digits)f", value)
  }
}
