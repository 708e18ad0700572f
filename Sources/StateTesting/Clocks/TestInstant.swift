/// A point in the time of a clock for tests, counted from that clock's start.
public struct TestInstant: InstantProtocol, CustomStringConvertible {
  public let offset: Duration

  public init(offset: Duration = .zero) {
    self.offset = offset
  }

  public var description: String { "\(offset)" }

  public func advanced(by duration: Duration) -> TestInstant {
    TestInstant(offset: offset + duration)
  }

  public func duration(to other: TestInstant) -> Duration {
    other.offset - offset
  }

  public static func < (lhs: TestInstant, rhs: TestInstant) -> Bool {
    lhs.offset < rhs.offset
  }
}
