/// The changes that have begun and are not reported yet, in the order of their beginning.
///
/// An observation tells of a change before it is made: it is known when the field changes again, and at the
/// latest at a boundary, such as the end of a handler, the next event, or another turn of the main actor.
@MainActor
package enum PendingChanges {
  private struct Entry {
    let object: TrackedObject
    let field: Int
    let token: Int
    /// Where the field has changed again, and a change that began before is not known yet.
    var ended: EndedChange?
  }

  private static var entries: [Entry] = []
  private static var limit = 64
  /// Older changes that the last boundary has found unmade; nothing waits for them.
  private static var unmade: [Entry] = []
  /// Changes that many boundaries have found unmade: most are writes of the value that was there.
  private static var late: [LateEntry] = []
  private static var lateLimit = 64
  /// The number of unmade changes that each boundary looks at.
  private static let unmadeLimit = 64
  private static var lastToken = 0
  private static var isCommitting = false
  private static var isScheduled = false
  /// Objects with fields that no observer hears of.
  private static var unobserved: [Weak] = []

  private struct Weak {
    weak var object: TrackedObject?
  }

  private struct LateEntry {
    weak var object: TrackedObject?
    let field: Int
    let token: Int
  }

  /// Notes a change; the token tells it from another one of the field.
  static func add(_ object: TrackedObject, _ field: Int) -> Int {
    lastToken += 1
    if entries.count >= limit, !isCommitting { reportEnded() }
    entries.append(Entry(object: object, field: field, token: lastToken))
    if !isScheduled {
      isScheduled = true
      ImmediateTask.detached { @MainActor in
        isScheduled = false
        commit(isEndOfTurn: true)
      }
    }
    return lastToken
  }

  /// Ends a change whose field is about to change again; it is reported behind those that began before it.
  static func end(_ object: TrackedObject, _ field: Int, token: Int, _ change: EndedChange) {
    guard !isCommitting, let index = entries.lastIndex(where: { $0.token == token }) else {
      return object.report(change, field)
    }
    entries[index].ended = change
    let ended = entries.prefix { $0.ended != nil }
    entries.removeFirst(ended.count)
    report(ended)
  }

  /// Keeps the list from growing: what is known does not wait any longer.
  private static func reportEnded() {
    let ended = entries.filter { $0.ended != nil }
    entries.removeAll {
      $0.ended != nil || !$0.object.isPending($0.field, token: $0.token)
    }
    limit = max(64, 2 * entries.count)
    report(ended[...])
  }

  private static func report(_ ended: ArraySlice<Entry>) {
    if ended.isEmpty { return }
    isCommitting = true
    defer { isCommitting = false }
    for entry in ended { if let change = entry.ended { entry.object.report(change, entry.field) } }
  }

  /// Has changes from now on reported in a turn that is not the one which is yet to come.
  ///
  /// Where other code takes the main actor over, that one may never come.
  static func closeTurn() { isScheduled = false }

  /// Has an object looked at each time, whose changes nobody tells.
  static func lookAgain(at object: TrackedObject) {
    unobserved.removeAll { $0.object == nil }
    unobserved.append(Weak(object: object))
  }

  /// Has the older ones of the unmade changes looked at when the turn ends, or their fields change again.
  private static func postpone() {
    let older = unmade.prefix(unmade.count - unmadeLimit / 2)
    late += older.map { LateEntry(object: $0.object, field: $0.field, token: $0.token) }
    unmade.removeFirst(older.count)
    guard late.count >= lateLimit else { return }
    late.removeAll { $0.object?.isPending($0.field, token: $0.token) != true }
    lateLimit = max(64, 2 * late.count)
  }

  /// Reports all changes that were made before.
  package static func commit() { commit(isEndOfTurn: false) }

  static func commit(isEndOfTurn: Bool) {
    if isCommitting { return }
    isCommitting = true
    defer { isCommitting = false }
    if isEndOfTurn { commitLate() }
    // Another observer of a change may be the caller: then the change is not made yet.
    unmade.removeAll { $0.object.commit($0.field, token: $0.token, isOver: isEndOfTurn) }
    var index = 0
    // A getter may change another field.
    while index < entries.count {
      let entry = entries[index]
      if let change = entry.ended {
        entry.object.report(change, entry.field)
      } else if !entry.object.commit(entry.field, token: entry.token, isOver: isEndOfTurn) {
        unmade.append(entry)
      }
      index += 1
    }
    entries.removeAll(keepingCapacity: true)
    if !isEndOfTurn, unmade.count > unmadeLimit { postpone() }
    for entry in unobserved { entry.object?.lookAgain() }
    TrackedObject.endDepartures()
  }

  /// They are older than all others.
  private static func commitLate() {
    var all: [LateEntry] = []
    swap(&all, &late)
    for entry in all { entry.object?.commit(entry.field, token: entry.token, isOver: true) }
  }
}

/// A change of a field whose value is known.
struct EndedChange {
  let value: SnapshotValue
  let cause: EventCause
}
