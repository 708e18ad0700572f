public import Foundation
import StateFields

/// An alert that a state holds: a title, text fields, and buttons with actions.
///
/// ```swift
/// state.alert = AlertPrompt(
///   "Delete the meeting?",
///   buttons: [
///     AlertButton("Delete", role: .destructive, action: .delete),
///     AlertButton("Cancel", role: .cancel),
///   ]
/// )
/// ```
///
/// A state with `var alert: AlertPrompt<Action>?` shows the last alert it was given. A new alert replaces the previous
/// one, which ends without a choice. `QuestionQueue` shows several alerts in order.
public struct AlertPrompt<Action>: Question {
  public let id = UUID()
  public let title: String
  public let message: String?
  /// The text fields; a view writes their texts.
  public var fields: [AlertTextField]
  public let buttons: [AlertButton<Action>]

  /// Creates an alert.
  public init(
    _ title: String,
    message: String? = nil,
    fields: [AlertTextField] = [],
    buttons: [AlertButton<Action>] = []
  ) {
    self.title = title
    self.message = message
    self.fields = fields
    self.buttons = buttons.map { [id] in $0.belonging(to: id) }
  }

  public var texts: AlertTexts { AlertTexts(of: fields) }
}

extension AlertPrompt: Sendable where Action: Sendable {}

extension AlertPrompt: Equatable where Action: Equatable {
  public static func == (lhs: AlertPrompt, rhs: AlertPrompt) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.fields == rhs.fields
      && lhs.buttons == rhs.buttons
  }
}

extension AlertPrompt: CustomStringConvertible {
  public var description: String {
    let message = message.map { ", message: \($0.debugDescription)" } ?? ""
    let fields = fields.isEmpty ? "" : ", fields: \(fields)"
    return "AlertPrompt(\(title.debugDescription)\(message)\(fields), buttons: \(buttons))"
  }
}

extension AlertPrompt: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AlertPrompt: PartsComparing {
  package var partsToCompare: [Any] { [id, title, message as Any, fields, buttons] }
}
