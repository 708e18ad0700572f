#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateCore
import StateJournal
import StateRecord

/// The reason why an effect or an action waits, was dropped, was cancelled, or failed.
///
/// The journal records why an action was dropped, and the errors. All else follows from the ids of effects, from the
/// ends of stores, and from the handlers that run at that time.
@MainActor
struct EndReason {
  let text: String
  private(set) var related: JournalEntry?

  /// The number of entries before and after that can belong to the same turn.
  private static let nearby = 64
  private static let shortestTurn = Duration.milliseconds(50)
  /// The number of earlier entries in which a running effect is searched.
  private static let farthest = 10_000

  init?(of entry: JournalEntry, in entries: JournalEntries) {
    let search = Search(entry, entries)
    switch entry.kind {
    case .effect(let id, .waiting(let start)):
      let running = search.running(like: start, id)
      self.init(
        text: running == nil
          ? "Its policy makes it wait." : "It waits for an effect with the same id.",
        related: running
      )
    case .effect(let id, .dropped(let start)):
      let running = search.running(like: start, id)
      self.init(
        text: running == nil
          ? "Its policy drops it." : "Its policy drops it while an effect with the same id runs.",
        related: running
      )
    case .effect(let id, .cancelled):
      if let other = search.replacement(of: id) {
        self.init(text: "An effect with the same id replaced it.", related: other)
      } else if let end = search.endOfStore() {
        self.init(text: "Its store ended.", related: end)
      } else if let action = search.actionInProgress(otherThan: search.start(of: entry)?.action) {
        self.init(text: "It was cancelled while this action was in progress.", related: action)
      } else {
        self.init(text: "It was cancelled by code outside actions.", related: nil)
      }
    case .actionQueued(let id):
      guard let action = search.actionInProgress(otherThan: id) else { return nil }
      self.init(text: "It waits while this action is in progress.", related: action)
    case .actionDropped(let id, let reason):
      let related: JournalEntry? =
        switch reason {
        case .isLocked: search.actionInProgress(otherThan: id) { $0.subject == entry.subject }
        case .storeHasEnded: search.endOfStore()
        case .policy, .wasCancelled, .senderWasCancelled, .middleware, .isTravelling: nil
        }
      self.init(text: Self.text(of: reason), related: related)
    case .actionFailed(_, let error): self.init(text: Self.text(of: error), related: nil)
    case .effect(_, .failed(let error)): self.init(text: Self.text(of: error), related: nil)
    default: return nil
    }
  }

  private static func text(of reason: DropReason) -> String {
    switch reason {
    case .isLocked: "An action with the same key is in progress."
    case .policy: "Its policy drops it."
    case .wasCancelled: "It was cancelled while it waited."
    case .senderWasCancelled: "The effect that sent it was cancelled."
    case .middleware: "The middleware has refused it."
    case .storeHasEnded: "Its store has ended."
    case .isTravelling: "Its store shows an earlier state."
    }
  }

  private static func text(of error: EventValue) -> String {
    "It threw an error: \(error.text.shortened(toBytes: EntrySummary.longestText))"
  }

  private init(text: String, related: JournalEntry?) {
    self.text = text
    self.related = related
  }

  /// The entries around one.
  @MainActor
  private struct Search {
    let entry: JournalEntry
    let entries: JournalEntries
    let place: Int

    init(_ entry: JournalEntry, _ entries: JournalEntries) {
      self.entry = entry
      self.entries = entries
      place = entries.range(after: entry.number - 1, upTo: entry.number).lowerBound
    }

    private func before(_ count: Int) -> ReversedCollection<Range<Int>> {
      (max(entries.startIndex, place - count)..<place).reversed()
    }

    private var after: Range<Int> {
      min(place + 1, entries.endIndex)..<min(place + 1 + nearby, entries.endIndex)
    }

    /// The start of an effect with the same id as another one that begins.
    func running(like start: EffectStart, _ id: EffectID) -> JournalEntry? {
      guard let key = start.key.map({ AnyHashable($0) }) else { return nil }
      var over: Set<EffectID> = [id]
      for place in before(farthest) {
        guard case .effect(let other, let step) = entries[place].kind,
          other.store == id.store
        else { continue }
        switch step {
        case .ended, .dropped: over.insert(other)
        case .started(let start):
          let isSame = start.key.map { AnyHashable($0) } == key
          if isSame, !over.contains(other) { return entries[place] }
        case .waiting, .failed, .cancelled: continue
        }
      }
      return nil
    }

    /// The start of an effect with the same id in the same turn.
    func replacement(of id: EffectID) -> JournalEntry? {
      guard let key = start(of: entry)?.key.map({ AnyHashable($0) }) else { return nil }
      for place in after {
        let other = entries[place]
        if other.time - entry.time > shortestTurn { break }
        guard case .effect(let number, let step) = other.kind, number != id,
          number.store == id.store
        else { continue }
        switch step {
        case .started(let start), .waiting(let start):
          if start.key.map({ AnyHashable($0) }) == key { return other }
        case .dropped, .failed, .cancelled, .ended: continue
        }
      }
      return nil
    }

    /// The start of the effect that an entry is about.
    func start(of entry: JournalEntry) -> EffectStart? {
      let first = entry.subjectEntry.flatMap { entries.entry(number: $0) }
      switch first?.kind {
      case .effect(_, .started(let start)), .effect(_, .waiting(let start)): return start
      default: return nil
      }
    }

    func endOfStore() -> JournalEntry? {
      for place in Array(before(nearby)) + Array(after) {
        let other = entries[place]
        guard case .storeEnded = other.kind, other.store == entry.store else { continue }
        let distance = other.time - entry.time
        if distance <= shortestTurn, distance >= .zero - shortestTurn { return other }
      }
      return nil
    }

    /// The last action of the store whose handler runs, or has just run.
    func actionInProgress(
      otherThan own: ActionID?,
      where isWanted: (JournalEntry) -> Bool = { _ in true }
    ) -> JournalEntry? {
      var over: Set<ActionID> = []
      var begun: Set<ActionID> = []
      if let own { over.insert(own) }
      for place in before(4 * nearby) {
        let other = entries[place]
        switch other.kind {
        case .actionDropped(let id, _), .actionDone(let id): over.insert(id)
        case .actionHandled(let id, _), .actionFailed(let id, _):
          begun.insert(id)
          // Its tasks begin in the same turn.
          if entry.time - other.time > shortestTurn { over.insert(id) }
        case .actionQueued(let id): if !begun.contains(id) { over.insert(id) }
        case .actionReceived(let id, _):
          if !over.contains(id), id.store == entry.store, isWanted(other) { return other }
        default: continue
        }
      }
      return nil
    }
  }
}
#endif
