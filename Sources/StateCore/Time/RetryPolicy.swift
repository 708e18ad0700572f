/// A rule for retrying work that fails: the number of attempts, the pauses between them, and the errors to retry.
public struct RetryPolicy: Sendable {
  /// The growth of the pause from attempt to attempt.
  public enum Backoff: Sendable, Hashable {
    /// No pause.
    case none
    /// The same pause after each attempt.
    case constant(Duration)
    /// A pause of `base` after the first attempt, multiplied by `factor` after each further attempt, up to `maximum`.
    case exponential(base: Duration, factor: Double = 2, maximum: Duration = .seconds(60))
  }

  /// The number of attempts, including the first one.
  ///
  /// Below 2, nothing is retried.
  public var maxAttempts: Int
  /// The lengths of the pauses between attempts, before `jitter` shortens them.
  public var backoff: Backoff
  /// The random part of each pause, from 0 to 1.
  ///
  /// Jitter only shortens a pause: with 0.25, a pause of 4 seconds lasts from 3 to 4 seconds; with 1, from 0 to 4.
  public var jitter: Double
  /// Returns whether to retry work that failed with this error, which isn't a `CancellationError`.
  public var shouldRetry: @Sendable (any Error) -> Bool

  /// Creates a policy.
  ///
  /// By default, it retries all errors. A `CancellationError` is never retried.
  public init(
    maxAttempts: Int = 3,
    backoff: Backoff = .none,
    jitter: Double = 0,
    shouldRetry: @escaping @Sendable (any Error) -> Bool = { !($0 is CancellationError) }
  ) {
    self.maxAttempts = maxAttempts
    self.backoff = backoff
    self.jitter = jitter
    self.shouldRetry = shouldRetry
  }

  /// Returns the pause between an attempt that failed with `error` and the next attempt.
  ///
  /// - Returns: `nil` if the error isn't retried; a cancellation never is.
  package func delay(
    after error: any Error,
    attempt: Int,
    random: () -> Double
  ) -> Duration? {
    guard !(error is CancellationError), shouldRetry(error) else { return nil }
    return delay(afterAttempt: attempt, random: random())
  }

  /// Returns the pause between the failed attempt with this number and the next attempt.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt, starting at 1.
  ///   - random: A value from 0, for the whole pause, to 1, for the shortest pause that `jitter` allows.
  /// - Returns: `nil` if there is no next attempt.
  package func delay(afterAttempt attempt: Int, random: Double) -> Duration? {
    guard attempt < maxAttempts else { return nil }
    let longest = max(.zero, backoff.delay(afterAttempt: attempt))
    return longest * (1 - clamped(jitter) * clamped(random))
  }

  // NaN counts as 0.
  private func clamped(_ part: Double) -> Double {
    part > 0 ? min(part, 1) : 0
  }
}

extension RetryPolicy {
  /// A single attempt.
  public static let never = RetryPolicy(maxAttempts: 1)

  /// Returns a policy that retries without a pause.
  public static func immediate(maxAttempts: Int = 3) -> RetryPolicy {
    RetryPolicy(maxAttempts: maxAttempts)
  }

  /// Returns a policy that retries with a constant pause.
  public static func constant(
    _ delay: Duration,
    maxAttempts: Int = 3,
    jitter: Double = 0
  ) -> RetryPolicy {
    RetryPolicy(maxAttempts: maxAttempts, backoff: .constant(delay), jitter: jitter)
  }

  /// Returns a policy whose pauses grow by `factor`.
  ///
  /// The default jitter keeps the clients of a recovered server from returning at the same time.
  public static func exponentialBackoff(
    base: Duration = .milliseconds(500),
    factor: Double = 2,
    maximum: Duration = .seconds(60),
    maxAttempts: Int = 3,
    jitter: Double = 0.5
  ) -> RetryPolicy {
    RetryPolicy(
      maxAttempts: maxAttempts,
      backoff: .exponential(base: base, factor: factor, maximum: maximum),
      jitter: jitter
    )
  }

  /// Returns the same policy, limited to certain errors.
  public func retrying(
    where shouldRetry: @escaping @Sendable (any Error) -> Bool
  ) -> RetryPolicy {
    var policy = self
    policy.shouldRetry = shouldRetry
    return policy
  }
}

extension RetryPolicy.Backoff {
  fileprivate func delay(afterAttempt attempt: Int) -> Duration {
    switch self {
    case .none: return .zero
    case .constant(let delay): return delay
    case .exponential(let base, let factor, let maximum):
      guard base > .zero else { return .zero }
      let scale = factor.raised(to: max(attempt, 1) - 1)
      // Compared as numbers first, because a product that doesn't fit into a `Duration` would trap.
      guard base / .seconds(1) * scale < maximum / .seconds(1) else { return maximum }
      return base * scale
    }
  }
}

extension Double {
  /// Returns the power with a nonnegative exponent.
  fileprivate func raised(to exponent: Int) -> Double {
    var (result, square, exponent) = (1.0, self, exponent)
    while exponent > 0 {
      if !exponent.isMultiple(of: 2) { result *= square }
      square *= square
      exponent /= 2
    }
    return result
  }
}
