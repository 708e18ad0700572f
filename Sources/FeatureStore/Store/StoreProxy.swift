import Logging
import StateFields

/// A proxy for the store that runs the current effect or asynchronous handler.
///
/// The store may be that of a feature around this one, with the same actions, state and outputs. The proxy finds it
/// through a task-local value, so child tasks and task groups have it, too. Detached tasks don't have it, and neither
/// does a `Task { }` that a synchronous handler creates; return an effect there instead.
public struct StoreProxy<F: Feature>: Sendable {
  /// Sends an action to the store that runs the calling effect, as a part of that effect's action.
  ///
  /// The function returns when the action has been handled. While the calling handler runs, the function returns as
  /// soon as the action is queued, even in a task that the handler has created: the action is handled after the
  /// handler.
  ///
  /// If the effect was cancelled, the action is dropped, and the result is done and cancelled. The action is also
  /// dropped if no such store exists, or if the store has been deallocated. Debug builds report a missing store as an
  /// issue, but not a deallocated one.
  @discardableResult
  public func send(
    _ action: F.Action,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async -> SentAction {
    let origin = SendOrigin(fileID: fileID, line: line)
    guard let context = EffectContext.current else {
      reportDrop(
        "An action was sent outside any effect, so no store can receive it",
        metadata: ["action": "\(describeForLog(action))", "feature": "\(F.self)"]
      )
      return SentAction()
    }
    guard let sent = await Self.deliver(action, from: origin, in: context) else {
      return SentAction()
    }
    // A task that a handler has created may send after the handler's end.
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
        "An action was sent to a deallocated store",
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

extension Feature {
  /// The store that runs the current effect or handler.
  public nonisolated var store: StoreProxy<Self> { StoreProxy() }
}

/// A store, for effects of a feature that the store's own feature wraps.
@MainActor
protocol WrappingStore: AnyObject {
  /// Sends an action of the wrapped feature; returns `nil` if its types don't match.
  func take(_ action: any Sendable, of state: Any.Type, from origin: SendOrigin) -> SentAction?
  /// Sends an output of the wrapped feature to the parent; returns `false` if its types don't match.
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
