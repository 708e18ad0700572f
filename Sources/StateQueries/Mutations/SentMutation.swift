import StateCore

/// What makes a write the same as that of an earlier attempt: the sender, the type and the values.
package struct SentMutation: Hashable, Sendable {
  private let sender: ObjectIdentifier
  private let type: ObjectIdentifier
  private let value: TaskKey

  package init<Mutation: QueryMutation>(_ mutation: Mutation, by sender: AnyObject) {
    self.sender = ObjectIdentifier(sender)
    type = ObjectIdentifier(Mutation.self)
    // Objects that aren't hashable count as equal if they are of one class.
    if let value = mutation as? any Hashable {
      self.value = TaskKey(Unchecked(AnyHashable(value)))
    } else {
      var text = ""
      dump(mutation, to: &text)
      value = TaskKey(text)
    }
  }
}
