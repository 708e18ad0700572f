import Logging
import StateEngine

/// Sends actions to the store that runs the current effect.
///
/// It does not keep the store alive: when that is gone, actions are logged and dropped.
public struct ActionSender<Action>: Sendable {
  let deliver: @MainActor (Action, SendOrigin) -> SentAction?

  /// Sends an action as a part of the effect's action, and does not suspend.
  ///
  /// Whoever waits for the effect's action waits for this one, too.
  @MainActor
  @discardableResult
  public func callAsFunction(
    _ action: Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SentAction {
    if let sent = deliver(action, SendOrigin(fileID: fileID, line: line)) { return sent }
    logger.debug(
      "An action was sent to a store that is gone",
      metadata: ["action": "\(describeForLog(action))"]
    )
    return SentAction()
  }
}
