import LexiconCore

/// The selected row of a list and its first visible row.
package struct Viewport: Equatable, Sendable {
  package private(set) var selection = 0
  package private(set) var top = 0

  package init(selection: Int = 0, top: Int = 0) {
    self.selection = max(0, selection)
    self.top = max(0, top)
  }

  /// Moves the selection if the key is a movement key.
  ///
  /// - Returns: Whether the key is a movement key.
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

  /// Scrolls to show the selection and, if the last row is selected, the trailing rows.
  package mutating func fit(count: Int, trailing: Int = 0, height: Int) {
    selection = max(0, min(selection, count - 1))
    let last = selection == count - 1 ? selection + trailing : selection
    top = max(top, last - height + 1)
    top = min(top, selection, max(0, count + trailing - height))
  }

  /// Returns the selected element of a list, which may have become shorter.
  func selected<Element>(in list: [Element]) -> Element? {
    list.isEmpty ? nil : list[min(selection, list.count - 1)]
  }

  /// Returns the visible rows of a list; `text` creates each from its index and whether it is selected.
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
