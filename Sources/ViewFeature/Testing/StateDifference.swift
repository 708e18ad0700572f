/// The stored properties in which two states differ, in words.
func describeDifference<State>(actual: State, expected: State) -> String {
  let actualFields = fields(of: actual)
  let expectedFields = fields(of: expected)
  let lines = zip(actualFields, expectedFields)
    .filter { $0.value != $1.value }
    .map { "  \($0.name): expected \($1.value), got \($0.value)" }
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
