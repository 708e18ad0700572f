#if canImport(SwiftUI)
public import SwiftUI

/// A view that shows loadable content as a spinner, the content, an empty view, or an error with a retry button.
///
/// The previous value stays visible while it loads again, and after a failure, which appears below it. The strings “Try
/// Again” and “Nothing Here” come from the app's own localization.
public struct LoadableView<Value, Content: View, Empty: View>: View {
  private let presentation: LoadablePresentation<Value>
  private let content: (Value) -> Content
  private let empty: Empty

  /// Shows `loadable`; `retry` loads it again if its failure has no retry action.
  public init(
    _ loadable: Loadable<Value>,
    retry: AsyncActionVoid? = nil,
    @ViewBuilder content: @escaping (Value) -> Content,
    @ViewBuilder empty: () -> Empty
  ) {
    presentation = LoadablePresentation(loadable, retry: retry)
    self.content = content
    self.empty = empty()
  }

  /// The content of the view.
  public var body: some View {
    switch presentation {
    case .progress:
      ProgressView()
        .frame(maxWidth: .infinity, maxHeight: .infinity)
    case .content(let value, let failure):
      content(value)
        .safeAreaInset(edge: .bottom) {
          if let failure {
            FailureRow(failure: failure)
              .background(.regularMaterial)
          }
        }
    case .empty:
      empty
    case .failure(let failure):
      FailureView(failure: failure)
    }
  }
}

extension LoadableView where Empty == ContentUnavailableView<Label<Text, Image>, Text?, EmptyView> {
  /// Shows `loadable`, and a standard text if it is empty.
  public init(
    _ loadable: Loadable<Value>,
    retry: AsyncActionVoid? = nil,
    @ViewBuilder content: @escaping (Value) -> Content
  ) {
    self.init(loadable, retry: retry, content: content) {
      ContentUnavailableView("Nothing Here", systemImage: "tray")
    }
  }
}
#endif
