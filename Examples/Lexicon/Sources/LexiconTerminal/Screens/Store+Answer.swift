import ViewFeature

extension Store {
  /// Answers an alert or dialog of the state with the button that a key chooses.
  ///
  /// Escape closes an alert without buttons; other keys without a button do nothing.
  func answer<Q: Question>(
    _ key: Key,
    in question: ReferenceWritableKeyPath<F.State, Q?>
  ) -> SentAction? where Q.Action == F.Action {
    guard let asked = state[keyPath: question] else { return nil }
    if asked.buttons.isEmpty, key == .escape { state[keyPath: question] = nil }
    guard let index = QuestionPrompt(asked).index(of: key) else { return nil }
    return choose(asked.buttons[index], in: question)
  }
}
