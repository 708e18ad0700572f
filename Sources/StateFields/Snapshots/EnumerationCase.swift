/// A case of an enumeration that has a payload, by reflection.
package struct EnumerationCase {
  /// The name of the case.
  package let name: String
  package let payload: Any
  /// The label of a payload of one part, if it has one.
  private let label: String?

  /// The name with the label, which tells cases apart that have one name.
  package var signature: String { label.map { "\(name)(\($0):)" } ?? name }

  /// The object that is the whole payload.
  package var object: AnyObject? { type(of: payload) is AnyClass ? payload as AnyObject : nil }

  /// Nothing for a value that has no payload or is of no enumeration; an optional value counts as the
  /// one that it has.
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
    // A payload with a label is a tuple of one part.
    let isLabelled = parts.displayStyle == .tuple && parts.children.count == 1
    let part = isLabelled ? parts.children.first : nil
    payload = part?.value ?? child.value
    self.label = part?.label
  }

  /// Whether a function, such as `Destination.edit`, makes this case of the payload.
  package func isMade<Payload, Cases>(by embed: (Payload) -> Cases) -> Bool {
    guard let payload = payload as? Payload else { return false }
    return EnumerationCase(embed(payload))?.signature == signature
  }

  /// The name of a case without a payload; nothing where it is not known.
  package static func plainName(_ value: Any) -> String? {
    Mirror(reflecting: value).displayStyle == .enum ? ExactComparison.caseName(value) : nil
  }

  /// Whether a value is of an enumeration; an optional value counts as the one that it has, and nothing
  /// counts as one.
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
