/// An action for children of a store, which waits for its turn in the store's queue.
@MainActor
final class ChildDelivery<ParentState: AnyObject> {
  let action: any Sendable
  /// Sends the action to the children that exist at its turn.
  let send: @MainActor (any ChildOwner<ParentState>) -> [SentAction]
  /// Runs `send` on behalf of the sender, for the store's listener.
  var onBehalf: (@MainActor (() -> Void) -> Void)?
  /// Called instead of `send` if the turn never comes.
  var drop: (@MainActor () -> Void)?

  init(
    _ action: any Sendable,
    send: @escaping @MainActor (any ChildOwner<ParentState>) -> [SentAction]
  ) {
    self.action = action
    self.send = send
  }
}

/// A store, for an effect that doesn't know the type of its feature.
@MainActor
protocol ChildDeliverer: AnyObject {
  /// Queues an action for children; its type must be a `ChildDelivery` of the store's state.
  func forward(_ delivery: AnyObject)
}
