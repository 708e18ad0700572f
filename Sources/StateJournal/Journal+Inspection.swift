package import StateCore
import StateFields
package import StateRecord

/// The parts of the recorder that an inspector reads, without copies.
///
/// Reading them appends no entry: an inspector must not change what it shows.
extension Journal {
  /// The number of the last entry, and of the last one that was removed.
  package var numbers: (last: Int, gone: Int) {
    let last = recorder.lastNumber
    return (last, recorder.oldest.lastGone)
  }

  /// The time of the first entry.
  package var start: ContinuousClock.Instant? { recorder.start }

  /// Returns the entries after a number.
  package func entries(after number: Int, atMost count: Int) -> [JournalEntry] {
    recorder.entries(after: number, atMost: count)
  }

  /// A stream that signals new entries, without values.
  ///
  /// It buffers at most one notice.
  package var notices: AsyncStream<Void> { recorder.additions.subscribe() }

  /// The ranges of entry numbers that a commit has discarded.
  package var struckOut: [ClosedRange<Int>] { recorder.struckOut }

  /// The last entry before the travel.
  package var lastBeforeTravel: Int? { recorder.travel?.last }

  package func isStruckOut(number: Int) -> Bool { recorder.isStruckOut(number) }

  /// The actions and effects that haven't ended, the oldest first.
  package var runningWork: [JournalWork] { recorder.runningWork }

  /// The stores that exist, and the ended ones that still have entries, in the order of their creation.
  package var knownStores: [JournalStore] { recorder.knownStores }

  /// The histories of the recorded stores, the oldest first.
  package var histories: [JournalHistory] { recorder.knownHistories }

  /// Returns the number of the entry with which an attempt of a query began, unless that was long ago.
  package func startEntry(of attempt: QueryAttempt.ID) -> Int? { recorder.startEntry(of: attempt) }

  /// Returns the number of the entry with which an attempt of an outbox or its change began, unless that was long ago.
  package func startEntry(of id: OutboxEvent.ID) -> Int? { recorder.startEntry(of: id) }

  /// Returns the state of a store after the entry with a number, place by place.
  ///
  /// - Returns: `nil` if there is no such state, or if it is only reachable through redacted fields.
  package func tree(of store: StoreID, at number: Int) -> StateTree? {
    recorder.frame(at: number).flatMap { StateTree(store, $0) }
  }

  /// Whether time travel restores the values of a store's fields.
  package func isRestorable(_ store: StoreID) -> Bool {
    let frame = recorder.lastFrame
    return frame.roots[store].flatMap { frame.objects[$0]?.shape.isRestorable } ?? false
  }
}

extension JournalEntry {
  /// The action, the effect, or the field that the entry is about.
  package var subject: String? { names.subject }
  /// The number of the entry with which its subject began.
  package var subjectEntry: Int? { names.subjectEntry }
  /// The number of the entry with which its cause began.
  package var causeEntry: Int? { names.causeEntry }
  /// Whether it is a change of an object that is only reachable through redacted fields.
  package var isRedacted: Bool { isHidden }
}

extension SessionValue {
  /// Creates a value of an entry.
  ///
  /// It includes the JSON if that is at most approximately `size` bytes long.
  @MainActor
  package init(_ value: EventValue, atMost size: Int) {
    guard !value.isRedacted, let whole = value.whole else {
      self.init(type: "", json: nil, text: value.text)
      isRedacted = value.isRedacted
      return
    }
    self.init(
      type: ValueText.name(of: Swift.type(of: whole)),
      json: JSONCoding.json(of: whole, atMost: size),
      text: ValueText.describe(whole),
      caseName: value.caseName
    )
  }
}
