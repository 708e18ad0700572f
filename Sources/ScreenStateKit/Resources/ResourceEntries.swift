/// The owners of loads by state and property.
@MainActor
enum ResourceEntries {
  struct Key: Hashable {
    let state: ObjectIdentifier
    let property: AnyKeyPath
  }

  private static var entries: [Key: any ResourceOwner] = [:]

  /// The number of owners.
  static var count: Int { entries.count }

  /// Returns the number of owners of a state's properties.
  static func count(of state: AnyObject) -> Int {
    entries.values.count { $0.isOf(state) }
  }

  /// Returns the owner of a property.
  static func entry<State: ResourceState, Value: Sendable>(
    of state: State,
    _ property: ReferenceWritableKeyPath<State, Resource<Value>>,
    _ clock: any Clock<Duration>
  ) -> ResourceEntry<State, Value> {
    let key = Key(state: ObjectIdentifier(state), property: property)
    // The address of a deallocated state can be that of a new one.
    if let entry = entries[key] as? ResourceEntry<State, Value>, entry.isOf(state) { return entry }
    let entry = ResourceEntry(state, property, key, clock)
    entries[key] = entry
    return entry
  }

  static func remove(_ entry: AnyObject, _ key: Key) {
    if entries[key] === entry { entries[key] = nil }
  }
}

/// An owner of the loads of a property.
@MainActor
protocol ResourceOwner: AnyObject {
  func isOf(_ state: AnyObject) -> Bool
}
