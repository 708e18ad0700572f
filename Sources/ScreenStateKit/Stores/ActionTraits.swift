import StateCore

/// The protocols that a store's type of actions conforms to.
///
/// They are checked once for the type, because a cast of each action takes longer than reading its properties.
struct ActionTraits {
  /// The type of actions; two types of stores may share a binding.
  let type: any Any.Type
  private let providing: (any ExecutionPolicyProviding.Type)?
  private let trackable: (any LoadingTrackable.Type)?
  /// Whether each action must be cast.
  ///
  /// Subclasses may conform to more protocols, and a cast also finds the value in an optional or in an `AnyHashable`.
  private let needsCast: Bool

  init<Action>(of type: Action.Type) {
    self.type = type
    providing = type as? any ExecutionPolicyProviding.Type
    trackable = type as? any LoadingTrackable.Type
    needsCast = type is AnyClass || _isOptional(type) || type == AnyHashable.self
  }

  func policy<Action>(of action: Action) -> ExecutionPolicy {
    if needsCast {
      return (action as? any ExecutionPolicyProviding)?.executionPolicy ?? .dropWhileRunning
    }
    // `type` is `Action` itself, with its conformance.
    func policy<Providing: ExecutionPolicyProviding>(_ type: Providing.Type) -> ExecutionPolicy {
      unsafeBitCast(action, to: Providing.self).executionPolicy
    }
    guard let providing else { return .dropWhileRunning }
    return policy(providing)
  }

  func tracksLoading<Action>(of action: Action) -> Bool {
    if needsCast { return (action as? any LoadingTrackable)?.canTrackLoading ?? false }
    func tracksLoading<Trackable: LoadingTrackable>(_ type: Trackable.Type) -> Bool {
      unsafeBitCast(action, to: Trackable.self).canTrackLoading
    }
    guard let trackable else { return false }
    return tracksLoading(trackable)
  }
}
