/// Loads page after page.
///
/// Planted bug: a second call while a page is in flight loads that page again.
@MainActor final class PageModel {
  private let isPlanted: Bool
  private var isLoading = false
  private(set) var items: [Int] = []

  init(isPlanted: Bool) {
    self.isPlanted = isPlanted
  }

  func loadMore() async {
    guard isPlanted || !isLoading else { return }
    isLoading = true
    defer { isLoading = false }
    let first = items.count
    await Task { @concurrent in await Task.yield() }.value
    items += first..<first + 3
  }
}
