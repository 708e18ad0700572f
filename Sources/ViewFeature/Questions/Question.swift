public import Foundation

/// A question to the user that a state holds: an `Alert` or a `ConfirmationDialog`.
///
/// A view draws it while the state has it. Each value that is made is another question and has another
/// `id`; its copies keep it. `==` leaves it out, so that a test can make the question that it expects.
public protocol Question<Action>: Identifiable where ID == UUID {
  /// The actions that the buttons carry.
  associatedtype Action

  /// The question in a line.
  var title: String { get }
  /// An explanation below the title.
  var message: String? { get }
  /// The buttons, in order; a view shows its own for closing a question that has none.
  var buttons: [AlertButton<Action>] { get }
  /// The present texts of the text fields.
  var texts: AlertTexts { get }
}

extension Question {
  /// The first button with a label.
  func button(labelled label: String) -> AlertButton<Action>? {
    buttons.first { $0.label == label }
  }
}
