#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateCore
import StateFields
import StateJournal
import StateRecord

extension InspectorReader {
  /// The maximum number of causes in a chain.
  private static let longestChain = 50
  /// The maximum number of bytes in the text of a value.
  private static let longestValue = 400

  /// Returns the last changes of the value at a path, and the causes of the last one.
  ///
  /// Other work of the main actor can run in between.
  func reasons(
    of store: Int,
    path: String,
    at entry: Int?,
    limit: Int
  ) async throws(RequestFailure) -> InspectedReasons {
    let (tree, at) = try tree(store, at: entry)
    _ = try tree.place(path)
    let field = FieldPath(pointer: path)
    let entries = journal.entries
    var changes: [JournalEntry] = []
    var isCut = false
    var end = ContinuousClock.now + limits.mainActorTurn
    for place in entries.range(after: 0, upTo: at).reversed() {
      let entry = entries[place]
      if entry.store.number == store, case .change(let change) = entry.kind,
        FieldPath(change.field).overlaps(field), !journal.isStruckOut(entry)
      {
        if changes.count == limit {
          isCut = true
          break
        }
        changes.append(entry)
      }
      if ContinuousClock.now < end { continue }
      await Task.yield()
      if Task.isCancelled { break }
      end = .now + limits.mainActorTurn
    }
    let chain = changes.first.map { causes(of: $0, in: entries) }
    return InspectedReasons(
      entry: changes.first.map { EntrySummary($0, in: journal) },
      age: changes.first.map { (.now - $0.time) / .seconds(1) },
      causes: chain?.causes ?? [],
      history: changes.reversed().compactMap { PastChange($0, in: journal, Self.longestValue) },
      isCut: isCut || chain?.isCut == true ? true : nil
    )
  }

  /// Returns the causes of an entry, and the reason why its effect or action waits, was dropped, was cancelled or failed.
  func reasons(of number: Int) throws(RequestFailure) -> InspectedReasons {
    let entries = journal.entries
    guard let entry = entries.entry(number: number) else { throw missing(number) }
    let chain = causes(of: entry, in: entries)
    let reason = EndReason(of: entry, in: entries)
    return InspectedReasons(
      entry: EntrySummary(entry, in: journal),
      age: (.now - entry.time) / .seconds(1),
      causes: chain.causes,
      history: [],
      isCut: chain.isCut ? true : nil,
      reason: reason?.text,
      related: reason?.related.map { EntrySummary($0, in: journal) }
    )
  }

  private func causes(
    of entry: JournalEntry,
    in entries: JournalEntries
  ) -> (causes: [EntrySummary], isCut: Bool) {
    var causes: [EntrySummary] = []
    var next = entry.subjectEntry ?? entry.causeEntry
    while let number = next {
      guard let cause = entries.entry(number: number), causes.count < Self.longestChain else {
        return (causes.reversed(), true)
      }
      causes.append(EntrySummary(cause, in: journal))
      next = cause.subjectEntry ?? cause.causeEntry
    }
    return (causes.reversed(), false)
  }
}

extension PastChange {
  @MainActor
  fileprivate init?(_ entry: JournalEntry, in journal: Journal, _ longest: Int) {
    guard case .change(let change) = entry.kind else { return nil }
    let summary = EntrySummary(entry, in: journal)
    func text(_ value: EventValue) -> String {
      (entry.isRedacted ? ValueText.redacted : value.text).shortened(toBytes: longest)
    }
    let new = text(change.new)
    self.init(
      entry: entry.number,
      seconds: summary.seconds,
      name: change.field,
      old: text(change.old),
      new: new,
      amount: Double(new).flatMap { $0.isFinite ? $0 : nil },
      by: summary.by,
      cause: entry.causeEntry
    )
  }
}
#endif
