/// How runs of the same work relate to each other, and when a run begins.
///
/// "The same work" has the same key: an action's lock key or an effect's id, unless the policy names a
/// group. Policies of different kinds may share a group: with `restart` for a refresh and
/// `dropWhileRunning` for loading more, both in one group, the refresh cancels the loading of more,
/// and loading more is dropped while the refresh runs.
public struct ExecutionPolicy: Sendable {
  package enum Rule: Sendable, Equatable {
    case allow
    case drop
    /// Dropped while other work runs that was not cancelled; it does not wait for that which was.
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

  /// A run begins only if none is running or waiting; otherwise it is dropped.
  ///
  /// Behind a run that was cancelled and has not ended yet it waits: two never run together.
  public static let dropWhileRunning = ExecutionPolicy(.drop)

  /// A run begins at once and cancels the others.
  public static let restart = ExecutionPolicy(.restart)

  /// Runs begin one after the other, each when the one before it has ended.
  public static let queue = ExecutionPolicy(.wait(limit: 1))

  /// Every run begins at once.
  public static let concurrent = ExecutionPolicy(.allow)

  /// Up to `limit` runs go on at a time; further ones wait their turn.
  public static func concurrent(limit: Int) -> ExecutionPolicy {
    ExecutionPolicy(.wait(limit: max(1, limit)))
  }

  /// A run cancels the others at once, and begins when no other is requested during `duration`.
  public static func debounce(for duration: Duration) -> ExecutionPolicy {
    ExecutionPolicy(.debounce(duration))
  }

  /// A run begins at once, cancels the others, and opens a window of `duration`.
  ///
  /// Of the runs asked for in the window the last one begins when the window ends, and opens the next
  /// one; without `latest` they are dropped.
  public static func throttle(for duration: Duration, latest: Bool = true) -> ExecutionPolicy {
    ExecutionPolicy(.throttle(duration, latest: latest))
  }

  /// Relates the work to all work of the group, and not only to that of the same key.
  public func group(_ id: some Hashable & Sendable) -> ExecutionPolicy {
    with { $0.group = TaskKey(id) }
  }

  /// Repeats a run that fails.
  public func retry(_ policy: RetryPolicy) -> ExecutionPolicy {
    with { $0.retry = policy }
  }

  /// Ends a run that takes longer than `duration`, all attempts together, with a `TimeoutError`.
  public func timeout(_ duration: Duration) -> ExecutionPolicy {
    with { $0.timeout = duration }
  }

  private func with(_ change: (inout ExecutionPolicy) -> Void) -> ExecutionPolicy {
    var policy = self
    change(&policy)
    return policy
  }
}
