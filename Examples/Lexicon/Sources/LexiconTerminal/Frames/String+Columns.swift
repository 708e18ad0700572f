extension StringProtocol {
  /// How many columns of a terminal the text takes.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// As much of the beginning as fits into a number of columns.
  func prefix(columns: Int) -> SubSequence {
    var rest = columns
    return prefix { character in
      rest -= character.columns
      return rest >= 0
    }
  }

  /// As much of the end as fits into a number of columns.
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
  /// The text cut or filled up to a number of columns.
  func fitted(to columns: Int) -> String {
    let text = truncated(to: columns)
    return text + String(repeating: " ", count: max(0, columns - text.columns))
  }

  /// The text with an ellipsis in place of what does not fit.
  func truncated(to columns: Int) -> String {
    guard self.columns > columns else { return self }
    return columns > 0 ? prefix(columns: columns - 1) + "…" : ""
  }

  /// The text with an ellipsis in its middle in place of what does not fit.
  func truncatedInTheMiddle(to columns: Int) -> String {
    guard self.columns > columns, columns > 0 else { return truncated(to: columns) }
    let end = (columns - 1) / 2
    return prefix(columns: columns - 1 - end) + "…" + suffix(columns: end)
  }

  /// The text in lines of at most so many columns, broken at white space where there is any.
  func wrapped(to columns: Int) -> [String] {
    precondition(columns > 0, "Nothing fits into no columns")
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

  /// The text in lines of at most so many columns, every space kept.
  func cut(to columns: Int) -> [String] {
    precondition(columns > 0, "Nothing fits into no columns")
    var lines: [String] = []
    var rest = self[...]
    while !rest.isEmpty {
      // What is wider than a line gets one all the same.
      let line = rest.prefix(max(1, rest.prefix(columns: columns).count))
      lines.append(String(line))
      rest = rest.dropFirst(line.count)
    }
    return lines
  }
}
