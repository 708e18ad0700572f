extension Store {
  /// Answers a question of the state: removes it, and then sends the action of the button, in one call.
  ///
  /// `store.choose(button, in: \.alert)`. The action is made of the texts that are in the question now.
  /// Nothing happens if the state no longer has the question that the button is of, also if it has one
  /// that looks the same. Without an action there is no result.
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
    return send(action, fileID: fileID, line: line)
  }

  /// Answers a question of the state with the button that has a label.
  ///
  /// As `choose(_:in:)` with the first such button; nothing happens if there is none.
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
