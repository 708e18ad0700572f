/// What can be told of a widget from outside.
package struct WidgetNode: Codable, Equatable, Sendable {
  /// The name of its GTK type.
  package let type: String
  /// What it is called for assistive technologies, if that was set.
  package let name: String?
  package let text: String?
  /// The parts of the text that are underlined.
  package let underlinedTexts: [String]
  package let styles: [String]
  package let isSensitive: Bool
  /// Left, top, width and height in its window.
  package let bounds: [Double]
  /// Those children that can be seen or scrolled to.
  package let children: [WidgetNode]
}
