extension String {
  /// The text cut or filled up to a number of columns.
  func fitted(to columns: Int) -> String {
    let text = truncated(to: columns)
    return text + String(repeating: " ", count: columns - text.count)
  }

  /// The text with an ellipsis in place of what does not fit.
  func truncated(to columns: Int) -> String {
    guard count > columns else { return self }
    return columns > 0 ? prefix(columns - 1) + "…" : ""
  }

  /// The text in lines of at most so many columns, broken at spaces where there are any.
  func wrapped(to columns: Int) -> [String] {
    precondition(columns > 0, "Nothing fits into no columns")
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      var word = word
      if !line.isEmpty, line.count + 1 + word.count <= columns {
        line += " " + word
        continue
      }
      if !line.isEmpty {
        lines.append(line)
      }
      while word.count > columns {
        lines.append(String(word.prefix(columns)))
        word = word.dropFirst(columns)
      }
      line = String(word)
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The text in lines of so many columns, every space kept.
  func cut(to columns: Int) -> [String] {
    precondition(columns > 0, "Nothing fits into no columns")
    var lines: [String] = []
    var rest = self[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(columns)))
      rest = rest.dropFirst(columns)
    }
    return lines
  }
}
