#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import StateCore
import StateFields
import StateJournal
import StateRecord

extension EntrySummary {
  /// The maximum number of bytes in a text.
  static let longestText = 400

  @MainActor
  init(_ entry: JournalEntry, in journal: Journal) {
    number = entry.number
    seconds = journal.start.map { (entry.time - $0) / .seconds(1) } ?? 0
    store = entry.store.number
    kind = entry.kind.name
    name = Self.name(of: entry)
    text = entry.happening.shortened(toBytes: Self.longestText)
    subject = entry.subjectEntry
    cause = entry.causeEntry
    if journal.isStruckOut(entry) { isStruckOut = true }
    switch entry.kind {
    case .actionReceived(_, let received):
      by = received.cause.name
      origin = received.origin?.description
    case .actionHandled(_, let time): duration = time.total / .seconds(1)
    case .change(let change):
      by = change.cause.name
      if case .update(let place) = change.cause { origin = place?.description }
      if change.isWhileTravelling { isWhileTravelling = true }
    case .effect(_, .waiting(let start)), .effect(_, .started(let start)),
      .effect(_, .dropped(let start)):
      origin = start.origin?.description
    case .drawn(_, let cause): by = cause.name
    case .query(let attempt):
      if case .started(let start) = attempt.step { by = start.cause.name }
    case .outbox(let event):
      by = event.cause.name
      duration = event.duration.map { $0 / .seconds(1) }
    default: break
    }
  }

  @MainActor
  static func name(of entry: JournalEntry) -> String? {
    switch entry.kind {
    case .storeMade(let description): description.feature
    case .change(let change): change.field
    case .element(let producer, _): producer
    case .query(let attempt): attempt.id.name
    case .outbox(let event): event.id.name
    case .effect(_, .waiting(let start)), .effect(_, .started(let start)),
      .effect(_, .dropped(let start)):
      start.name ?? entry.subject
    default: entry.subject
    }
  }
}

extension EntryDetails {
  /// The approximate maximum size of a value that is included as JSON, in bytes.
  static let largestValue = 64 << 10

  @MainActor
  init(_ entry: JournalEntry, in journal: Journal) {
    self.entry = EntrySummary(entry, in: journal)
    switch entry.kind {
    case .actionReceived(_, let received):
      value = InspectedValue(received.action)
      canBeSentAgain = journal.canSend(received.action, to: entry.store)
    case .actionFailed(_, let error), .effect(_, .failed(let error)), .errorShown(let error):
      value = InspectedValue(error)
    case .element(_, let element): value = InspectedValue(element)
    case .query(let attempt):
      if case .failed(let error) = attempt.step {
        value = InspectedValue(error)
      } else {
        value = InspectedValue(attempt.query)
      }
    case .outbox(let event):
      value = (event.error ?? event.change).map { InspectedValue($0) }
    case .drawn(let drawn, _): value = InspectedValue(type: "", text: drawn.description)
    case .change(let change):
      old = InspectedValue(change.old, isHidden: entry.isRedacted)
      new = InspectedValue(change.new, isHidden: entry.isRedacted)
      differences =
        entry.isRedacted ? [] : change.differences.map { ValueDifferenceText($0) }
    default: break
    }
    if case .effect(let id, _) = entry.kind { effect = id.number }
  }
}

extension InspectedValue {
  @MainActor
  init(_ value: EventValue, isHidden: Bool = false) {
    if isHidden {
      self.init(type: "", text: ValueText.redacted, isRedacted: true)
      return
    }
    let value = SessionValue(value, atMost: EntryDetails.largestValue)
    self.init(
      type: value.type,
      text: value.description,
      json: value.json,
      isRedacted: value.isRedacted ? true : nil
    )
  }
}

extension ValueDifferenceText {
  init(_ difference: StateSnapshot.Difference) {
    self.init(name: difference.name, old: difference.old, new: difference.new)
  }
}

extension String {
  /// Returns the text, or its start and its end if it has more bytes than allowed.
  func shortened(toBytes longest: Int) -> String {
    guard utf8.count > longest else { return self }
    let gap = " … "
    let last = longest / 4
    var start = utf8.index(startIndex, offsetBy: longest - last - gap.utf8.count)
    var end = utf8.index(endIndex, offsetBy: -last)
    while UTF8.isContinuation(utf8[start]) { utf8.formIndex(before: &start) }
    while end < endIndex, UTF8.isContinuation(utf8[end]) { utf8.formIndex(after: &end) }
    return self[..<start] + gap + self[end...]
  }
}
#endif
