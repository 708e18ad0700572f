/// A screen that is open, and which part of it is seen.
package struct OpenScreen: Codable, Hashable, Sendable {
  package let route: Route
  /// The row that is selected; 0 where nothing is.
  package let row: Int
  /// The first row that is seen.
  package let top: Int

  package init(_ route: Route, row: Int = 0, top: Int = 0) {
    self.route = route
    self.row = row
    self.top = top
  }
}
