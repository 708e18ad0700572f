public import Foundation
import StateFields

/// An alert that a state holds: a title, text fields, and buttons with actions.
///
/// ```swift
/// state.alert = Alert(
///   "Delete the meeting?",
///   buttons: [
///     AlertButton("Delete", role: .destructive, action: .delete),
///     AlertButton("Cancel", role: .cancel),
///   ]
/// )
/// ```
///
/// A state with `var alert: Alert<Action>?` shows the last alert it was given. A new alert replaces the previous one,
/// which ends without a choice. `QuestionQueue` shows several alerts in order.
///
/// In a file that imports SwiftUI, which has a different `Alert`, write `ViewFeature.Alert`.
public struct Alert<Action>: Question {
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

extension Alert: Sendable where Action: Sendable {}

extension Alert: Equatable where Action: Equatable {
  public static func == (lhs: Alert, rhs: Alert) -> Bool {
    lhs.title == rhs.title && lhs.message == rhs.message && lhs.fields == rhs.fields
      && lhs.buttons == rhs.buttons
  }
}

extension Alert: CustomStringConvertible {
  public var description: String {
    let message = message.map { ", message: \($0.debugDescription)" } ?? ""
    let fields = fields.isEmpty ? "" : ", fields: \(fields)"
    return "Alert(\(title.debugDescription)\(message)\(fields), buttons: \(buttons))"
  }
}

extension Alert: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Alert: PartsComparing {
  package var partsToCompare: [Any] { [id, title, message as Any, fields, buttons] }
}
