import Logging
import StateFields

/// Stands for the store that runs the current effect or asynchronous handler.
///
/// The store may be that of a feature round this one, with the same actions, state and outputs. It is found
/// through a task-local value, so that child tasks and task groups have it too. Detached
/// tasks have not, nor has a `Task { }` that a synchronous handler makes: return an effect there.
public struct StoreProxy<F: Feature>: Sendable {
  /// Sends an action to the store that runs the calling effect, as a part of that effect's action.
  ///
  /// Returns when the action has been handled. While the calling handler runs, it returns as soon as the action is
  /// queued, also in a task that the handler has made: the action is handled after the handler. An action
  /// that is sent by an effect which was cancelled is dropped: the result is done and cancelled. When
  /// there is no such store, or no longer, the action is dropped, too; in debug builds that is reported
  /// as an issue, unless the store is only gone.
  @discardableResult
  public func send(
    _ action: F.Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async -> SentAction {
    let origin = SendOrigin(fileID: fileID, line: line)
    guard let context = EffectContext.current else {
      reportDrop(
        "An action was sent outside any effect, so there is no store for it",
        metadata: ["action": "\(describeForLog(action))", "feature": "\(F.self)"]
      )
      return SentAction()
    }
    guard let sent = await Self.deliver(action, from: origin, in: context) else {
      return SentAction()
    }
    // A task that a handler has made may send after its end.
    if !context.isHandler || context.hasEnded { await sent.handled }
    return sent
  }

  @MainActor
  private static func deliver(
    _ action: F.Action,
    from origin: SendOrigin,
    in context: EffectContext
  ) -> SentAction? {
    guard let object = context.store.object else {
      logger.debug(
        "An action was sent to a store that is gone",
        metadata: ["action": "\(describeForLog(action))", "feature": "\(F.self)"]
      )
      return nil
    }
    if let store = object as? Store<F> { return store.send(action, from: origin) }
    if let store = object as? any WrappingStore,
      let sent = store.take(action, of: F.State.self, from: origin)
    {
      return sent
    }
    reportDrop(
      "An action was sent in an effect of another feature",
      metadata: ["action": "\(describeForLog(action))", "feature": "\(F.self)"]
    )
    return nil
  }
}

/// A store, for effects of a feature that its own feature wraps.
@MainActor
protocol WrappingStore: AnyObject {
  /// Sends an action of the feature inside; nothing if its types are others.
  func take(_ action: any Sendable, of state: Any.Type, from origin: SendOrigin) -> SentAction?
  /// Hands an output of the feature inside to the parent; `false` if its types are others.
  func take(output: any Sendable, of state: Any.Type) -> Bool
}

extension Store: WrappingStore {
  func take(_ action: any Sendable, of state: Any.Type, from origin: SendOrigin) -> SentAction? {
    guard state == F.State.self, let action = action as? F.Action else { return nil }
    return send(action, from: origin)
  }

  func take(output: any Sendable, of state: Any.Type) -> Bool {
    guard state == F.State.self, output is F.ParentOutput else { return false }
    deliver(output: output)
    return true
  }
}
