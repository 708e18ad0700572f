/// Readable texts of values.
///
/// Type names are short, strings are in quotes, and no order depends on hashing. An object that declares its fields,
/// some of which may be redacted, is shown only as the name of its type. A redacted action is shown only as the name of
/// its case.
package enum ValueText {
  package static let redacted = "(redacted)"
  private static let limit = 120

  /// Returns the text of a value, truncated in the middle if it is long.
  package static func describe(_ value: Any) -> String {
    cut(text(of: value, depth: 0))
  }

  /// Returns the text of a value, which may be long.
  static func whole(_ value: Any) -> String {
    text(of: value, depth: 0)
  }

  /// Returns Swift's description of a value, or only the name of the case or type if parts of it are hidden.
  static func description<Value>(of value: Value) -> String {
    Redaction.isInDescription(of: value)
      ? "\(CaseName.of(value)) \(redacted)" : String(describing: value)
  }

  /// Returns the name of a type without its module.
  package static func name(of type: Any.Type) -> String {
    let name = String(describing: type)
    let qualified = scrubbed(String(reflecting: type))
    guard !qualified.contains(where: { "<( ".contains($0) }),
      let start = qualified.firstIndex(of: ".")
    else { return scrubbed(name) }
    return String(qualified[qualified.index(after: start)...])
  }

  /// Truncates a text in the middle if it is long.
  static func cut(_ text: String) -> String {
    guard text.count > limit else { return text }
    return "\(text.prefix(limit * 2 / 3)) … \(text.suffix(limit / 3))"
  }

  /// Truncates two texts so that their first difference stays visible.
  static func cut(_ old: String, _ new: String) -> (String, String) {
    guard max(old.count, new.count) > limit else { return (old, new) }
    let common = zip(old, new).prefix { $0 == $1 }.count
    let dropped = common - 20
    guard dropped > limit / 3 else { return (cut(old), cut(new)) }
    return (cut("…\(old.dropFirst(dropped))"), cut("…\(new.dropFirst(dropped))"))
  }

  package static func list<Element>(
    _ elements: some Collection<Element>,
    _ start: String,
    _ end: String,
    _ text: (Element) -> String
  ) -> String {
    guard elements.count > 24 else {
      return start + elements.map(text).joined(separator: ", ") + end
    }
    // The full text may be very long, and no reader needs it.
    let first = elements.prefix(8).map(text)
    let last = elements.suffix(4).map(text)
    let others = "… \(elements.count - 12) more …"
    return start + (first + [others] + last).joined(separator: ", ") + end
  }

  private static func text(of value: Any, depth: Int) -> String {
    if let text = simpleText(of: value) { return text }
    if let value = value as? any ValueStandIn { return text(of: value.wrapped, depth: depth) }
    if let text = value as? any StringProtocol { return String(text).debugDescription }
    if let character = value as? Character { return character.debugDescription }
    if let type = value as? Any.Type { return name(of: type) }
    if let text = Redaction.text(of: value) { return text }
    let mirror = Mirror(reflecting: value)
    guard depth < 12 else { return "…" }
    switch mirror.displayStyle {
    case .optional:
      return mirror.children.first.map { text(of: $0.value, depth: depth + 1) } ?? "nil"
    case .collection:
      return list(mirror.children, "[", "]") { text(of: $0.value, depth: depth + 1) }
    case .set:
      let elements = mirror.children.map { text(of: $0.value, depth: depth + 1) }
      return list(elements.sorted(), "[", "]") { $0 }
    case .dictionary:
      let pairs = mirror.children.map { pair -> String in
        let parts = Mirror(reflecting: pair.value).children.map {
          text(of: $0.value, depth: depth + 1)
        }
        return parts.joined(separator: ": ")
      }
      return pairs.isEmpty ? "[:]" : list(pairs.sorted(), "[", "]") { $0 }
    case .tuple:
      return "(\(parts(of: mirror, depth)))"
    default: break
    }
    if value is any CustomStringConvertible || value is any CustomDebugStringConvertible {
      return scrubbed(String(describing: value))
    }
    switch mirror.displayStyle {
    case .enum:
      guard let payload = mirror.children.first, let name = payload.label else {
        return scrubbed(String(describing: value))
      }
      let inner = text(of: payload.value, depth: depth + 1)
      return Mirror(reflecting: payload.value).displayStyle == .tuple
        ? "\(name)\(inner)" : "\(name)(\(inner))"
    case .struct, .class:
      return "\(name(of: Swift.type(of: value)))(\(parts(of: mirror, depth)))"
    default:
      return scrubbed(String(describing: value))
    }
  }

  /// Returns the text of the most common types, without reflection and casts to protocols.
  private static func simpleText(of value: Any) -> String? {
    switch value {
    case let text as String: text.debugDescription
    case let number as Int: "\(number)"
    case let isTrue as Bool: "\(isTrue)"
    case let number as Double: "\(number)"
    default: nil
    }
  }

  private static func parts(of mirror: Mirror, _ depth: Int) -> String {
    let parts = mirror.children.compactMap { label, value -> String? in
      if label == "_$observationRegistrar" { return nil }
      let text = text(of: value, depth: depth + 1)
      guard let label, !label.hasPrefix(".") else { return text }
      // The Observable macro stores `count` as `_count`.
      let isStorage = mirror.displayStyle == .class && label.hasPrefix("_")
      return "\(isStorage ? String(label.dropFirst()) : label): \(text)"
    }
    return parts.joined(separator: ", ")
  }

  /// Returns a text without the placeholders for unnamed contexts.
  private static func scrubbed(_ text: String) -> String {
    var text = text
    while let start = text.firstRange(of: "(unknown context at $") {
      let rest = text[start.upperBound...]
      let end = rest.firstRange(of: ")")?.upperBound ?? text.endIndex
      text.removeSubrange(start.lowerBound..<end)
      if text[start.lowerBound...].hasPrefix(".") { text.remove(at: start.lowerBound) }
    }
    return text
  }
}
