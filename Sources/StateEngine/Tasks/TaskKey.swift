/// What running work is known by.
///
/// Two keys are equal when their values are of one type and equal: `1` and `"1"` differ.
package struct TaskKey: Hashable, Sendable, CustomStringConvertible {
  package let value: any Hashable & Sendable

  package init(_ value: some Hashable & Sendable) {
    self.value = value
  }

  package var description: String { String(describing: value) }

  package static func == (lhs: TaskKey, rhs: TaskKey) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool {
      value == rhs.value as? Value
    }
    return type(of: lhs.value) == type(of: rhs.value) && isEqual(lhs.value)
  }

  package func hash(into hasher: inout Hasher) {
    value.hash(into: &hasher)
  }
}
