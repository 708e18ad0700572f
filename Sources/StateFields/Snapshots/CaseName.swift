/// The names of enumeration cases without their values.
package enum CaseName {
  /// Returns the name of a value's case, or the name of the type if the value isn't an enumeration.
  package static func of(_ value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return ValueText.name(of: Swift.type(of: value)) }
    if let payload = mirror.children.first { return payload.label ?? "" }
    // The description isn't safe to use: a type can define it itself and put any value into it.
    let isDescribed =
      value is any CustomStringConvertible || value is any CustomDebugStringConvertible
    return isDescribed ? ValueText.name(of: type(of: value)) : String(describing: value)
  }
}
