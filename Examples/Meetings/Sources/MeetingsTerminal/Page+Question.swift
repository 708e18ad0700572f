import ViewFeature

extension Page {
  /// A question to the user, and its buttons under their numbers; nothing if there is none.
  @MainActor
  init?<F: Feature, Q: Question<F.Action>>(
    asking question: ReferenceWritableKeyPath<F.State, Q?>,
    of store: Store<F>
  ) {
    guard let asked = store.state[keyPath: question] else { return nil }
    lines = [asked.title] + [asked.message].compactMap(\.self)
    commands = asked.buttons.enumerated().map { index, button in
      Command("\(index + 1)", button.label) { store.choose(button, in: question) }
    }
  }
}
