import StateRecord

/// An action for children of a store, which waits in the store's queue for its turn.
@MainActor
final class ChildDelivery<ParentState: AnyObject> {
  let action: any Sendable
  /// Sends the action to the children that are there.
  let send: @MainActor (any ChildOwner<ParentState>) -> [SentAction]
  /// The effect that it comes from, for a store that is recorded.
  var cause: EventCause?
  /// Called instead of `send` if the turn does not come.
  var drop: (@MainActor () -> Void)?

  init(
    _ action: any Sendable,
    send: @escaping @MainActor (any ChildOwner<ParentState>) -> [SentAction]
  ) {
    self.action = action
    self.send = send
  }
}

/// A store, for an effect that does not know the type of its feature.
@MainActor
protocol ChildDeliverer: AnyObject {
  /// Queues an action for children; its type has to be a `ChildDelivery` of the store's state.
  func forward(_ delivery: AnyObject)
}
