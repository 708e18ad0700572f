import LexiconCore

/// Which row of a list is selected, and which part of the list is seen.
package struct Viewport: Equatable, Sendable {
  package private(set) var selection = 0
  package private(set) var top = 0

  package init(selection: Int = 0, top: Int = 0) {
    self.selection = max(0, selection)
    self.top = max(0, top)
  }

  /// Moves the selection, unless the key is not one that moves.
  ///
  /// - Returns: Whether the key moves.
  package mutating func move(_ key: Key, count: Int, height: Int) -> Bool {
    // The list may have become shorter since the last move.
    selection = max(0, min(selection, count - 1))
    switch key {
    case .up, .character("k"): selection -= 1
    case .down, .character("j"): selection += 1
    case .pageUp: selection -= height
    case .pageDown, .character(" "): selection += height
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

  /// What is selected of a list, which may have become shorter.
  func selected<Element>(in list: [Element]) -> Element? {
    list.isEmpty ? nil : list[min(selection, list.count - 1)]
  }

  /// The rows of a list that are seen; `text` is asked for each with its place and whether it is the
  /// selected one.
  func rows(
    of count: Int,
    trailing: Int = 0,
    height: Int,
    text: (Int, Bool) -> MatchedText
  ) -> [Frame.Line] {
    var viewport = self
    viewport.fit(count: count, trailing: trailing, height: height)
    return (0..<count).dropFirst(viewport.top).prefix(height).map { index in
      let isSelected = index == viewport.selection
      return Frame.Line(text(index, isSelected), isSelected ? .selected : .plain)
    }
  }
}
