public import Foundation
import StateFields

/// A confirmation dialog that a state holds: a title and buttons with actions.
///
/// It is like an `Alert` without text fields: the buttons are choices of what to do next.
public struct ConfirmationDialog<Action>: Question {
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

extension ConfirmationDialog: Sendable where Action: Sendable {}

extension ConfirmationDialog: Equatable where Action: Equatable {
  public static func == (lhs: ConfirmationDialog, rhs: ConfirmationDialog) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.buttons == rhs.buttons
  }
}

extension ConfirmationDialog: CustomStringConvertible {
  public var description: String {
    let message = message.map { ", message: \($0.debugDescription)" } ?? ""
    return "ConfirmationDialog(\(title.debugDescription)\(message), buttons: \(buttons))"
  }
}

extension ConfirmationDialog: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension ConfirmationDialog: PartsComparing {
  package var partsToCompare: [Any] { [id, title, message as Any, buttons] }
}
