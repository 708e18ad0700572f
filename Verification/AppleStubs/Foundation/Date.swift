@available(macOS 10.10, iOS 8.0, tvOS 9.0, watchOS 2.0, *)
public struct Date: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  public init() { fatalError() }
  public init(timeIntervalSinceReferenceDate ti: TimeInterval) { fatalError() }
  public static var distantFuture: Date { fatalError() }
  public static var distantPast: Date { fatalError() }
  public init(timeIntervalSince1970: TimeInterval) { fatalError() }
  public init(timeIntervalSinceNow: TimeInterval) { fatalError() }

  @available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
  public static var now: Date { fatalError() }

  public var timeIntervalSinceReferenceDate: TimeInterval { fatalError() }
  public func addingTimeInterval(_ timeInterval: TimeInterval) -> Date { fatalError() }
  public var timeIntervalSince1970: TimeInterval { fatalError() }
  public var description: String { fatalError() }

  public func timeIntervalSince(_ date: Date) -> TimeInterval { fatalError() }

  public static func + (lhs: Date, rhs: TimeInterval) -> Date { fatalError() }
  public static func += (lhs: inout Date, rhs: TimeInterval) { fatalError() }
  public static func < (lhs: Date, rhs: Date) -> Bool { fatalError() }

  // The parameter of the real one has a default.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
  public func ISO8601Format() -> String { fatalError() }

  @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
  public struct ISO8601FormatStyle: Sendable, Hashable {
    // The others of the real one have defaults, too.
    public init(includingFractionalSeconds: Bool = false) { fatalError() }
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  @available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
  public func ISO8601Format(_ style: ISO8601FormatStyle) -> String { fatalError() }
}
