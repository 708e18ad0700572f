import GTKKit
import ScreenStateKit

/// Says what went wrong, with a button.
@MainActor
final class FailureBar {
  let widget: Widget
  private let label = Label().wrapped().expand(horizontally: true)

  /// The error that is shown; without one there is no bar.
  var error: DisplayableError? {
    didSet {
      label.text = error?.message ?? ""
      widget.isVisible = error != nil
    }
  }

  /// Makes the bar, whose button tries again if it is not called otherwise.
  init(button: String = "Retry", action: @escaping @MainActor () -> Void) {
    let button = Button(button, action: action).align(horizontally: .end)
    widget = Box.row(spacing: 12, label, button).style("failure")
    widget.isVisible = false
  }
}
