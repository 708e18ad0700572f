#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Shows an alert while there is an error, and clears the error when the user closes it.
  ///
  /// A different error takes the place of the one that is shown.
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
      // In a task: the update that takes the alert down has to be over before it comes up again.
      .task(id: error?.id) { presentation.turn(to: error) }
  }

  private var isPresented: Binding<Bool> {
    Binding {
      presentation.isPresented(for: error)
    } set: { isPresented in
      if !isPresented { error = presentation.remainingError(afterClosingWith: error) }
    }
  }
}
#endif
