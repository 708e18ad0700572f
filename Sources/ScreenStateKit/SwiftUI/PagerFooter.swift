#if canImport(SwiftUI)
public import SwiftUI

/// The last row of a paged list, which loads the next page when it becomes visible and shows errors with a retry
/// button.
///
/// ```swift
/// List {
///   ForEach(state.items) { WordRow(word: $0) }
///   PagerFooter(state.pager) { store.send(.loadNextPage) }
/// }
/// ```
public struct PagerFooter<Item: Identifiable, Cursor>: View {
  private let row: PagerRow

  /// Creates a footer; `loadNextPage` starts loading the next page or, after a failure, the same page again.
  ///
  /// If the footer is visible and nothing loads, the footer repeats the call a few times, after increasing pauses that
  /// `clock` measures. A store that drops actions may otherwise miss the call while the action for the last page is
  /// ending. After that, the footer calls again only when it reappears. It never calls while the previous page is
  /// loading.
  public init(
    _ pager: Pager<Item, Cursor>,
    clock: any Clock<Duration> = ContinuousClock(),
    loadNextPage: @escaping @Sendable @MainActor () -> Void
  ) {
    row = PagerRow(
      presentation: PagerFooterPresentation(pager.phase),
      wantedPage: PagerFooterPresentation.wantedNextPage(pager),
      clock: clock,
      loadPage: loadNextPage
    )
  }

  /// Creates a footer for a list without previous pages, of which it knows only the phase at the end.
  public init(
    _ phase: Pager<Item, Cursor>.Phase,
    clock: any Clock<Duration> = ContinuousClock(),
    loadNextPage: @escaping @Sendable @MainActor () -> Void
  ) {
    row = PagerRow(
      presentation: PagerFooterPresentation(phase),
      wantedPage: PagerFooterPresentation.wantedPage(phase),
      clock: clock,
      loadPage: loadNextPage
    )
  }

  /// The content of the view.
  public var body: some View { row }
}
#endif
