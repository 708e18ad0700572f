@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public struct RedactionReasons: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  public static let placeholder = RedactionReasons(rawValue: 1 << 0)
  @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
  public static let privacy = RedactionReasons(rawValue: 1 << 1)
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension View {
  /// Adds to the reasons that are inherited.
  public nonisolated func redacted(reason: RedactionReasons) -> some View {
    modifier(ChangingEnvironment { $0.redactionReasons.formUnion(reason) })
  }

  public nonisolated func unredacted() -> some View {
    modifier(ChangingEnvironment { $0.redactionReasons = [] })
  }
}
