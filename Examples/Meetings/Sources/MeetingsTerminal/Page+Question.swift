import ViewFeature

extension Page {
  /// Creates a page with an alert or dialog and its numbered buttons, or returns `nil` if none is shown.
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
