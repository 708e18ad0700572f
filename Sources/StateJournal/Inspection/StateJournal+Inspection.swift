package import StateCore
import StateFields
package import StateRecord

/// What an inspector reads, which is what the recorder has: nothing is copied for it.
extension StateJournal {
  /// The number of the last entry, and of the last one that has gone.
  package var numbers: (last: Int, gone: Int) {
    let last = recorder.lastNumber
    return (last, recorder.oldest.lastGone)
  }

  /// When the first entry came.
  package var start: ContinuousClock.Instant? { recorder.start }

  /// The next entries behind a number.
  package func entries(after number: Int, atMost count: Int) -> [JournalEntry] {
    recorder.entries(after: number, atMost: count)
  }

  /// Tells, without a value, that there are more entries; to the newest notice at most.
  package var notices: AsyncStream<Void> { recorder.additions.subscribe() }

  /// The numbers of entries that a commit has made void.
  package var struckOut: [ClosedRange<Int>] { recorder.struckOut }

  /// The last entry before the travel.
  package var lastBeforeTravel: Int? { recorder.travel?.last }

  package func isStruckOut(number: Int) -> Bool { recorder.isStruckOut(number) }

  /// The actions and effects that are not over, the oldest first.
  package var runningWork: [JournalWork] { recorder.runningWork }

  /// The stores that are there, and those that have ended and have entries left, in the order of their making.
  package var knownStores: [JournalStore] { recorder.knownStores }

  /// The state of a store behind the entry with a number, place by place.
  ///
  /// - Returns: Nothing if there is none, or if it is only below redacted fields.
  package func tree(of store: StoreID, at number: Int) -> StateTree? {
    _ = recorder.lastNumber
    return recorder.frame(at: number).flatMap { StateTree(store, $0) }
  }

  /// Whether the values of a store's fields are given back by time travel.
  package func isRestorable(_ store: StoreID) -> Bool {
    let frame = recorder.lastFrame
    return frame.roots[store].flatMap { frame.objects[$0]?.shape.isRestorable } ?? false
  }
}

extension JournalEntry {
  /// The action, the effect or the field that it is about.
  package var subject: String? { names.subject }
  /// The number of the entry with which that has begun.
  package var subjectEntry: Int? { names.subjectEntry }
  /// The number of the entry with which its cause has begun.
  package var causeEntry: Int? { names.causeEntry }
  /// Whether it is a change of an object that is only below redacted fields.
  package var isRedacted: Bool { isHidden }
}

extension SessionValue {
  /// A value of an entry, with its JSON if that is not larger than a number of bytes, roughly.
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
