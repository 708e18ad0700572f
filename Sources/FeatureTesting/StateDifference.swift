import Observation
import StateFields

/// Describes the stored properties in which two states differ, with their earlier values.
func describeDifference<State>(
  from before: [StoredProperty] = [],
  actual: State,
  expected: State
) -> String {
  let (new, wanted) = (StoredProperty.all(of: actual), StoredProperty.all(of: expected))
  let old =
    StoredProperty.differences(from: before, to: new)
    + StoredProperty.differences(from: before, to: wanted)
  let lines = StoredProperty.differences(from: wanted, to: new).map { part in
    let start = old.first { $0.name == part.name }.map { "\($0.old) → " } ?? ""
    return "  \(part.name): \(start)expected \(part.old), got \(part.new)"
  }
  return lines.isEmpty
    ? "  (== returns false, but the stored properties look the same)"
    : lines.joined(separator: "\n")
}

/// Returns the name of the property that holds a state object shared by two states, if there is one.
func sharedState(of lhs: AnyObject, _ rhs: AnyObject) -> String? {
  var search = SharedObjects()
  search.collect(lhs, "", depth: 0)
  let first = search.found
  search = SharedObjects()
  search.collect(rhs, "", depth: 0)
  let names = search.found.filter { first[$0.key] != nil && !$0.value.isEmpty }.map(\.value)
  return names.min()
}

/// The observable objects that can be reached from a state.
private struct SharedObjects {
  /// The name of the property of each object.
  private(set) var found: [ObjectIdentifier: String] = [:]
  /// The number of values left to visit, so that a large state isn't searched completely.
  private var remaining = 10_000

  mutating func collect(_ value: Any, _ name: String, depth: Int) {
    remaining -= 1
    guard remaining > 0, depth < 12 else { return }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .class {
      let object = value as AnyObject
      guard value is any Observable, found[ObjectIdentifier(object)] == nil else { return }
      found[ObjectIdentifier(object)] = name
      for property in StoredProperty.all(of: value) {
        let name = name.isEmpty ? property.name : "\(name).\(property.name)"
        collect(property.value, name, depth: depth + 1)
      }
    } else {
      for child in mirror.children { collect(child.value, name, depth: depth + 1) }
    }
  }
}
