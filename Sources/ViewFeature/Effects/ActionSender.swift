import Logging
import StateFields

/// Sends actions to the store that runs the current effect.
///
/// It does not keep the store alive. An action that an effect sends after it was cancelled is dropped,
/// and so is one whose store is gone; the debug log says so.
public struct ActionSender<Action>: Sendable {
  let deliver: @MainActor (Action, SendOrigin) -> SentAction?

  /// Sends an action as a part of the effect's action, and does not suspend.
  ///
  /// A wait for the effect's action includes this one.
  ///
  /// - Returns: The action's way to its end; of an action that was dropped because its effect was
  ///   cancelled, one that is done and cancelled.
  @MainActor
  @discardableResult
  public func callAsFunction(
    _ action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SentAction {
    send(action, SendOrigin(fileID: fileID, line: line))
  }

  @MainActor
  @discardableResult
  func send(_ action: Action, _ origin: SendOrigin) -> SentAction {
    if let sent = deliver(action, origin) { return sent }
    logger.debug(
      "An action was sent to a store that is gone",
      metadata: ["action": "\(describeForLog(action))"]
    )
    return SentAction()
  }
}
