#if canImport(SwiftUI)
public import SwiftUI

/// The last row of a list that a `Pager` keeps: it loads the next page when it is seen, and says why
/// one could not be loaded, with a button to try again.
///
/// ```swift
/// List {
///   ForEach(state.items) { WordRow(word: $0) }
///   PagerFooter(state.pager.phase) { store.receive(action: .loadNextPage) }
/// }
/// ```
public struct PagerFooter<Item: Identifiable, Cursor>: View {
  private let phase: Pager<Item, Cursor>.Phase
  private let loadNextPage: @Sendable @MainActor () -> Void
  @State private var isVisible = false

  /// Makes a footer; `loadNextPage` starts loading the next page or, if that failed, the same once
  /// more.
  public init(
    _ phase: Pager<Item, Cursor>.Phase,
    loadNextPage: @escaping @Sendable @MainActor () -> Void
  ) {
    self.phase = phase
    self.loadNextPage = loadNextPage
  }

  public var body: some View {
    switch PagerFooterPresentation(phase) {
    case .hidden:
      EmptyView()
    case .progress:
      RowProgressView()
        .onAppear { isVisible = true }
        .onDisappear { isVisible = false }
        .onChange(of: wantsPage) {
          if wantsPage { loadNextPage() }
        }
    case .failure(let error):
      FailureRow(
        failure: LoadFailure(error: error, retry: AsyncActionVoid { @MainActor in loadNextPage() })
      )
    }
  }

  private var wantsPage: Bool {
    PagerFooterPresentation.wantsPage(phase, isVisible: isVisible)
  }
}
#endif
