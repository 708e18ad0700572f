/// A point in the time of a clock for tests, counted from that clock's start.
public struct TestInstant: InstantProtocol, CustomStringConvertible {
  /// How long after the clock's start.
  public let offset: Duration

  /// Makes a point in time.
  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  /// The offset.
  public var description: String { "\(offset)" }

  /// The point in time that is `duration` later.
  public func advanced(by duration: Duration) -> TestInstant {
    TestInstant(offset: offset + duration)
  }

  /// How much later `other` is.
  public func duration(to other: TestInstant) -> Duration {
    other.offset - offset
  }

  /// Compares the offsets.
  public static func < (lhs: TestInstant, rhs: TestInstant) -> Bool {
    lhs.offset < rhs.offset
  }
}
