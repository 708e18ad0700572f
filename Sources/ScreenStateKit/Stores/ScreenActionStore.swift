/// An actor that does the work of one screen: it receives actions and changes the screen's state.
public protocol ScreenActionStore: TypeNamed, Actor {
  /// The state of the store's screen.
  associatedtype AScreenState: ScreenState
  /// The actions that the store performs.
  associatedtype Action: Sendable & ActionLockable

  /// Binds the store to its state; a second call replaces the first.
  ///
  /// A store holds its state weakly.
  func binding(state: AScreenState)

  /// Receives an action and returns immediately; the store does the work later.
  nonisolated func receive(action: Action)
}
