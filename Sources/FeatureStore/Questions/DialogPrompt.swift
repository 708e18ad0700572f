public import Foundation
import StateFields

/// A confirmation dialog that a state holds: a title and buttons with actions.
///
/// It is like an `AlertPrompt` without text fields: the buttons are choices of what to do next.
public struct DialogPrompt<Action>: Question {
  public let id = UUID()
  public let title: String
  public let message: String?
  public let buttons: [AlertButton<Action>]

  /// Creates a confirmation dialog.
  public init(_ title: String, message: String? = nil, buttons: [AlertButton<Action>] = []) {
    self.title = title
    self.message = message
    self.buttons = buttons.map { [id] in $0.belonging(to: id) }
  }

  /// An empty value, because a dialog has no text fields.
  public var texts: AlertTexts { AlertTexts(of: []) }
}

extension DialogPrompt: Sendable where Action: Sendable {}

extension DialogPrompt: Equatable where Action: Equatable {
  public static func == (lhs: DialogPrompt, rhs: DialogPrompt) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension DialogPrompt: CustomStringConvertible {
  public var description: String {
    let message = message.map { ", message: \($0.debugDescription)" } ?? ""
    return "DialogPrompt(\(title.debugDescription)\(message), buttons: \(buttons))"
  }
}

extension DialogPrompt: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension DialogPrompt: PartsComparing {
  package var partsToCompare: [Any] { [id, title, message as Any, buttons] }
}
