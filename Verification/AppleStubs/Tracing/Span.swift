public protocol Span: Sendable {
  var context: ServiceContext { get }
  var attributes: SpanAttributes { get nonmutating set }

  func setStatus(_ status: SpanStatus)
  func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant)
}

extension Span {
  public func end() { fatalError() }

  public func updateAttributes(_ update: (inout SpanAttributes) -> Void) { fatalError() }
}

public struct SpanStatus: Equatable, Sendable {
  public enum Code: Sendable {
    case ok
    case error
  }

  public init(code: Code, message: String? = nil) { fatalError() }
}

public protocol SpanAttributeConvertible {}

extension String: SpanAttributeConvertible {}
extension Bool: SpanAttributeConvertible {}
extension Int: SpanAttributeConvertible {}

public struct SpanAttributes: Sendable {
  public subscript(_ name: String) -> (any SpanAttributeConvertible)? {
    get { fatalError() }
    set { fatalError() }
  }
}
