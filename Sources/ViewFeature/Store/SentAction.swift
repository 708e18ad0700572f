import IssueReporting

/// What `send` returns: the action's way to its end.
///
/// Ignoring it costs nothing.
public struct SentAction: Sendable {
  /// Tells the tracker when nobody is interested in the action any more.
  private final class Handle: Sendable {
    let tracker: ActionTracker
    let id: ActionTree.ID

    init(_ tracker: ActionTracker, _ id: ActionTree.ID) {
      self.tracker = tracker
      self.id = id
      tracker.takeHandle(id)
    }

    deinit {
      tracker.dropHandle(id)
    }
  }

  /// Absent when the action was done before `send` returned.
  private let handle: Handle?

  /// An action with which nothing is left to be done.
  init() {
    handle = nil
  }

  init(_ tracker: ActionTracker, _ id: ActionTree.ID) {
    handle = Handle(tracker, id)
  }

  /// Suspends until the action's handler, its effects and the actions that they sent are done.
  ///
  /// Cancelling the task that waits neither ends the wait nor cancels the action.
  public var value: Void {
    get async {
      guard let handle, !isAwaitedByAHandler(handle) else { return }
      await handle.tracker.waitForCompletion(of: handle.id)
    }
  }

  /// Cancels all that `value` waits for.
  ///
  /// An action that is still queued is dropped; an effect that has not begun does not begin.
  public func cancel() {
    guard let handle else { return }
    handle.tracker.cancel(handle.id)
  }

  /// Whether the action was cancelled before it was done.
  public var isCancelled: Bool {
    guard let handle else { return false }
    return handle.tracker.isCancelled(handle.id)
  }

  /// Whether nothing is left to do.
  var isDone: Bool { handle.map { $0.tracker.isDone($0.id) } ?? true }

  /// Suspends until the action's handler is done.
  var handled: Void {
    get async {
      guard let handle else { return }
      await handle.tracker.waitForHandler(of: handle.id)
    }
  }

  /// A handler that waits for an action of its own store may wait for itself: what the action sends
  /// is handled behind it.
  private func isAwaitedByAHandler(_ handle: Handle) -> Bool {
    guard let context = EffectContext.current, context.tracker === handle.tracker,
      context.handlerTask == EffectContext.currentTask, !handle.tracker.isDone(handle.id)
    else { return false }
    reportIssue(
      """
      A handler waits for the end of an action of its own store, which may have to wait for the end \
      of the handler. Wait for it in an effect instead.
      """
    )
    return true
  }
}
