@available(macOS 10.8, iOS 6.0, tvOS 9.0, watchOS 2.0, *)
public struct Locale: Hashable, Codable, Sendable {
  @available(macOS 13.0, iOS 16.0, tvOS 16.0, watchOS 9.0, *)
  public struct LanguageCode: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
    public static var english: LanguageCode { fatalError() }

    public init(stringLiteral value: String) {
      fatalError()
    }
  }
}
