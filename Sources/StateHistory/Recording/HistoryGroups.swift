import StateCore
import StateRecord

/// The open groups of all histories, by the mark of their code.
@MainActor
enum HistoryGroups {
  /// The roots of a mark, by the recorder of their history.
  private static var groups: [ChangeMark: Roots] = [:]
  /// The last closed groups, which may have pending reactions.
  private static var closed = Queue<(mark: ChangeMark, roots: Roots)>()
  private static let closedLimit = 128
  private static var lastNumber: Int32 = 0

  private typealias Roots = [Int: HistoryRoot]

  /// Opens a group inside the current code; returns `nil` if it belongs to an open group of the history.
  static func open(_ root: HistoryRoot, of recorder: HistoryRecorder) -> ChangeMark? {
    // A group of another history may have closed before the code that it began.
    let outer = (CurrentCause.mark.flatMap { groups[$0] } ?? [:]).filter { $0.value.isOpenGroup }
    let key = recorder.notes.number
    if outer[key] != nil { return nil }
    lastNumber = lastNumber == .max ? 1 : lastNumber + 1
    let mark = ChangeMark(lastNumber)
    groups[mark] = outer.merging([key: root]) { $1 }
    root.isOpenGroup = true
    root.actionCount += 1
    return mark
  }

  static func close(_ mark: ChangeMark) {
    guard let roots = groups.removeValue(forKey: mark) else { return }
    closed.append((mark, roots))
    if closed.count > closedLimit { closed.popFirst() }
  }

  /// Returns the root of an open group.
  static func root(of mark: ChangeMark?, in recorder: HistoryRecorder) -> HistoryRoot? {
    if groups.isEmpty { return nil }
    let root = mark.flatMap { groups[$0]?[recorder.notes.number] }
    return root?.isOpenGroup == true ? root : nil
  }

  /// Returns the root of a group for a reaction to a change that its code has made.
  static func root(ofReaction mark: ChangeMark?, in recorder: HistoryRecorder) -> HistoryRoot? {
    guard let mark else { return nil }
    let roots = groups[mark] ?? closed.elements.last { $0.mark == mark }?.roots
    return roots?[recorder.notes.number]
  }
}

extension HistoryRecorder {
  /// Opens a group; returns `nil` inside another one of the history.
  func openGroup(_ name: String?) -> ChangeMark? {
    if hasEnded { return nil }
    // Earlier changes don't belong to the group.
    EventCenter.report()
    settle()
    return HistoryGroups.open(.group(name), of: self)
  }

  func closeGroup(_ mark: ChangeMark) {
    EventCenter.report()
    if let root = HistoryGroups.root(of: mark, in: self) {
      root.isOpenGroup = false
      note(closed: root)
    }
    HistoryGroups.close(mark)
    settle()
  }
}
