/// An enumeration case with a payload, found by reflection.
package struct EnumerationCase {
  /// The name of the case.
  package let name: String
  package let payload: Any
  /// The label of a single payload value, if it has one.
  private let label: String?

  /// The name with the label, which distinguishes cases with the same base name.
  package var signature: String { label.map { "\(name)(\($0):)" } ?? name }

  /// The payload, if it is an object.
  package var object: AnyObject? { type(of: payload) is AnyClass ? payload as AnyObject : nil }

  /// Returns `nil` for a value without a payload or of another kind of type.
  ///
  /// An optional is unwrapped first.
  package init?(_ value: Any) {
    let mirror = Self.mirror(of: value)
    guard mirror.displayStyle == .enum, let child = mirror.children.first, let label = child.label
    else { return nil }
    name = label
    if type(of: child.value) is AnyClass {
      payload = child.value
      self.label = nil
      return
    }
    let parts = Mirror(reflecting: child.value)
    // A payload with a label is a tuple with one element.
    let isLabelled = parts.displayStyle == .tuple && parts.children.count == 1
    let part = isLabelled ? parts.children.first : nil
    payload = part?.value ?? child.value
    self.label = part?.label
  }

  /// Whether a function, such as `Destination.edit`, creates this case from the payload.
  package func isMade<Payload, Cases>(by embed: (Payload) -> Cases) -> Bool {
    guard let payload = payload as? Payload else { return false }
    return EnumerationCase(embed(payload))?.signature == signature
  }

  /// Returns the name of a case without a payload, or `nil` if it is unknown.
  package static func plainName(_ value: Any) -> String? {
    Mirror(reflecting: value).displayStyle == .enum ? ExactComparison.caseName(value) : nil
  }

  /// Whether a value belongs to an enumeration.
  ///
  /// An optional is unwrapped first; `nil` counts as an enumeration value.
  package static func isOne(_ value: Any) -> Bool {
    let mirror = mirror(of: value)
    return mirror.displayStyle == .enum || mirror.displayStyle == .optional
  }

  private static func mirror(of value: Any) -> Mirror {
    var mirror = Mirror(reflecting: value)
    while mirror.displayStyle == .optional, let wrapped = mirror.children.first {
      mirror = Mirror(reflecting: wrapped.value)
    }
    return mirror
  }
}
