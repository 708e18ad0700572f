#if canImport(SwiftUI)
public import SwiftUI

extension View {
  /// Covers and disables the view while `isLoading` is true, and shows a spinner with `subtitles` below it.
  ///
  /// VoiceOver reads the text and doesn't reach the covered content.
  public func onShowBlockLoading(
    _ isLoading: Binding<Bool>,
    subtitles: String? = nil
  ) -> some View {
    modifier(BlockingOverlay(isLoading: isLoading, progress: BlockingProgress(subtitle: subtitles)))
  }
}

private struct BlockingOverlay: ViewModifier {
  @Binding var isLoading: Bool
  let progress: BlockingProgress

  func body(content: Content) -> some View {
    content
      // The overlay blocks touches; keyboards reach controls without them.
      .disabled(isLoading)
      .accessibilityHidden(isLoading)
      .overlay {
        ZStack {
          if isLoading {
            BlockingProgressView(progress: progress)
              .transition(.opacity)
          }
        }
        .animation(.default, value: isLoading)
      }
  }
}

private struct BlockingProgressView: View {
  let progress: BlockingProgress

  var body: some View {
    ZStack {
      Color.black.opacity(0.3)
        .ignoresSafeArea()
      VStack(spacing: 12) {
        ProgressView()
          .controlSize(.large)
        if let subtitle = progress.subtitle {
          Text(subtitle)
            .font(.subheadline)
            .multilineTextAlignment(.center)
        }
      }
      .padding(24)
      .background(.regularMaterial, in: .rect(cornerRadius: 16))
      .padding(24)
    }
    .contentShape(.rect)
    .accessibilityElement(children: .combine)
    .accessibilityAddTraits(.updatesFrequently)
    .onChange(of: progress, initial: true) { announce() }
  }

  private func announce() {
    switch progress.announcement {
    case .text(let text): AccessibilityNotification.Announcement(text).post()
    case .newScreen: AccessibilityNotification.ScreenChanged().post()
    }
  }
}
#endif
