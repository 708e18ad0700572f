#if canImport(SwiftUI)
public import SwiftUI

/// Shows loadable content: a spinner, the content, that there is none, or why it could not be loaded,
/// with a button to try again.
///
/// A value from before stays while it loads again, and after a failure, which is then shown below it.
/// “Try Again” and “Nothing Here” are looked up in the app's own strings.
public struct LoadableView<Value, Content: View, Empty: View>: View {
  private let presentation: LoadablePresentation<Value>
  private let content: (Value) -> Content
  private let empty: Empty

  /// Shows `loadable`; `retry` loads it again where its failure does not say how.
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

  /// The drawn content.
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
  /// Shows `loadable`, and a standard text if there is nothing.
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
