import GTKKit
import ScreenStateKit

/// Shows an error with a button.
@MainActor
final class FailureBar {
  let widget: Widget
  private let label = Label().wrapped().expand(horizontally: true)

  /// The error; if it is `nil`, the bar is hidden.
  var error: DisplayableError? {
    didSet {
      label.text = error?.message ?? ""
      widget.isVisible = error != nil
    }
  }

  /// Creates the bar; by default, its button retries.
  init(button: String = "Retry", action: @escaping @MainActor () -> Void) {
    let button = Button(button, action: action).align(horizontally: .end)
    widget = Box.row(spacing: 12, label, button).style("failure")
    widget.isVisible = false
  }
}
