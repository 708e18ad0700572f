#if canImport(SwiftUI)
import LexiconCore

/// The rows of a list that are seen: they come back once, and the first of them is kept from then on.
@MainActor
final class KeptRows {
  private let place: Place
  private let route: Route
  private var seen: Set<Int> = []
  private var isChanging = false
  /// The row to scroll to when it is there.
  private(set) var wanted: Int

  init(_ route: Route, in place: Place) {
    self.place = place
    self.route = route
    wanted = max(0, place.screen(route)?.top ?? 0)
  }

  /// The row to scroll to in a list of so many rows; nothing where that was done, or it is not there.
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

  /// Keeps the first row when all that come and go at once have done so; none is left where another screen is in front.
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
