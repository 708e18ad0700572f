/// A decoder for a value of any type.
package protocol ValueDecoder {
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value
}

/// The decoding of a field's values from a file.
///
/// The closures are `nil` for values that can't be decoded.
@MainActor
package struct FieldCoding {
  package typealias Make<Value> = (any ValueDecoder) throws -> Value

  /// Decodes a value that isn't a child.
  package var plain: Make<SnapshotValue>?
  /// The types of the declared children.
  package var children: [any SnapshotState.Type] = []
  /// Decodes the key of a child.
  package var key: Make<AnyHashable>?
  /// Decodes the stand-in for a list element without a child.
  package var element: Make<any SnapshotState>?
}

extension FieldCoding {
  /// Creates the decoding of a property.
  init<Value: Equatable>(plain type: Value.Type) {
    plain = Self.decode(type) { .plain($0) }
  }

  /// Creates the decoding of children.
  init<Child: SnapshotState>(child: Child.Type) {
    children = [child]
  }

  /// Creates the decoding of children with keys.
  init<Child: SnapshotState, Key: Hashable>(child: Child.Type, key: Key.Type) {
    children = [child]
    self.key = Self.decode(key) { AnyHashable($0) }
  }

  /// Returns a function that decodes a type, or `nil` if the type isn't decodable.
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

/// The decoded value has another type.
private struct UndecodableValue: Error {}
