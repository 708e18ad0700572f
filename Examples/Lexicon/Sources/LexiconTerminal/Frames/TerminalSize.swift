/// The size of a terminal in characters.
package struct TerminalSize: Equatable, Sendable {
  package static let standard = TerminalSize(columns: 80, rows: 24)

  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Parses a size such as `80x24`.
  package init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let columns = parts[0], let rows = parts[1], columns > 0, rows > 0
    else { return nil }
    self.init(columns: columns, rows: rows)
  }
}

extension TerminalSize: CustomStringConvertible {
  package var description: String { "\(columns)x\(rows)" }
}
