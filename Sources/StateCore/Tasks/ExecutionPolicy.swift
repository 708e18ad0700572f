/// A rule for how runs of the same work relate to each other, and when a run begins.
///
/// "The same work" has the same key: an action's lock key or an effect's id, unless the policy names a group. Policies
/// of different kinds can share a group. For example, put a refresh with `restart` and a "load more" with
/// `dropWhileRunning` into one group: the refresh cancels "load more", and "load more" is dropped while the refresh
/// runs.
public struct ExecutionPolicy: Sendable {
  package enum Rule: Sendable, Equatable {
    case allow
    case drop
    /// Dropped while other work runs that wasn't cancelled. It doesn't wait for cancelled work.
    case refuse
    case restart
    case wait(limit: Int)
    case debounce(Duration)
    case throttle(Duration, latest: Bool)
  }

  package var rule: Rule
  package var group: TaskKey?
  package var retry: RetryPolicy?
  package var timeout: Duration?

  package init(_ rule: Rule) {
    self.rule = rule
  }

  /// A run begins only if no other is running or waiting.
  ///
  /// Otherwise it is dropped.
  ///
  /// If a cancelled run hasn't ended yet, the new run waits for it: two runs never overlap.
  public static let dropWhileRunning = ExecutionPolicy(.drop)

  /// A run begins immediately and cancels the others.
  public static let restart = ExecutionPolicy(.restart)

  /// Runs begin one after the other, each when the previous one has ended.
  public static let queue = ExecutionPolicy(.wait(limit: 1))

  /// Every run begins immediately.
  public static let concurrent = ExecutionPolicy(.allow)

  /// Up to `limit` runs are in flight at a time; further ones wait their turn.
  public static func concurrent(limit: Int) -> ExecutionPolicy {
    ExecutionPolicy(.wait(limit: max(1, limit)))
  }

  /// A run cancels the others immediately, and begins if no other is requested during `duration`.
  ///
  /// A later run of another policy in the same group, unless it is dropped, replaces it.
  public static func debounce(for duration: Duration) -> ExecutionPolicy {
    ExecutionPolicy(.debounce(duration))
  }

  /// A run begins immediately, cancels the others, and opens a window of `duration`.
  ///
  /// Of the runs requested during the window, the last one begins when the window ends, and opens the next window.
  /// A later run of another policy in the same group replaces it. Without `latest`, they are all dropped.
  public static func throttle(for duration: Duration, latest: Bool = true) -> ExecutionPolicy {
    ExecutionPolicy(.throttle(duration, latest: latest))
  }

  /// Relates the work to all work of the group, not only to work with the same key.
  public func group(_ id: some Hashable & Sendable) -> ExecutionPolicy {
    with { $0.group = TaskKey(id) }
  }

  /// Retries a run that fails.
  public func retry(_ policy: RetryPolicy) -> ExecutionPolicy {
    with { $0.retry = policy }
  }

  /// Ends a run with a `TimeoutError` if all its attempts together take longer than `duration`.
  public func timeout(_ duration: Duration) -> ExecutionPolicy {
    with { $0.timeout = duration }
  }

  private func with(_ change: (inout ExecutionPolicy) -> Void) -> ExecutionPolicy {
    var policy = self
    change(&policy)
    return policy
  }
}
