import StateFields

/// Estimates of the size of values in bytes.
package enum ValueSize {
  /// The sizes of types whose values store everything inline, which a cast would find more slowly.
  private static let flatSizes: [ObjectIdentifier: Int] = {
    func size<Value>(_ type: Value.Type) -> (ObjectIdentifier, Int) {
      (ObjectIdentifier(type), MemoryLayout<Value>.size)
    }
    return Dictionary(uniqueKeysWithValues: [
      size(Int.self), size(Int8.self), size(Int16.self), size(Int32.self), size(Int64.self),
      size(UInt.self), size(UInt8.self), size(UInt16.self), size(UInt32.self), size(UInt64.self),
      size(Bool.self), size(Double.self), size(Float.self),
    ])
  }()

  /// Returns the approximate size of a value with its contents.
  ///
  /// A long collection is extrapolated from a few elements.
  ///
  /// An object counts as a reference.
  package static func estimate(_ value: Any, depth: Int = 0) -> Int {
    if let size = flatSizes[ObjectIdentifier(type(of: value))] { return size }
    if let value = value as? any Measured { return value.estimate(depth: depth) }
    if let value = value as? any ValueStandIn { return estimate(value.wrapped, depth: depth) }
    if let value = value as? any RandomAccessCollection, let size = estimate(stored: value, depth) {
      return size
    }
    let mirror = Mirror(reflecting: value)
    let own = 16
    guard depth < 6, mirror.displayStyle != .class else { return own }
    let parts = mirror.children.prefix(64).reduce(0) { $0 + estimate($1.value, depth: depth + 1) }
    // Only the elements of a collection are alike.
    guard mirror.displayStyle == .collection, mirror.children.count > 64 else { return own + parts }
    return own + parts / 64 * mirror.children.count
  }

  /// Returns the size of a collection that stores its elements contiguously, such as `Data`.
  private static func estimate(
    stored elements: some RandomAccessCollection,
    _ depth: Int
  ) -> Int? {
    elements.withContiguousStorageIfAvailable { estimate(of: $0, depth: depth) }
  }

  static func estimate<Elements: Collection>(of elements: Elements, depth: Int) -> Int {
    let count = elements.count
    let own = 32 + count * MemoryLayout<Elements.Element>.stride
    let isFlat = flatSizes[ObjectIdentifier(Elements.Element.self)] != nil
    guard count > 0, depth < 6, !isFlat else { return own }
    let sample = elements.prefix(8)
    let whole = sample.reduce(0) { $0 + estimate($1, depth: depth + 1) }
    return max(own, 32 + whole * count / sample.count)
  }
}

/// A type that can estimate the size of its values.
private protocol Measured {
  func estimate(depth: Int) -> Int
}

extension String: Measured {
  fileprivate func estimate(depth: Int) -> Int { utf8.count < 16 ? 16 : 48 + utf8.count }
}

extension Substring: Measured {
  /// A substring retains the whole string.
  fileprivate func estimate(depth: Int) -> Int { base.estimate(depth: depth) }
}

extension Optional: Measured {
  fileprivate func estimate(depth: Int) -> Int { map { ValueSize.estimate($0, depth: depth) } ?? 8 }
}

extension Array: Measured {
  fileprivate func estimate(depth: Int) -> Int { ValueSize.estimate(of: self, depth: depth) }
}

extension Set: Measured {
  fileprivate func estimate(depth: Int) -> Int { ValueSize.estimate(of: self, depth: depth) }
}

extension Dictionary: Measured {
  fileprivate func estimate(depth: Int) -> Int {
    ValueSize.estimate(of: keys, depth: depth) + ValueSize.estimate(of: values, depth: depth)
  }
}

extension SnapshotValue {
  /// The approximate size in bytes.
  ///
  /// A child counts as a reference.
  package var size: Int {
    switch self {
    case .plain(let value): ValueSize.estimate(value)
    case .children(_, let children): 32 + children.count * 64
    }
  }
}
