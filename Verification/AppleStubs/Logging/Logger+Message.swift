extension Logger {
  public struct Message: ExpressibleByStringLiteral, Equatable, CustomStringConvertible,
    ExpressibleByStringInterpolation, Sendable
  {
    public typealias StringLiteralType = String

    public var description: String { fatalError() }

    public init(stringLiteral value: String) {
      fatalError()
    }
  }
}
