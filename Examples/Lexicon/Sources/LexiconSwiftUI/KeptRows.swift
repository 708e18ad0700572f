#if canImport(SwiftUI)
import LexiconCore

/// The visible rows of a list: restores the scroll position once, then saves the first visible row.
@MainActor
final class KeptRows {
  private let place: Place
  private let route: Route
  private var seen: Set<Int> = []
  private var isChanging = false
  /// The row to scroll to when it exists, or 0.
  private(set) var wanted: Int

  init(_ route: Route, in place: Place) {
    self.place = place
    self.route = route
    wanted = max(0, place.screen(route)?.top ?? 0)
  }

  /// Returns the row to scroll to in a list with so many rows, or `nil` if that was done or the row doesn't exist.
  func takeWanted(of count: Int) -> Int? {
    guard wanted > 0, wanted < count else { return nil }
    defer { wanted = 0 }
    return wanted
  }

  func appear(_ row: Int) {
    seen.insert(row)
    keepSoon()
  }

  func disappear(_ row: Int) {
    seen.remove(row)
    keepSoon()
  }

  /// Saves the first visible row after all rows that change together have changed.
  ///
  /// While another screen is in front, no row is visible and nothing is saved.
  private func keepSoon() {
    guard !isChanging else { return }
    isChanging = true
    Task {
      isChanging = false
      guard wanted == 0, let first = seen.min() else { return }
      place.scroll(route, to: first)
    }
  }
}
#endif
