public import StateJSON

/// The fields that were saved, by their names, in a migration.
public struct PersistedFields: Sendable {
  private(set) var saved: [String: SavedJSON]

  init(_ saved: [String: SavedJSON]) {
    self.saved = saved
  }

  /// The names of the fields, sorted.
  public var names: [String] { saved.keys.sorted() }

  /// The value of a field as JSON; nothing if it is not there.
  public subscript(name: String) -> JSONValue? {
    get { saved[name]?.value }
    set { saved[name] = newValue.map { SavedJSON($0) } }
  }

  /// Gives a field another name; a field that has that name goes.
  ///
  /// Without the field nothing happens.
  public mutating func rename(_ name: String, to new: String) {
    guard let value = saved.removeValue(forKey: name) else { return }
    saved[new] = value
  }

  /// Takes a field out.
  public mutating func remove(_ name: String) {
    saved[name] = nil
  }

  /// The value of a field; nothing if it is not there.
  ///
  /// - Throws: A `DecodingError` if it is none of the type.
  public func value<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value? {
    try saved[name]?.decode(type)
  }

  /// Gives a field a value.
  public mutating func set(_ name: String, to value: some Encodable) throws {
    saved[name] = try SavedJSON(encoding: value)
  }

  /// Gives a field a value that is made of the one it has.
  ///
  /// Without the field nothing happens.
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
  /// Without the child nothing happens. A child that is saved by its own declaration has its own version and migrations instead.
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
