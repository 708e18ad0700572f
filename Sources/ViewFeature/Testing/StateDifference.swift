/// The stored properties in which two states differ, in words, with what they were before.
func describeDifference<State>(
  from old: [Field] = [],
  actual: State,
  expected: State
) -> String {
  let lines = zip(fields(of: actual), fields(of: expected))
    .filter { $0.value != $1.value }
    .map { actual, expected in
      let start = old.first { $0.name == actual.name }.map { "\($0.value) -> " } ?? ""
      return "  \(actual.name): \(start)expected \(expected.value), got \(actual.value)"
    }
  return lines.isEmpty
    ? "  (== says that they differ; their stored properties look alike)"
    : lines.joined(separator: "\n")
}

/// A stored property and its value in words.
struct Field {
  let name: String
  let value: String
}

/// The stored properties of a state, under the names that they were declared with.
func fields(of value: Any) -> [Field] {
  Mirror(reflecting: value).children.compactMap { child in
    // The Observable macro stores `count` as `_count`, and a registrar beside it.
    guard let label = child.label, label != "_$observationRegistrar" else { return nil }
    let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
    return Field(name: name, value: String(describing: child.value))
  }
}
