#if canImport(SwiftUI)
public import SwiftUI

/// The first row of a list with previous pages, which loads one when it becomes visible and shows errors with a retry
/// button.
///
/// ```swift
/// List {
///   PagerHeader(state.pager) { store.send(.loadPreviousPage) }
///   ForEach(state.items) { MessageRow(message: $0) }
/// }
/// ```
public struct PagerHeader<Item: Identifiable, Cursor>: View {
  private let row: PagerRow

  /// Creates a header; `loadPreviousPage` starts loading the previous page or, after a failure, the same page again.
  ///
  /// The header calls it like `PagerFooter` does: when the header becomes visible, and a few more times, timed by
  /// `clock`, if nothing loads. It never calls while another page is loading.
  public init(
    _ pager: Pager<Item, Cursor>,
    clock: any Clock<Duration> = ContinuousClock(),
    loadPreviousPage: @escaping @Sendable @MainActor () -> Void
  ) {
    row = PagerRow(
      presentation: PagerFooterPresentation(pager.previousPhase),
      wantedPage: PagerFooterPresentation.wantedPreviousPage(pager),
      clock: clock,
      loadPage: loadPreviousPage
    )
  }

  /// The content of the view.
  public var body: some View { row }
}
#endif
