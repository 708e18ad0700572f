/// An instant of a test clock, relative to the start of the clock.
public struct TestInstant: InstantProtocol, CustomStringConvertible {
  /// The time since the start of the clock.
  public let offset: Duration

  /// Creates an instant.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// The offset.
  public var description: String { "\(offset)" }

  /// Returns the instant that is `duration` later.
  public func advanced(by duration: Duration) -> TestInstant {
    TestInstant(offset: offset + duration)
  }

  /// Returns the time from this instant to `other`.
  public func duration(to other: TestInstant) -> Duration {
    other.offset - offset
  }

  /// Compares the offsets.
  public static func < (lhs: TestInstant, rhs: TestInstant) -> Bool {
    lhs.offset < rhs.offset
  }
}
