/// Decodes one value, whatever its type.
package protocol ValueDecoder {
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value
}

/// How the values of a field are made from those of a file.
///
/// It has nothing for values that can't be decoded.
@MainActor
package struct FieldCoding {
  package typealias Make<Value> = (any ValueDecoder) throws -> Value

  /// Makes a value that is no child.
  package var plain: Make<SnapshotValue>?
  /// The types of the children that the declaration names.
  package var children: [any SnapshotState.Type] = []
  /// Makes the key of a child.
  package var key: Make<AnyHashable>?
  /// Makes what stands in a list for an element without a child.
  package var element: Make<any SnapshotState>?
}

extension FieldCoding {
  /// That of a property.
  init<Value: Equatable>(plain type: Value.Type) {
    plain = Self.decode(type) { .plain($0) }
  }

  /// That of children.
  init<Child: SnapshotState>(child: Child.Type) {
    children = [child]
  }

  /// That of children under keys.
  init<Child: SnapshotState, Key: Hashable>(child: Child.Type, key: Key.Type) {
    children = [child]
    self.key = Self.decode(key) { AnyHashable($0) }
  }

  /// Decodes a type that may be none that can be decoded.
  static func decode<Value, Result>(
    _ type: Value.Type,
    _ make: @escaping (Value) -> Result
  ) -> Make<Result>? {
    guard let decodable = type as? any Decodable.Type else { return nil }
    return { decoder in
      func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Value? {
        try decoder.decode(type) as? Value
      }
      guard let value = try decode(decodable) else {
        throw UndecodableValue()
      }
      return make(value)
    }
  }
}

/// A value that turned out to be of another type.
private struct UndecodableValue: Error {}
