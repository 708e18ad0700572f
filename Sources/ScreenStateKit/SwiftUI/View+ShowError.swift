#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Shows an alert while there is an error, and clears the error when the user closes the alert.
  ///
  /// A different error replaces the current one. An error that a state has forwarded to its parent is shown once: by
  /// the alert of the child if it is on screen, and otherwise by the alert of the parent.
  public func onShowError(_ error: Binding<DisplayableError?>) -> some View {
    modifier(ErrorAlert(error: error))
  }
}

private struct ErrorAlert: ViewModifier {
  @Binding var error: DisplayableError?
  @State private var presentation = AlertPresentation()

  init(error: Binding<DisplayableError?>) {
    _error = error
  }

  func body(content: Content) -> some View {
    content
      .alert(isPresented: isPresented, error: error) { _ in
        // An alert without buttons has the system's own button, in the user's language.
      } message: { error in
        if let details = error.details { Text(details) }
      }
      .onChange(of: error?.id, initial: true) { presentation.note(error) }
      // Use a task, because the update that dismisses the alert must end before it is presented again. It also lets the
      // alert of a child take precedence.
      .task(id: Turn(id: error?.id, isFree: error?.claim?.isFree ?? false)) {
        presentation.turn(to: error)
      }
      .onChange(of: error?.claim?.isClosed ?? false, initial: true) { _, isClosed in
        if isClosed { error = nil }
      }
      .onDisappear { presentation.disappear() }
  }

  private var isPresented: Binding<Bool> {
    // An alert that closes late must not clear a newer error.
    let subject = presentation.subject(with: error)
    return Binding {
      presentation.isPresented(for: error)
    } set: { isPresented in
      if isPresented { return }
      error = presentation.remainingError(afterClosing: subject, with: error)
    }
  }

  private struct Turn: Equatable {
    let id: DisplayableError.ID?
    let isFree: Bool
  }
}
#endif
