/// Which row of a list is selected, and which part of the list is seen.
package struct Viewport: Equatable, Sendable {
  package private(set) var selection = 0
  package private(set) var top = 0

  package init() {}

  /// Moves the selection, unless the key is not one that moves.
  ///
  /// - Returns: Whether the key moves.
  package mutating func move(_ key: Key, count: Int, height: Int) -> Bool {
    // The list may have become shorter since the last move.
    selection = max(0, min(selection, count - 1))
    switch key {
    case .up: selection -= 1
    case .down: selection += 1
    case .pageUp: selection -= height
    case .pageDown: selection += height
    case .home: selection = 0
    case .end: selection = count - 1
    default: return false
    }
    selection = max(0, min(selection, count - 1))
    return true
  }

  /// Shows the selection, and at the end of the list the rows that trail it.
  package mutating func fit(count: Int, trailing: Int = 0, height: Int) {
    selection = max(0, min(selection, count - 1))
    let last = selection == count - 1 ? selection + trailing : selection
    top = max(top, last - height + 1)
    top = min(top, selection, max(0, count + trailing - height))
  }
}
