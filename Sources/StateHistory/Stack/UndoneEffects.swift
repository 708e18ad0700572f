/// What an undo does to the running effects of the actions that it undoes.
public enum UndoneEffects: Sendable {
  /// It cancels them before it writes the fields. It also cancels the running actions of a screen's store.
  case cancel
  /// They continue. Their later writes are a separate step.
  case `continue`
}
