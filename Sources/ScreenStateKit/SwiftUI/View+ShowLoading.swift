#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Shows a spinner in the center while `isLoading` is true; the view remains usable.
  public func onShowLoading(_ isLoading: Binding<Bool>) -> some View {
    modifier(LoadingOverlay(isLoading: isLoading))
  }
}

private struct LoadingOverlay: ViewModifier {
  @Binding var isLoading: Bool

  func body(content: Content) -> some View {
    content.overlay {
      // The animation applies only to the overlay, not to the content below it.
      ZStack {
        if isLoading {
          ProgressView()
            .controlSize(.large)
            .transition(.opacity)
        }
      }
      .allowsHitTesting(false)
      .animation(.default, value: isLoading)
    }
  }
}
#endif
