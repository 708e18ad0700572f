import IssueReporting
import StateEngine

/// The result of `send`: the action's way to its end.
///
/// Ignoring it costs nothing.
public struct SentAction: Sendable {
  /// Tells the ledger when the last reference to the action goes away.
  private final class Handle: Sendable {
    let work: RunningWork
    let id: RunningWork.ID

    var action: WaitGraph.Action { WaitGraph.Action(work: work, id: id) }

    init(_ work: RunningWork, _ id: RunningWork.ID) {
      self.work = work
      self.id = id
    }

    deinit {
      work.dropHandle(id)
    }
  }

  private enum Content: Sendable {
    case isDone
    case wasDropped
    case isFollowed(Handle)
  }

  private let content: Content

  /// An action that is done.
  init() {
    content = .isDone
  }

  private init(_ content: Content) {
    self.content = content
  }

  /// An action that was just entered; the ledger counts this as its observer.
  init(_ work: RunningWork, _ id: RunningWork.ID) {
    content = .isFollowed(Handle(work, id))
  }

  /// An action that was dropped because the effect that sent it was cancelled.
  static var dropped: SentAction { SentAction(.wasDropped) }

  private var handle: Handle? {
    if case .isFollowed(let handle) = content { handle } else { nil }
  }

  /// Suspends until the action's handler, its effects and the actions that they sent are done.
  ///
  /// When it returns, none of these holds the store or its state any more. Cancelling the task that
  /// waits neither ends the wait nor cancels the action, and waiting does not raise the action's
  /// priority. A wait that could never end, because its action has to wait for the handler or the effect
  /// that waits, ends at once and is reported as an issue. A detached task may wait for
  /// anything.
  public var value: Void {
    get async {
      guard let handle, !handle.work.isDone(handle.id) else { return }
      guard let waiter = EffectContext.current else {
        return await handle.work.waitForCompletion(of: handle.id)
      }
      guard let wait = WaitGraph.begin(waiter.waiter, for: handle.action) else {
        return reportIssue(
          """
          \(waiter.isHandler ? "A handler" : "An effect") waits for the end of an action that may have \
          to wait for its own end. The wait was ended; wait in an effect of another action instead.
          """
        )
      }
      await handle.work.waitForCompletion(of: handle.id)
      WaitGraph.end(wait)
    }
  }

  /// Cancels everything that `value` waits for.
  ///
  /// An action that is still queued is dropped; an effect that has not begun does not begin. After its
  /// end the action stays as it is.
  public func cancel() {
    guard let handle else { return }
    handle.work.cancel(handle.id)
  }

  /// Whether the action was cancelled before it was done.
  public var isCancelled: Bool {
    switch content {
    case .isDone: false
    case .wasDropped: true
    case .isFollowed(let handle): handle.work.isCancelled(handle.id) ?? false
    }
  }

  /// Whether nothing is left to do.
  var isDone: Bool { handle.map { $0.work.isDone($0.id) } ?? true }

  /// Suspends until the action's handler is done.
  package var handled: Void {
    get async {
      guard let handle else { return }
      await handle.work.waitForHandler(of: handle.id)
    }
  }
}
