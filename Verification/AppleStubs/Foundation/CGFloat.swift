public struct CGFloat: Hashable, Codable, Sendable {
  public static var infinity: CGFloat { fatalError() }

  public var native: Double

  public init() {
    fatalError()
  }

  public init(_ value: Double) {
    fatalError()
  }

  public init(_ value: Int) {
    fatalError()
  }
}

extension CGFloat: Comparable {
  public static func < (first: CGFloat, second: CGFloat) -> Bool {
    fatalError()
  }
}

extension CGFloat: SignedNumeric {
  public var magnitude: CGFloat { fatalError() }

  public init?<Source: BinaryInteger>(exactly source: Source) {
    fatalError()
  }

  public init(integerLiteral value: Int) {
    fatalError()
  }

  public static func + (first: CGFloat, second: CGFloat) -> CGFloat {
    fatalError()
  }

  public static func - (first: CGFloat, second: CGFloat) -> CGFloat {
    fatalError()
  }

  public static func * (first: CGFloat, second: CGFloat) -> CGFloat {
    fatalError()
  }

  public static func *= (first: inout CGFloat, second: CGFloat) {
    fatalError()
  }

  public static func / (first: CGFloat, second: CGFloat) -> CGFloat {
    fatalError()
  }
}

extension CGFloat: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) {
    fatalError()
  }
}
