#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Shows an alert while there is an error, and clears the error when the user closes it.
  ///
  /// A different error takes the place of the one that is shown. An error that a state has passed on to
  /// its parent is shown once: by the alert of the child, if that is on screen, or by that of the parent.
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
        // Without buttons an alert has the system's own, in the user's language.
      } message: { error in
        if let details = error.details { Text(details) }
      }
      .onChange(of: error?.id, initial: true) { presentation.note(error) }
      // In a task: the update that takes the alert down has to be over before it comes up again, and the
      // alert of a child comes first.
      .task(id: Turn(id: error?.id, isFree: error?.claim?.isFree ?? false)) {
        presentation.turn(to: error)
      }
      .onChange(of: error?.claim?.isClosed ?? false, initial: true) { _, isClosed in
        if isClosed { error = nil }
      }
      .onDisappear { presentation.disappear() }
  }

  private var isPresented: Binding<Bool> {
    // An alert that is closed late must not clear what came after it.
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
