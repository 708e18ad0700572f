import StateFields

/// Which live object stands for which object of a session.
@MainActor
struct SessionObjects {
  private var live: [Int: any SnapshotState] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// An object of each type, of which others can be made.
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

  /// Makes an object of a type, which a field names or of which there was one.
  func make(_ type: String, of types: [any SnapshotState.Type]) -> (any SnapshotState)? {
    for known in types where ValueText.name(of: known) == type {
      if let empty = known as? any EmptyState.Type { return empty.init() }
    }
    guard let sample = samples[type] else { return nil }
    if let empty = Swift.type(of: sample) as? any EmptyState.Type { return empty.init() }
    let other: (any SnapshotState)? = sample.another()
    return other === sample ? nil : other
  }

  mutating func note(_ sample: any SnapshotState) {
    if samples[sample.typeName] == nil { samples[sample.typeName] = sample }
  }
}
