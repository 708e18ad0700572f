/// A description of a widget for tests and tools.
package struct WidgetNode: Codable, Equatable, Sendable {
  /// The name of its GTK type.
  package let type: String
  /// Its accessible name, if it was set.
  package let name: String?
  package let text: String?
  /// The underlined parts of the text.
  package let underlinedTexts: [String]
  package let styles: [String]
  package let isSensitive: Bool
  /// The left edge, top edge, width, and height in its window.
  package let bounds: [Double]
  /// The children that are visible or can be scrolled to.
  package let children: [WidgetNode]
}
