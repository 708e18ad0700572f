#if canImport(SwiftUI)
import StateEngine
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
  private let clock: any Clock<Duration>
  private let loadNextPage: @Sendable @MainActor () -> Void

  /// Makes a footer; `loadNextPage` starts loading the next page or, if that failed, the same once
  /// more.
  ///
  /// If the footer is seen and nothing loads, it is called a few times more, after longer and longer
  /// pauses by `clock`: a store that drops actions may not hear it while the one that brought the last
  /// page is ending. After that it is called when the footer comes into sight again.
  public init(
    _ phase: Pager<Item, Cursor>.Phase,
    clock: any Clock<Duration> = ContinuousClock(),
    loadNextPage: @escaping @Sendable @MainActor () -> Void
  ) {
    self.phase = phase
    self.clock = clock
    self.loadNextPage = loadNextPage
  }

  /// The drawn content.
  public var body: some View {
    switch PagerFooterPresentation(phase) {
    case .hidden:
      EmptyView()
    case .progress:
      RowProgressView()
        .task(id: wantsPage) {
          guard wantsPage else { return }
          loadNextPage()
          for pause in PagerFooterPresentation.pausesBetweenCalls {
            try? await clock.pause(for: pause)
            if Task.isCancelled { return }
            loadNextPage()
          }
        }
    case .failure(let error):
      FailureRow(
        failure: LoadFailure(error: error, retry: AsyncActionVoid { @MainActor in loadNextPage() })
      )
    }
  }

  private var wantsPage: Bool { PagerFooterPresentation.wantsPage(phase) }
}
#endif
