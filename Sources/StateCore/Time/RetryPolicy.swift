/// How often work that fails is tried, how long the pause before the next attempt is, and which
/// errors are worth one.
public struct RetryPolicy: Sendable {
  /// How the pause grows from attempt to attempt.
  public enum Backoff: Sendable, Hashable {
    /// No pause.
    case none
    /// The same pause after each attempt.
    case constant(Duration)
    /// `base` after the first attempt, `factor` times the one before after each further attempt, and
    /// never more than `maximum`.
    case exponential(base: Duration, factor: Double = 2, maximum: Duration = .seconds(60))
  }

  /// The first attempt included; below 2 nothing is retried.
  public var maxAttempts: Int
  /// How long the pauses between attempts are, before chance shortens them.
  public var backoff: Backoff
  /// The part of each pause that is left to chance, from 0 to 1.
  ///
  /// Chance only shortens: with 0.25 a pause of 4 seconds lasts from 3 to 4 seconds, with 1 from 0
  /// to 4.
  public var jitter: Double
  /// Whether work that failed with this error is tried again.
  public var shouldRetry: @Sendable (any Error) -> Bool

  /// By default all errors but `CancellationError` are retried.
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

  /// The pause between the failed attempt with this number and the next.
  ///
  /// - Parameters:
  ///   - attempt: Counted from 1.
  ///   - random: From 0, for the whole pause, to 1, for what `jitter` leaves of it.
  /// - Returns: `nil` when there is no next attempt.
  public func delay(afterAttempt attempt: Int, random: Double) -> Duration? {
    guard attempt < maxAttempts else { return nil }
    let longest = max(.zero, backoff.delay(afterAttempt: attempt))
    return longest * (1 - clamped(jitter) * clamped(random))
  }

  // Not a number counts as 0.
  private func clamped(_ part: Double) -> Double {
    part > 0 ? min(part, 1) : 0
  }
}

extension RetryPolicy {
  /// One attempt.
  public static let never = RetryPolicy(maxAttempts: 1)

  /// Attempts without a pause.
  public static func immediate(maxAttempts: Int = 3) -> RetryPolicy {
    RetryPolicy(maxAttempts: maxAttempts)
  }

  /// Attempts with the same pause between them.
  public static func constant(
    _ delay: Duration,
    maxAttempts: Int = 3,
    jitter: Double = 0
  ) -> RetryPolicy {
    RetryPolicy(maxAttempts: maxAttempts, backoff: .constant(delay), jitter: jitter)
  }

  /// Attempts with pauses that grow by `factor`.
  ///
  /// The default jitter keeps the clients of a server that was down from coming back together.
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

  /// The same policy for these errors only.
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
      // Compared as numbers first: a product that no `Duration` can hold would trap.
      guard base / .seconds(1) * scale < maximum / .seconds(1) else { return maximum }
      return base * scale
    }
  }
}

extension Double {
  /// The power with an exponent that is not negative.
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
