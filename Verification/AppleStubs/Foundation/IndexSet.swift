@available(macOS 10.10, iOS 8.0, tvOS 9.0, watchOS 2.0, *)
public struct IndexSet: Hashable, Codable, Sendable {
  public var first: Int? { fatalError() }

  public init() {
    fatalError()
  }

  public init(integer: Int) {
    fatalError()
  }
}
