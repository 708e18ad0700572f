#if canImport(SwiftUI)
import StateCore
import SwiftUI

/// A row before or after a list that loads a page when it becomes visible, and shows why one couldn't be loaded.
struct PagerRow: View {
  let presentation: PagerFooterPresentation
  /// A number if a page is to load when the row is visible; another number asks for another page.
  let wantedPage: Int?
  let clock: any Clock<Duration>
  let loadPage: @Sendable @MainActor () -> Void

  var body: some View {
    switch presentation {
    case .hidden:
      EmptyView()
    case .progress:
      RowProgressView()
        .task(id: wantedPage) {
          guard wantedPage != nil else { return }
          loadPage()
          for pause in PagerFooterPresentation.pausesBetweenCalls {
            try? await clock.pause(for: pause)
            if Task.isCancelled { return }
            loadPage()
          }
        }
    case .failure(let error):
      FailureRow(
        failure: LoadFailure(error: error, retry: AsyncActionVoid { @MainActor in loadPage() })
      )
    }
  }
}
#endif
