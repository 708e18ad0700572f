package import LexiconCore
package import ScreenStateKit

/// All data for the frame of the search, as a value.
package struct SearchScreen: Equatable, Sendable {
  package var query = ""
  package var matches: Loadable<[SearchMatch]> = .idle
  package var total = 0
  package var viewport = Viewport()

  package init() {}

  @MainActor
  package init(_ state: SearchFeature.State, viewport: Viewport) {
    query = state.query
    matches = state.matches
    total = state.total
    self.viewport = viewport
  }

  /// The words found by the query; empty while a search runs.
  package var found: [SearchMatch] {
    if case .loaded(let found) = matches { found } else { [] }
  }

  package var selected: SearchMatch? { viewport.selected(in: found) }

  package func listHeight(in size: TerminalSize) -> Int {
    max(0, layout.bodyHeight(in: size) - 2)
  }

  package func frame(in size: TerminalSize) -> Frame {
    layout.frame(in: size, body: [field(size), Frame.Line("")] + list(size))
  }

  private var layout: ScreenLayout {
    ScreenLayout(title: "Search", status: status, error: matches.error?.message, footer: footer)
  }

  private var status: String {
    switch matches {
    case .idle, .empty, .failed: ""
    case .loading: "Searching…"
    case .loaded(let found): found.count < total ? "\(found.count) of \(total)" : "\(total)"
    }
  }

  private var footer: String {
    if matches.error != nil { return "enter retry  escape back" }
    return "type to search  up/down select  enter open  escape back"
  }

  /// Returns the line with the end of the query, where the reader types.
  private func field(_ size: TerminalSize) -> Frame.Line {
    let label = "Word: "
    return Frame.Line(label + query.suffix(columns: size.columns - label.columns - 1) + "█")
  }

  private func list(_ size: TerminalSize) -> [Frame.Line] {
    switch matches {
    case .idle:
      return [Frame.Line("  A word, a part of one, or something in its meaning", .faint)]
    case .empty:
      return [Frame.Line("  No word has '\(query)'")]
    case .failed:
      return []
    case .loading(let previous, _):
      return (previous ?? []).prefix(listHeight(in: size)).map { match in
        Frame.Line(WordRow(match).text(columns: size.columns), .faint)
      }
    case .loaded(let found):
      return viewport.rows(of: found.count, height: listHeight(in: size)) {
        WordRow(found[$0]).text(columns: size.columns, isSelected: $1)
      }
    }
  }
}
