import Logging
import StateFields

/// A function value that sends actions to the store that runs the current effect.
///
/// It doesn't keep the store alive. If the effect was cancelled or the store has been deallocated, the action is
/// dropped and the debug log reports it.
public struct ActionSender<Action>: Sendable {
  let deliver: @MainActor (Action, SendOrigin) -> SentAction?

  /// Sends an action as a part of the effect's action, without suspending.
  ///
  /// A wait for the effect's action includes this one.
  ///
  /// - Returns: A handle to wait for the action and to cancel it. If the action was dropped because its effect was
  ///   cancelled, the handle is already done and cancelled.
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
      "An action was sent to a deallocated store",
      metadata: ["action": "\(describeForLog(action))"]
    )
    return SentAction()
  }
}
