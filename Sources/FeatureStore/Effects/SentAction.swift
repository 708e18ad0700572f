import IssueReporting
import StateCore

/// The result of `send`: a handle to wait for the action and to cancel it.
///
/// If the action has ended when `send` returns, like an action without an effect, the handle needs no allocation. If
/// the action continues, `send` allocates an object, whether or not the result is used.
public struct SentAction: Sendable {
  /// An object that notifies the ledger when the last reference to the action is released.
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

  /// Creates a handle of an action that is done.
  package init() {
    content = .isDone
  }

  private init(_ content: Content) {
    self.content = content
  }

  /// Creates a handle of an action that was just registered; the ledger counts it as the action's observer.
  init(_ work: RunningWork, _ id: RunningWork.ID) {
    content = .isFollowed(Handle(work, id))
  }

  /// A handle of an action that was dropped because the effect that sent it was cancelled.
  static var dropped: SentAction { SentAction(.wasDropped) }

  private var handle: Handle? {
    if case .isFollowed(let handle) = content { handle } else { nil }
  }

  /// The entry in the ledger, if the action has got one.
  var id: RunningWork.ID? { handle?.id }

  /// Suspends until the action's handler, its effects, and the actions that they sent are done.
  ///
  /// When it returns, none of these holds the store or its state. Cancelling the waiting task neither ends the wait nor
  /// cancels the action, and waiting doesn't raise the action's priority.
  ///
  /// If the action depends on the waiting handler or effect, the wait could never end. Such a wait is reported as an
  /// issue and returns, immediately or as soon as the dependency exists. A detached task may wait for any action.
  public var value: Void {
    get async { await wait(isForHandler: false) }
  }

  /// Cancels everything that `value` waits for.
  ///
  /// An action that is still queued is dropped, and an effect that has not begun doesn't begin. Cancelling an action
  /// that has ended does nothing.
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
  package var isDone: Bool { handle.map { $0.work.isDone($0.id) } ?? true }

  /// Whether the action's handler is done.
  package var isHandled: Bool { handle.map { $0.work.isHandled($0.id) } ?? true }

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
      \(isForHandler ? "be handled" : "end") before the waiter ends. The wait was cancelled. Wait in an effect of \
      another action, in another lane, or in a detached task.
      """
    )
  }
}
