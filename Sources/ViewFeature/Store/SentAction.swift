import IssueReporting
import StateCore

/// The result of `send`: the action's way to its end.
///
/// An action that has ended when `send` returns, as one without an effect does, needs no memory for it. For one
/// that continues, `send` allocates an object, whether the result is used or not.
public struct SentAction: Sendable {
  /// Tells the ledger when the last reference to the action goes away.
  private final class Handle: Sendable {
    let work: RunningWork
    let id: RunningWork.ID

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
  /// priority. A wait that would never end, because its action depends on the handler or the effect
  /// that waits, is reported as an issue and returns: at once, or as soon as that is so. A detached task may wait
  /// for anything.
  public var value: Void {
    get async { await wait(isForHandler: false) }
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
    get async { await wait(isForHandler: true) }
  }

  private func wait(isForHandler: Bool) async {
    guard let handle else { return }
    let (work, id) = (handle.work, handle.id)
    if isForHandler ? work.isHandled(id) : work.isDone(id) { return }
    guard let waiter = EffectContext.current?.waiter else {
      return isForHandler ? await work.waitForHandler(of: id) : await work.waitForCompletion(of: id)
    }
    let awaited = WaitGraph.Action(
      work: work,
      end: AwaitedEnd(id, isOfHandler: isForHandler)
    )
    if await WaitGraph.wait(waiter, for: awaited) { return }
    reportIssue(
      """
      \(waiter.node.isHandler ? "A handler" : "An effect") waits for an action that can't \
      \(isForHandler ? "be handled" : "end") before the waiter has ended. The wait was ended. Wait in an effect of \
      another action, in another lane, or in a detached task.
      """
    )
  }
}
