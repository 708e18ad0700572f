import StateCore

/// Turns the records of a file into entries: it finds the entries with which actions and effects began.
struct FlightDecoder {
  private struct Subject: Hashable {
    let store: UInt32
    let number: FlightNumber
  }

  private let image: FlightImage
  /// The numbers of the entries, by those of the records.
  private var numbers: [FlightNumber: Int] = [:]
  /// The entries that received the actions with an entry in a ledger.
  private var actions: [Subject: Int] = [:]
  private var effects: [Subject: Int] = [:]
  /// The actions whose handlers run.
  private var open: [UInt32: Int] = [:]
  private var dropped: Set<Int> = []
  private var names: [Int: FlightEntry] = [:]
  /// The parents of stores, which a later record than the first one may tell.
  private var parents: [UInt32: Int] = [:]
  /// The stores with an entry.
  private var made: Set<UInt32> = []

  init(_ image: FlightImage) {
    self.image = image
    findActions()
  }

  /// Finds the entries of the actions in ledgers, some of which only the end of the handler tells.
  private mutating func findActions() {
    for (index, numbered) in image.records.enumerated() {
      if numbered.number != .none {
        numbers[numbered.number] = image.replacedCount + index + 1
      }
    }
    for numbered in image.records {
      let record = numbered.record
      switch record.kind {
      case .actionReceived where record.subject.isOfLedger:
        actions[Subject(store: record.store, number: record.subject)] = numbers[numbered.number]
      case .storeMade where record.subject.bits != 0:
        parents[record.store] = Int(truncatingIfNeeded: record.subject.bits)
      case .actionEntered:
        let subject = Subject(store: record.store, number: record.cause.subject)
        actions[subject] = numbers[record.subject]
      default: continue
      }
    }
  }

  mutating func entries() -> [FlightEntry] {
    image.records.enumerated().compactMap { index, numbered in
      entry(image.replacedCount + index + 1, numbered.record)
    }
  }

  private mutating func entry(_ number: Int, _ record: FlightRecord) -> FlightEntry? {
    guard let kind = kind(of: record) else { return nil }
    var entry = FlightEntry(
      number: number,
      seconds: Double(record.time) / 1e9,
      kind: kind,
      store: Int(record.store),
      storeName: record.kind == .mark ? "" : text(record.type)
    )
    switch record.kind {
    case .storeMade:
      guard made.insert(record.store).inserted else { return nil }
      entry.name = text(record.name)
      entry.parent = parents[record.store]
    case .storeEnded: break
    case .mark: entry.name = text(record.name)
    case .actionReceived:
      entry.subject = number
      entry.cause = cause(record.cause)
      setName(record.name, of: &entry)
      names[number] = entry
      open[record.store] = number
    case .effectWaiting, .effectStarted, .effectDropped:
      begin(number, record, &entry)
    case .effectFailed, .effectCancelled, .effectEnded:
      entry.subject = effects[Subject(store: record.store, number: record.subject)]
      setName(record, of: &entry)
    case .actionQueued, .actionDropped, .actionHandled, .actionEntered, .actionFailed, .actionDone,
      .value:
      entry.subject = action(record.store, record.subject)
      setName(record, of: &entry)
      if !end(record, &entry) { return nil }
    }
    return entry
  }

  private mutating func begin(_ number: Int, _ record: FlightRecord, _ entry: inout FlightEntry) {
    let subject = Subject(store: record.store, number: record.subject)
    let action = action(record.store, record.cause.subject) ?? open[record.store]
    if record.cause.kind == .handler { entry.cause = .handler(of: action) }
    // An effect that has waited has begun before.
    entry.subject = effects[subject] ?? number
    effects[subject] = entry.subject
    setName(record.name, of: &entry)
    names[number] = entry
  }

  /// Completes an entry of an action; returns `false` if the entry says nothing new.
  private mutating func end(_ record: FlightRecord, _ entry: inout FlightEntry) -> Bool {
    switch record.kind {
    case .actionDropped:
      entry.reason = DropReason(code: record.detail)
      if let subject = entry.subject { dropped.insert(subject) }
    case .actionHandled, .actionDone:
      if let subject = entry.subject, dropped.contains(subject) { return false }
      if record.kind == .actionDone { return true }
      if open[record.store] == entry.subject { open[record.store] = nil }
      entry.duration = .nanoseconds(Int64(clamping: record.extra))
    default: break
    }
    return true
  }

  // MARK: Names

  private func kind(of record: FlightRecord) -> FlightEntry.Kind? {
    switch record.kind {
    case .storeMade: .storeMade
    case .storeEnded: .storeEnded
    case .actionReceived: .actionReceived
    case .actionQueued: .actionQueued
    case .actionDropped: .actionDropped
    case .actionHandled: .actionHandled
    case .actionFailed: .actionFailed
    case .actionDone: .actionDone
    case .effectWaiting: .effectWaiting
    case .effectStarted: .effectStarted
    case .effectDropped: .effectDropped
    case .effectFailed: .effectFailed
    case .effectCancelled: .effectCancelled
    case .effectEnded: .effectEnded
    case .mark: .mark
    case .actionEntered, .value: nil
    }
  }

  private func name(_ index: UInt16) -> FlightName? {
    let index = Int(index) - 1
    return image.names.indices.contains(index) ? image.names[index] : nil
  }

  private func text(_ index: UInt16) -> String { name(index)?.text ?? "…" }

  private func setName(_ index: UInt16, of entry: inout FlightEntry) {
    guard let name = name(index) else {
      if entry.kind == .actionReceived { entry.name = "…" }
      return
    }
    // A full table has only the type.
    entry.name = name.kind == .type ? "…" : name.text
    entry.typeName = name.kind == .type ? name.text : self.name(name.owner)?.text
    entry.coding = name.coding
  }

  private func setName(_ record: FlightRecord, of entry: inout FlightEntry) {
    entry.name =
      record.name != 0 ? text(record.name) : entry.subject.flatMap { names[$0]?.name }
  }

  private func action(_ store: UInt32, _ number: FlightNumber) -> Int? {
    if number.isOfLedger { return actions[Subject(store: store, number: number)] }
    return numbers[number]
  }

  private func cause(_ cause: FlightCause) -> FlightEntry.Cause {
    switch cause.kind {
    case .outside: .outside
    case .view: .view
    case .handler: .handler(of: action(cause.store, cause.subject))
    case .effect: .effect(effects[Subject(store: cause.store, number: cause.subject)])
    }
  }
}
