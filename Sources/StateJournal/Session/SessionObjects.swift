import StateFields

/// A mapping between live objects and objects of a session.
@MainActor
struct SessionObjects {
  private var live: [Int: any SnapshotState] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// One object of each type, from which others can be created.
  private var samples: [String: any SnapshotState] = [:]

  subscript(id: Int) -> (any SnapshotState)? { live[id] }

  func number(of object: AnyObject) -> Int? { numbers[ObjectIdentifier(object)] }

  mutating func pair(_ id: Int, _ object: any SnapshotState) {
    if live[id] === object { return }
    if let old = live[id] { numbers[ObjectIdentifier(old)] = nil }
    if let old = numbers[ObjectIdentifier(object)] { live[old] = nil }
    live[id] = object
    numbers[ObjectIdentifier(object)] = id
    samples[object.typeName] = object
  }

  /// Creates an object of a type that a field declares or that has occurred before.
  func make(_ type: String, of types: [any SnapshotState.Type]) -> (any SnapshotState)? {
    for known in types where ValueText.name(of: known) == type {
      if let empty = known as? any RestorableState.Type { return empty.init() }
    }
    guard let sample = samples[type] else { return nil }
    if let empty = Swift.type(of: sample) as? any RestorableState.Type { return empty.init() }
    let other: (any SnapshotState)? = sample.makeEmptyCopy()
    return other === sample ? nil : other
  }

  mutating func note(_ sample: any SnapshotState) {
    if samples[sample.typeName] == nil { samples[sample.typeName] = sample }
  }
}
