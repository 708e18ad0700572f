extension StringProtocol {
  /// The number of terminal columns that the text occupies.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// Returns the longest prefix that fits into a number of columns.
  func prefix(columns: Int) -> SubSequence {
    var rest = columns
    return prefix { character in
      rest -= character.columns
      return rest >= 0
    }
  }

  /// Returns the longest suffix that fits into a number of columns.
  func suffix(columns: Int) -> SubSequence {
    var rest = columns
    let start = reversed().prefix { character in
      rest -= character.columns
      return rest >= 0
    }.count
    return suffix(start)
  }
}

extension String {
  /// Returns the text, truncated or padded to a number of columns.
  func fitted(to columns: Int) -> String {
    let text = truncated(to: columns)
    return text + String(repeating: " ", count: max(0, columns - text.columns))
  }

  /// Returns the text, truncated with an ellipsis if it doesn't fit.
  func truncated(to columns: Int) -> String {
    guard self.columns > columns else { return self }
    return columns > 0 ? prefix(columns: columns - 1) + "…" : ""
  }

  /// Returns the text, truncated in the middle with an ellipsis if it doesn't fit.
  func truncatedInTheMiddle(to columns: Int) -> String {
    guard self.columns > columns, columns > 0 else { return truncated(to: columns) }
    let end = (columns - 1) / 2
    return prefix(columns: columns - 1 - end) + "…" + suffix(columns: end)
  }

  /// Returns the text in lines of at most so many columns, wrapped at whitespace where possible.
  func wrapped(to columns: Int) -> [String] {
    precondition(columns > 0, "The number of columns must be greater than zero")
    var lines: [String] = []
    var line = ""
    for word in split(whereSeparator: \.isWhitespace) {
      if !line.isEmpty, line.columns + 1 + word.columns <= columns {
        line += " " + word
        continue
      }
      if !line.isEmpty {
        lines.append(line)
      }
      var parts = String(word).cut(to: columns)
      line = parts.removeLast()
      lines += parts
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Returns the text in lines of at most so many columns, with all spaces preserved.
  func cut(to columns: Int) -> [String] {
    precondition(columns > 0, "The number of columns must be greater than zero")
    var lines: [String] = []
    var rest = self[...]
    while !rest.isEmpty {
      // A character wider than a line still gets its own.
      let line = rest.prefix(max(1, rest.prefix(columns: columns).count))
      lines.append(String(line))
      rest = rest.dropFirst(line.count)
    }
    return lines
  }
}
