/// The parts of a view that matter to tests, without its looks.
@MainActor
public final class Node {
  public enum Kind: Sendable {
    case text, image, color, shape, progress, unavailable
    case button, textField, toggle, searchField
    case stack, scrollView, list, form, section, tabView, toolbar, swipeActions
    /// Children that lie upon one another, the last one in front.
    case layers
    /// What lies in one layer.
    case layer
    case navigationStack, destination
    case alert, sheet
  }

  public let kind: Kind
  public let text: String?
  public internal(set) var children: [Node]
  /// The place in the hierarchy; another identity is another view.
  public let identity: String

  public internal(set) var title: String?
  public internal(set) var role: ButtonRole?
  /// The parts of the text that are underlined.
  public internal(set) var underlinedTexts: [String] = []
  public internal(set) var isEnabled: Bool
  public internal(set) var redactionReasons: RedactionReasons
  public internal(set) var opacity = 1.0
  public internal(set) var isFocused = false
  public internal(set) var allowsHitTesting = true
  public internal(set) var isAccessibilityHidden = false
  public internal(set) var accessibilityLabel: String?
  public internal(set) var accessibilityTraits: AccessibilityTraits = []

  /// Whether a touch on it does not reach what lies behind.
  var takesTouches = false
  var hasFixedSize = false
  var tapAction: (@MainActor () -> Void)?
  var focusAction: (() -> Void)?
  var inputAction: (@MainActor (String) -> Void)?
  var deleteAction: ((IndexSet) -> Void)?
  var refreshAction: (@Sendable () async -> Void)?
  var dismissAction: (@MainActor () -> Void)?

  init(_ kind: Kind, in context: RenderContext, text: String? = nil, children: [Node] = []) {
    self.kind = kind
    self.text = text
    self.children = children
    identity = context.path
    isEnabled = context.environment.isEnabled
    redactionReasons = context.environment.redactionReasons
  }

  /// Closes the alert or the sheet, as it was when it was drawn.
  public func dismiss() {
    dismissAction?()
  }

  /// Taps it as it was when it was drawn, even if another view is in front of it now.
  public func tap() {
    tapAction?()
  }

  /// All nodes from this one down, each before those in it.
  public var all: [Node] { [self] + children.flatMap(\.all) }

  /// Whether the node covers what lies behind it and keeps touches from it.
  var coversTouches: Bool {
    guard allowsHitTesting, opacity > 0, !hasFixedSize else { return false }
    return takesTouches || children.contains(where: \.coversTouches)
  }

  /// The ways down to the nodes that fulfil a condition, this node first.
  func paths(to condition: (Node) -> Bool) -> [[Node]] {
    (condition(self) ? [[self]] : [])
      + children.flatMap { $0.paths(to: condition) }.map { [self] + $0 }
  }
}

extension Node: CustomStringConvertible {
  public nonisolated var description: String {
    MainActor.assumeIsolated { lines.joined(separator: "\n") }
  }

  private var lines: [String] {
    let text = text.map { " \"\($0)\"" } ?? ""
    let state = (isEnabled ? "" : " disabled") + (redactionReasons.isEmpty ? "" : " redacted")
    return ["\(kind)\(text)\(state)"] + children.flatMap(\.lines).map { "  " + $0 }
  }
}

extension [Node] {
  @MainActor var firstText: String? {
    flatMap(\.all).first { $0.kind == .text }?.text
  }
}
