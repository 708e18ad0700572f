public import Foundation

/// A question to the user that a state holds: an `AlertPrompt` or a `DialogPrompt`.
///
/// A view shows it while the state holds it. Each value that you create is another question with another `id`, which
/// its copies keep. `==` ignores the `id`, so a test can create the question that it expects.
public protocol Question<Action>: Identifiable where ID == UUID {
  /// The type of the buttons' actions.
  associatedtype Action

  /// The question in one line.
  var title: String { get }
  /// An explanation below the title.
  var message: String? { get }
  /// The buttons, in order; if there are none, a view shows its own button to close the question.
  var buttons: [AlertButton<Action>] { get }
  /// The current texts of the text fields.
  var texts: AlertTexts { get }
}

extension Question {
  /// Returns the first button with a label.
  package func button(labelled label: String) -> AlertButton<Action>? {
    buttons.first { $0.label == label }
  }
}
