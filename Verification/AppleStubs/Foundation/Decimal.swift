@available(macOS 10.10, iOS 8.0, tvOS 9.0, watchOS 2.0, *)
public struct Decimal: Hashable, Codable, Sendable {
  public init() { fatalError() }
}
