import Foundation
import StateFields

/// A button of an alert or a confirmation dialog, with the action that it sends.
///
/// Two buttons are equal if their labels, roles and actions are. To compare actions that are made from texts, `==`
/// makes both from the same sample texts, so the closures must accept any text.
public struct AlertButton<Action> {
  enum Choice {
    case nothing
    case action(Action)
    case submit(@Sendable (AlertTexts) -> Action)
  }

  /// The text on the button.
  public let label: String
  /// The role of the button; `nil` for a plain button.
  public let role: AlertButtonRole?
  private let choice: Choice
  /// The alert or dialog that the button belongs to.
  private(set) var question: UUID?

  /// Creates a button that only closes the alert or dialog.
  public init(_ label: String, role: AlertButtonRole? = nil) {
    self.init(label, role, .nothing)
  }

  /// Creates a button that sends an action.
  public init(_ label: String, role: AlertButtonRole? = nil, action: Action) {
    self.init(label, role, .action(action))
  }

  /// Creates a button that sends an action with the texts of the alert's text fields.
  ///
  /// For example, `AlertButton("Rename") { .rename($0[0]) }`.
  public init(
    _ label: String,
    role: AlertButtonRole? = nil,
    submit: @escaping @Sendable (AlertTexts) -> Action
  ) {
    self.init(label, role, .submit(submit))
  }

  private init(_ label: String, _ role: AlertButtonRole?, _ choice: Choice) {
    self.label = label
    self.role = role
    self.choice = choice
  }

  package func action(for texts: AlertTexts) -> Action? {
    switch choice {
    case .nothing: nil
    case .action(let action): action
    case .submit(let submit): submit(texts)
    }
  }

  func belonging(to question: UUID) -> AlertButton {
    var copy = self
    copy.question = question
    return copy
  }
}

extension AlertButton.Choice: Sendable where Action: Sendable {}
extension AlertButton: Sendable where Action: Sendable {}

extension AlertButton: Equatable where Action: Equatable {
  public static func == (lhs: AlertButton, rhs: AlertButton) -> Bool {
    lhs.label == rhs.label && lhs.role == rhs.role
      && lhs.action(for: .sample) == rhs.action(for: .sample)
  }
}

extension AlertButton: CustomStringConvertible {
  public var description: String {
    let action = action(for: .sample).map { " → \(ValueText.describe($0))" }
    return "\(label.debugDescription)\(role.map { " (\($0))" } ?? "")\(action ?? "")"
  }
}

extension AlertButton: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension AlertButton: PartsComparing {
  package var partsToCompare: [Any] { [label, role as Any, choice] }
}

/// The role of a button in an alert or a confirmation dialog.
public enum AlertButtonRole: Hashable, Sendable {
  /// A button that changes nothing.
  case cancel
  /// A button that destroys data.
  case destructive
}
