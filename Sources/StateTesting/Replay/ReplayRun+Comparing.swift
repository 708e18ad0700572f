import StateJournal

/// The comparison of the replayed state with the recorded one.
extension ReplayRun {
  /// Whether the entry at a position is compared.
  func isBeforeLimit(_ place: Int) -> Bool { limit.map { place < $0 } ?? true }

  /// Whether the replay has reached an entry but not passed it.
  func canCompare(at place: Int) -> Bool {
    if !suspended.isEmpty { return false }
    return lastBegin <= place && hasAllBefore(place)
  }

  /// Whether nothing before an entry remains to be written or sent.
  func hasAllBefore(_ place: Int) -> Bool {
    guard place > position else { return true }
    return session.entries[(position + 1)...place].allSatisfy { tape.comesByItself($0, begun) }
  }

  func compare(behind action: ReplayTape.Action, at place: Int) {
    uncompared.remove(action.id)
    let hint = limit.map { limit in
      let (number, last) = (session.entries[place].number, session.entries[limit].number)
      return
        "\nIf the new value is right, the session was wrong before entry \(last): pass upTo: \(number)."
    }
    compare(at: place, hint: hint ?? "") {
      "after the handler of \(action.text), entry \(action.number)"
    }
  }

  func compare(at place: Int, hint: String = "", _ where: () -> String) {
    let frame = frame(at: place)
    guard failure == nil, let root = frame.roots[tape.root],
      let difference = writer.difference(frame, root: root, from: state)
    else { return }
    fail(
      """
      The replay differs from the session at entry \(session.entries[place].number), \(`where`()):
        \(difference.name): recorded \(difference.recorded), replayed \(difference.actual)\(hint)
      """
    )
  }

  private func frame(at place: Int) -> SessionFrame {
    if place <= position { return frame }
    var (start, frame) = ahead ?? (position, frame)
    if start > place { (start, frame) = (position, self.frame) }
    for entry in session.entries[start...place].dropFirst() { frame.apply(entry) }
    ahead = (place, frame)
    return frame
  }
}
