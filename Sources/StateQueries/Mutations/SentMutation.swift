import StateCore

/// The identity of a write in the attempts of an effect or an action: the sender, the type and the values.
package struct SentMutation: Hashable, Sendable {
  private let sender: ObjectIdentifier
  private let type: ObjectIdentifier
  private let value: TaskKey

  package init<Mutation: QueryMutation>(_ mutation: Mutation, by sender: AnyObject) {
    self.sender = ObjectIdentifier(sender)
    type = ObjectIdentifier(Mutation.self)
    value =
      (mutation as? any Hashable).map { TaskKey(Unchecked(AnyHashable($0))) }
      ?? TaskKey(Self.text(of: mutation))
  }

  /// Returns a text with all parts of a value, also if it describes itself in another way.
  ///
  /// Objects that don't describe themselves count as equal if they are of one class.
  private static func text(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    guard !mirror.children.isEmpty, mirror.displayStyle != .class else {
      return "\(Swift.type(of: value)) \(String(reflecting: value))"
    }
    var parts = mirror.children.map { "\($0.label ?? ""): \(text(of: $0.value))" }
    if [.set, .dictionary].contains(mirror.displayStyle) { parts.sort() }
    return "\(Swift.type(of: value)) (\(parts.joined(separator: ", ")))"
  }
}
