@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
  let text: String

  public init(_ value: String) {
    text = value
  }

  public init(stringLiteral value: String) {
    text = value
  }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public nonisolated struct Text: View, PrimitiveView, Equatable, Sendable {
  public typealias Body = Never

  let text: String
  private var underlinedTexts: [String] = []

  public init(verbatim content: String) {
    text = content
  }

  @_disfavoredOverload
  public init<S: StringProtocol>(_ content: S) {
    text = String(content)
  }

  public init(_ key: LocalizedStringKey) {
    text = key.text
  }

  @available(iOS, introduced: 13.0, deprecated: 26.0, message: "Use string interpolation")
  @available(macOS, introduced: 10.15, deprecated: 26.0, message: "Use string interpolation")
  @available(tvOS, introduced: 13.0, deprecated: 26.0, message: "Use string interpolation")
  @available(watchOS, introduced: 6.0, deprecated: 26.0, message: "Use string interpolation")
  public static func + (lhs: Text, rhs: Text) -> Text {
    var joined = Text(verbatim: lhs.text + rhs.text)
    joined.underlinedTexts = lhs.underlinedTexts + rhs.underlinedTexts
    return joined
  }

  public func font(_ font: Font?) -> Text { self }

  public func fontWeight(_ weight: Font.Weight?) -> Text { self }

  @available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
  public func bold(_ isActive: Bool = true) -> Text { self }

  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text {
    var underlined = self
    underlined.underlinedTexts = isActive ? [text] : []
    return underlined
  }

  @MainActor func render(in context: RenderContext) -> [Node] {
    let node = Node(.text, in: context, text: text)
    node.underlinedTexts = underlinedTexts
    return [node]
  }
}
