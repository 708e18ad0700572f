extension Store {
  /// Removes an alert or a dialog from the state, and then sends the action of the chosen button, in one call.
  ///
  /// For example, `store.choose(button, in: \.alert)`. The action is made from the current texts of the question.
  /// Nothing happens if the state no longer has the question that the button belongs to, even if it has one that looks
  /// the same. Without an action, the result is `nil`.
  @discardableResult
  public func choose<Q: Question>(
    _ button: AlertButton<F.Action>,
    in question: ReferenceWritableKeyPath<F.State, Q?>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SentAction? where Q.Action == F.Action {
    guard let asked = state[keyPath: question], button.question == asked.id else { return nil }
    state[keyPath: question] = nil
    guard let action = button.action(for: asked.texts) else { return nil }
    return sendAction(action, fileID: fileID, line: line)
  }

  /// Chooses the button with a label in an alert or a dialog of the state.
  ///
  /// It behaves like `choose(_:in:)` with the first such button; nothing happens if the question has no such button.
  @discardableResult
  public func choose<Q: Question>(
    _ label: String,
    in question: ReferenceWritableKeyPath<F.State, Q?>,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SentAction? where Q.Action == F.Action {
    guard let button = state[keyPath: question]?.button(labelled: label) else { return nil }
    return choose(button, in: question, fileID: fileID, line: line)
  }
}
