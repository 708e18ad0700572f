import StateCore

/// The roots of the last turns with writes, and of the last closed groups.
///
/// Reactions to them usually run at the end of the turn, but those of a store whose handler is suspended run later.
@MainActor
struct RecentRoots {
  private enum Kind {
    case writes(turn: Int)
    case group(closedIn: Int)
  }

  private static let limit = 128

  private var kept = Queue<(root: HistoryRoot, kind: Kind)>()
  /// The writes of the current turn, or of the last one that had any, until they end before their turn.
  private var open: (root: HistoryRoot, turn: Int)?

  /// Returns the root of the writes of a turn that aren't complete.
  func writes(of turn: Int) -> HistoryRoot? {
    if let open, open.turn == turn { open.root } else { nil }
  }

  /// Whether a root is that of the last writes.
  func isLastWrites(_ root: HistoryRoot?) -> Bool { root != nil && root === open?.root }

  /// Begins the writes of a turn; returns the root of earlier ones that makes no more changes, if any.
  mutating func begin(_ root: HistoryRoot, in turn: Int) -> HistoryRoot? {
    open = (root, turn)
    root.actionCount += 1
    return keep(root, .writes(turn: turn))
  }

  /// Ends the writes so far, so that later ones of the turn have another root.
  mutating func endWrites() { open = nil }

  /// Notes a closed group; returns an earlier root that makes no more changes, if any.
  mutating func close(_ group: HistoryRoot, in turn: Int) -> HistoryRoot? {
    keep(group, .group(closedIn: turn))
  }

  private mutating func keep(_ root: HistoryRoot, _ kind: Kind) -> HistoryRoot? {
    kept.append((root, kind))
    guard kept.count > Self.limit, let oldest = kept.popFirst() else { return nil }
    oldest.root.actionCount -= 1
    return oldest.root.actionCount == 0 ? oldest.root : nil
  }

  // MARK: Reactions

  /// Returns the root that a reaction to the writes of a turn belongs to.
  func root(ofReactionToWritesOf turn: Int) -> HistoryRoot? {
    if let open, open.turn == turn { return open.root }
    let found = kept.elements.last { if case .writes(turn) = $0.kind { true } else { false } }
    return found?.root
  }

  /// Whether a group was open in a turn, or closed in it.
  func contains(_ group: HistoryRoot, openIn turn: Int) -> Bool {
    kept.elements.contains {
      if $0.root === group, case .group(let end) = $0.kind { end >= turn } else { false }
    }
  }
}
