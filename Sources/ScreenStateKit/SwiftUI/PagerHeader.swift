#if canImport(SwiftUI)
public import SwiftUI

/// The first row of a list whose `Pager` has previous pages: it loads the previous page when it is seen,
/// and says why one could not be loaded, with a button to try again.
///
/// ```swift
/// List {
///   PagerHeader(state.pager) { store.receive(action: .loadPreviousPage) }
///   ForEach(state.items) { MessageRow(message: $0) }
/// }
/// ```
public struct PagerHeader<Item: Identifiable, Cursor>: View {
  private let row: PagerRow

  /// Makes a header; `loadPreviousPage` starts loading the previous page or, if that failed, the same
  /// once more.
  ///
  /// It is called as the `PagerFooter` calls: when the header is seen, and a few times more by `clock` if
  /// nothing loads, but not while another page is loading.
  public init(
    _ pager: Pager<Item, Cursor>,
    clock: any Clock<Duration> = ContinuousClock(),
    loadPreviousPage: @escaping @Sendable @MainActor () -> Void
  ) {
    row = PagerRow(
      presentation: PagerFooterPresentation(pager.previousPhase),
      wantsPage: PagerFooterPresentation.wantsPreviousPage(pager),
      clock: clock,
      loadPage: loadPreviousPage
    )
  }

  /// The drawn content.
  public var body: some View { row }
}
#endif
