/// The reason why an action isn't handled.
public enum DropReason: String, Sendable {
  /// An action with the same key is in flight.
  case isLocked = "it is running"
  /// Its policy drops it.
  case policy = "its policy drops it"
  /// It was cancelled while waiting.
  case wasCancelled = "it was cancelled while it waited"
  /// The effect that sent it was cancelled.
  case senderWasCancelled = "the effect that sent it was cancelled"
  /// A middleware step before the handler threw an error.
  case middleware = "the middleware has refused it"
  /// The store has ended.
  case storeHasEnded = "its store has ended"
  /// The store shows an earlier state.
  case isTravelling = "its store shows an earlier state"
}
