/// An actor that does the work of one screen: it receives actions and changes the screen's state.
public protocol ScreenActionStore: TypeNamed, Actor {
  /// The state of the store's screen.
  associatedtype AScreenState: ScreenState
  /// The requests that the store performs.
  associatedtype Action: Sendable & ActionLockable

  /// Gives the store its state; a second call replaces the first.
  ///
  /// A store holds its state weakly.
  func binding(state: AScreenState)

  /// Takes an action and returns at once; the work is done later, on the store.
  nonisolated func receive(action: Action)
}
