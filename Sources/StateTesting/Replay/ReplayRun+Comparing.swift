import StateJournal

/// The comparison of the replay's state with the recorded one.
extension ReplayRun {
  /// Whether an entry with a place is compared.
  func isBeforeLimit(_ place: Int) -> Bool { limit.map { place < $0 } ?? true }

  /// Whether the replay has got as far as an entry, and no farther.
  func canCompare(at place: Int) -> Bool {
    if !suspended.isEmpty { return false }
    return lastBegin <= place && hasAllBefore(place)
  }

  /// Whether nothing is left to be written or sent before an entry.
  func hasAllBefore(_ place: Int) -> Bool {
    guard place > position else { return true }
    return session.entries[(position + 1)...place].allSatisfy { tape.comesByItself($0, begun) }
  }

  func compare(behind action: ReplayTape.Action, at place: Int) {
    uncompared.remove(action.id)
    let hint = limit.map { limit in
      let (number, last) = (session.entries[place].number, session.entries[limit].number)
      return
        "\nIf it is right now, the session was wrong before entry \(last): write upTo: \(number)."
    }
    compare(at: place, hint: hint ?? "") {
      "behind the handler of \(action.text), entry \(action.number)"
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
