/// An open screen with its scroll position.
package struct OpenScreen: Codable, Hashable, Sendable {
  package let route: Route
  /// The selected row, or 0 if none is selected.
  package let row: Int
  /// The first visible row.
  package let top: Int

  package init(_ route: Route, row: Int = 0, top: Int = 0) {
    self.route = route
    self.row = row
    self.top = top
  }
}
