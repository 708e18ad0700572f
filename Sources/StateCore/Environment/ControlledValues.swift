public import Foundation

extension StoreEnvironment {
  /// Returns an environment whose values are the same in each run, for tests.
  ///
  /// Identifiers count up: `00000000-0000-0000-0000-000000000000`, `…1`, `…2`.
  ///
  /// - Parameters:
  ///   - now: The first date.
  ///   - step: The seconds from one date to the next.
  ///   - seed: The seed of the random numbers.
  ///   - clock: A clock that also advances the dates.
  /// - Returns: An environment. Its copies draw from the same sequences.
  public static func controlled(
    now: Date = Date(timeIntervalSinceReferenceDate: 0),
    step: TimeInterval = 0,
    seed: UInt64 = 0,
    clock: (any Clock<Duration>)? = nil
  ) -> StoreEnvironment {
    let passed = clock.map { timeSinceNow(of: $0) }
    return StoreEnvironment(ControlledValues(now: now, step: step, seed: seed, passed: passed))
  }

  private static func timeSinceNow(of clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// Evenly spaced dates, sequential identifiers, and random numbers from a seed.
private final class ControlledValues: EnvironmentSource {
  private struct Next {
    var date: Date
    var id: UInt64 = 0
    var random: SeededGenerator
  }

  private let step: TimeInterval
  private let passed: (@Sendable () -> Duration)?
  private let next: Locked<Next>

  init(now: Date, step: TimeInterval, seed: UInt64, passed: (@Sendable () -> Duration)?) {
    self.step = step
    self.passed = passed
    next = Locked(Next(date: now, random: SeededGenerator(seed: seed)))
  }

  func date() -> Date {
    let date = next.withLock { next in
      defer { next.date += step }
      return next.date
    }
    guard let passed else { return date }
    return date + passed() / .seconds(1)
  }

  func uuid() -> UUID {
    let id = next.withLock { next in
      defer { next.id += 1 }
      return next.id
    }
    let bytes = withUnsafeBytes(of: id.bigEndian) { Array($0) }
    return UUID(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]
      )
    )
  }

  func number() -> UInt64 { next.withLock { $0.random.next() } }
}
