#if canImport(SwiftUI)
public import SwiftUI

/// The last row of a list that a `Pager` keeps: it loads the next page when it is seen, and says why
/// one could not be loaded, with a button to try again.
///
/// ```swift
/// List {
///   ForEach(state.items) { WordRow(word: $0) }
///   PagerFooter(state.pager) { store.receive(action: .loadNextPage) }
/// }
/// ```
public struct PagerFooter<Item: Identifiable, Cursor>: View {
  private let row: PagerRow

  /// Makes a footer; `loadNextPage` starts loading the next page or, if that failed, the same once
  /// more.
  ///
  /// If the footer is seen and nothing loads, it is called a few times more, after longer and longer
  /// pauses by `clock`: a store that drops actions may not hear it while the one that brought the last
  /// page is ending. After that it is called when the footer comes into sight again. While the previous
  /// page is loading it is not called.
  public init(
    _ pager: Pager<Item, Cursor>,
    clock: any Clock<Duration> = ContinuousClock(),
    loadNextPage: @escaping @Sendable @MainActor () -> Void
  ) {
    row = PagerRow(
      presentation: PagerFooterPresentation(pager.phase),
      wantsPage: PagerFooterPresentation.wantsNextPage(pager),
      clock: clock,
      loadPage: loadNextPage
    )
  }

  /// Makes a footer for a list without previous pages, of which it knows only where its end stands.
  public init(
    _ phase: Pager<Item, Cursor>.Phase,
    clock: any Clock<Duration> = ContinuousClock(),
    loadNextPage: @escaping @Sendable @MainActor () -> Void
  ) {
    row = PagerRow(
      presentation: PagerFooterPresentation(phase),
      wantsPage: PagerFooterPresentation.wantsPage(phase),
      clock: clock,
      loadPage: loadNextPage
    )
  }

  /// The drawn content.
  public var body: some View { row }
}
#endif
