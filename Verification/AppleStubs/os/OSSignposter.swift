@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public struct OSSignposter: @unchecked Sendable {
  public init(subsystem: String, category: String) {
    fatalError()
  }

  public func makeSignpostID() -> OSSignpostID {
    fatalError()
  }

  public func beginInterval(
    _ name: StaticString,
    id: OSSignpostID = .exclusive,
    _ message: SignpostMetadata
  ) -> OSSignpostIntervalState {
    fatalError()
  }

  public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {
    fatalError()
  }
}

@available(macOS 10.14, iOS 12.0, tvOS 12.0, watchOS 5.0, *)
public struct OSSignpostID: Equatable, Sendable {
  public static let exclusive = OSSignpostID()
}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public final class OSSignpostIntervalState: @unchecked Sendable {}

@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
public struct OSLogPrivacy: Sendable {
  public static var `public`: OSLogPrivacy { fatalError() }
}

@available(macOS 12.0, iOS 15.0, tvOS 15.0, watchOS 8.0, *)
public typealias SignpostMetadata = OSLogMessage

@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) {
    fatalError()
  }

  public mutating func appendLiteral(_ literal: String) {
    fatalError()
  }

  public mutating func appendInterpolation(
    _ string: @autoclosure @escaping () -> String,
    privacy: OSLogPrivacy
  ) {
    fatalError()
  }
}

@available(macOS 11.0, iOS 14.0, tvOS 14.0, watchOS 7.0, *)
public struct OSLogMessage: ExpressibleByStringInterpolation {
  public init(stringInterpolation: OSLogInterpolation) {
    fatalError()
  }

  public init(stringLiteral: String) {
    fatalError()
  }
}
