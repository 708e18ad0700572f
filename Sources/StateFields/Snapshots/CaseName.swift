/// The names of enumeration cases without their values.
package enum CaseName {
  /// The name of a value's case; of other values the name of the type.
  package static func of(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return ValueText.name(of: Swift.type(of: value)) }
    if let payload = mirror.children.first { return payload.label ?? "" }
    // Not by its description, which may be the type's own and hold anything.
    let isDescribed =
      value is any CustomStringConvertible || value is any CustomDebugStringConvertible
    return isDescribed ? ValueText.name(of: type(of: value)) : String(describing: value)
  }
}
