public import StateJSON

/// The saved fields in a migration, by name.
public struct PersistedFields: Sendable {
  private(set) var saved: [String: SavedJSON]

  init(_ saved: [String: SavedJSON]) {
    self.saved = saved
  }

  /// The names of the fields, sorted.
  public var names: [String] { saved.keys.sorted() }

  /// The value of a field as JSON, or `nil` if the field doesn't exist.
  public subscript(name: String) -> JSONValue? {
    get { saved[name]?.value }
    set { saved[name] = newValue.map { SavedJSON($0) } }
  }

  /// Renames a field, and replaces a field that already has the new name.
  ///
  /// If the field doesn't exist, nothing happens.
  public mutating func rename(_ name: String, to new: String) {
    guard let value = saved.removeValue(forKey: name) else { return }
    saved[new] = value
  }

  /// Removes a field.
  public mutating func remove(_ name: String) {
    saved[name] = nil
  }

  /// Returns the value of a field, or `nil` if the field doesn't exist.
  ///
  /// - Throws: A `DecodingError` if the value isn't of the type.
  public func value<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value? {
    try saved[name]?.decode(type)
  }

  /// Sets the value of a field.
  public mutating func set(_ name: String, to value: some Encodable) throws {
    saved[name] = try SavedJSON(encoding: value)
  }

  /// Replaces the value of a field with one that is computed from it.
  ///
  /// If the field doesn't exist, nothing happens.
  public mutating func change<Old: Decodable>(
    _ name: String,
    from type: Old.Type,
    _ change: (Old) throws -> some Encodable
  ) throws {
    guard let old = try value(name, as: type) else { return }
    try set(name, to: change(old))
  }

  /// Changes the fields of a child, or of each child of a list.
  ///
  /// If the child doesn't exist, nothing happens. A child with its own declaration has its own version and migrations
  /// instead.
  public mutating func changeObject(
    _ name: String,
    _ change: (inout PersistedFields) throws -> Void
  ) throws {
    func changed(_ json: JSONValue) throws -> JSONValue {
      switch json {
      case .object(let values):
        var fields = PersistedFields(values.mapValues { SavedJSON($0) })
        try change(&fields)
        return .object(fields.saved.compactMapValues(\.value))
      case .array(let values): return .array(try values.map(changed))
      case .null, .bool, .int, .uint, .double, .number, .string: return json
      }
    }
    guard let json = self[name] else { return }
    self[name] = try changed(json)
  }
}
