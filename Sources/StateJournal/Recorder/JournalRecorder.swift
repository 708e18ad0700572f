import Foundation
import StateCore
import StateFields
import StateRecord

/// A recorder of the events of a journal's stores.
///
/// The journal owns it, and ends it when the journal is deallocated.
@MainActor
final class JournalRecorder: EventSink {
  /// The number of ended stores whose last events may still arrive.
  private static let endedStores = 256
  /// The minimum number of bytes that may wait to be written to a folder, however small the journal is.
  private static let leastSpill = 1 << 20

  private struct Followed {
    /// The parent store that it is recorded with.
    let parent: StoreID?
    /// Whether its initial values are known.
    var isDescribed = false
    /// The stores that were passed to the journal: several, if screens' stores share a state.
    var stores: [Given] = []

    func has(_ store: any RecordableStore) -> Bool { stores.contains { $0.store === store } }
  }

  private struct Given {
    weak var store: (any RecordableStore)?
  }

  private var table: JournalTable<TrackedFrame>
  /// The destination of entries that the table removes; `nil` without a folder.
  let spill: SpillQueue?
  /// The active time travel, if any.
  var travel: JournalTravel?
  /// The ranges of entry numbers that a commit has discarded.
  var struckOut: [ClosedRange<Int>] = []
  private var names = NameTable()
  private var visible = VisibleObjects()
  private var running = RunningTable()
  private var stores = StoreTable()
  private var histories = HistoryTable()
  /// The time of the first entry.
  private(set) var start: ContinuousClock.Instant?
  private var profileTable = ProfileTable()
  private var signposts: Signposts?
  private var followed: [StoreID: Followed] = [:]
  /// The child stores recorded with each store.
  private var below: [StoreID: Set<StoreID>] = [:]
  /// The stores that were passed to the journal.
  private var given: Set<StoreID> = []
  private var ended = Queue<StoreID>()
  /// The stores whose recording has stopped since the last entry.
  private var stopped: Set<StoreID> = []
  private var recordsAll = false
  /// The serial number before those of the stores that were created since all are recorded.
  private var recordsAllSince = 0
  private var isAttached = false
  private var hasEnded = false
  /// A signal that new entries exist since the last read.
  nonisolated let additions = Broadcast<Void>(
    replaysLatest: false,
    bufferingPolicy: .bufferingNewest(1)
  )
  /// Whether the subscribers were already notified since the last read.
  ///
  /// Subscribers that haven't read yet will find all entries.
  private var isAdditionTold = false

  init(capacity: Int, spillingTo folder: URL?) {
    guard let folder else {
      table = JournalTable(capacity: capacity, TrackedFrame())
      spill = nil
      return
    }
    table = JournalTable(capacity: capacity / 2, TrackedFrame())
    let writer = SpillWriter(folder, capacity: max(capacity / 4, Self.leastSpill))
    spill = SpillQueue(capacity: capacity / 4, writer)
  }

  // MARK: Stores

  func record(_ store: any RecordableStore) {
    let id = store.storeID
    if followed[id]?.has(store) == true { return }
    attach()
    // Earlier changes don't belong to this recording.
    EventCenter.report()
    followed[id, default: Followed(parent: nil)].stores.append(Given(store: store))
    given.insert(id)
    store.startRecording()
  }

  func recordAll() {
    attach()
    if recordsAll { return }
    recordsAll = true
    recordsAllSince = SerialNumber.next()
    EventCenter.recordersOfAll += 1
  }

  func stopRecording(_ id: StoreID) { stopRecording([id]) }

  private func stopRecording(_ stores: [StoreID]) {
    resume(applyingWrites: true)
    EventCenter.report()
    var open = Array(stores.reversed())
    while let next = open.popLast() {
      let children = below.removeValue(forKey: next) ?? []
      guard let entry = forget(next) else { continue }
      stopped.insert(next)
      names.remove(next)
      histories.remove(next)
      running.remove(next)
      signposts?.remove(next)
      for given in entry.stores { given.store?.stopRecording() }
      open += children.subtracting(given).sorted { $0.number > $1.number }
    }
  }

  private func forget(_ store: StoreID) -> Followed? {
    given.remove(store)
    guard let entry = followed.removeValue(forKey: store) else { return nil }
    if let parent = entry.parent, below[parent]?.remove(store) != nil,
      below[parent]?.isEmpty == true
    {
      below[parent] = nil
    }
    return entry
  }

  func stopRecordingAll() {
    stopRecording(followed.keys.sorted { $0.number < $1.number })
    if recordsAll { EventCenter.recordersOfAll -= 1 }
    recordsAll = false
  }

  func emit(_ restoration: StateEvent.Restoration) {
    for store in roots { EventCenter.emit(.restored(restoration), of: store.storeID) }
  }

  private func attach() {
    if isAttached || hasEnded { return }
    isAttached = true
    EventCenter.attach(self)
  }

  /// Ends the recorder, because the journal was deallocated.
  func end() {
    resume(applyingWrites: true)
    stopRecordingAll()
    emitsSignposts = false
    hasEnded = true
    if isAttached { EventCenter.detach(self) }
    isAttached = false
    spill?.end()
    additions.finish()
  }

  // MARK: Events

  var takesHistories: Bool { true }
  var takesQueries: Bool { true }

  func name(of cause: EventCause) -> String? { names.name(of: cause) }

  func take(_ event: StateEvent) {
    guard isOwn(event) else { return }
    let event = table.last.completing(event)
    var isHidden = false
    if case .change(let change) = event.kind { isHidden = !visible.contains(change.place.object) }
    let entry = JournalEntry(
      isHidden ? event.redacted : event,
      names.names(of: event),
      forgotten: stopped.sorted { $0.number < $1.number },
      isHidden: isHidden
    )
    stopped = []
    if start == nil { start = event.time }
    var gone: [JournalEntry] = []
    table.append(entry) { if spill != nil { gone.append($0) } }
    visible.update(entry, table.last)
    stores.add(entry)
    stores.prune(lastGone: table.lastNumberGone)
    running.add(entry)
    if case .history(let change) = event.kind { histories.add(change) }
    for entry in gone { spill?.take(entry) }
    profileTable.add(event, entry.names)
    signposts?.take(event, entry.names)
    if case .storeEnded = event.kind { noteEnd(of: event.store) }
    if isAdditionTold { return }
    isAdditionTold = true
    additions.emit(())
  }

  private func isOwn(_ event: StateEvent) -> Bool {
    switch event.kind {
    case .storeMade(let description):
      if description.parent == nil { followBoundState(event.store) }
      let parent = description.parent.flatMap { followed[$0] == nil ? nil : $0 }
      if followed[event.store] == nil, parent == nil, !isNew(event.store) { return false }
      var entry = followed[event.store] ?? Followed(parent: parent)
      // Another journal has started recording it.
      if entry.isDescribed { return false }
      entry.isDescribed = true
      followed[event.store] = entry
      if let parent = entry.parent { below[parent, default: []].insert(event.store) }
      return true
    case .change(let change):
      // An object shared by several stores reports its changes as one of them.
      return followed[event.store] != nil
        || (!stopped.contains(event.store) && table.last.contains(change.place.object))
    case .history(let change):
      return change.stores.contains { followed[$0]?.isDescribed == true }
    case .query(let attempt):
      return attempt.stores.contains { followed[$0]?.isDescribed == true }
    case .outbox(let event):
      return event.stores.contains { followed[$0]?.isDescribed == true }
    default: return followed[event.store]?.isDescribed == true
    }
  }

  /// Follows the state of a screen's store that was passed to the journal, if the state was bound later.
  private func followBoundState(_ id: StoreID) {
    if followed[id] != nil { return }
    let places = given.filter { followed[$0]?.stores.contains { $0.store?.storeID == id } ?? false }
    for previous in places.sorted(by: { $0.number < $1.number }) {
      // The recording of a store must be stopped only once.
      guard var entry = followed[previous] else { continue }
      let moved = entry.stores.filter { $0.store?.storeID == id }
      entry.stores.removeAll { $0.store == nil || $0.store?.storeID == id }
      followed[previous] = entry
      followed[id, default: Followed(parent: entry.parent)].stores += moved
      given.insert(id)
    }
  }

  /// Whether the journal records a store because it was created since all are recorded.
  private func isNew(_ store: StoreID) -> Bool {
    recordsAll && StoreRecording.isNew(store, since: recordsAllSince)
  }

  /// Removes an ended store whose last events have arrived by now.
  private func noteEnd(of store: StoreID) {
    ended.append(store)
    guard ended.count > Self.endedStores, let oldest = ended.popFirst() else { return }
    _ = forget(oldest)
    below[oldest] = nil
    names.remove(oldest)
    histories.remove(oldest)
    profileTable.remove(oldest)
    running.remove(oldest)
    signposts?.remove(oldest)
  }

  // MARK: Existing work

  var entries: JournalEntries { JournalEntries(table.entries) }

  var profile: JournalProfile { profileTable.profile }

  var emitsSignposts: Bool {
    get { signposts != nil }
    set {
      if newValue == emitsSignposts { return }
      signposts?.end()
      signposts = newValue ? Signposts() : nil
    }
  }

  /// The values before the first entry, and the number of the last removed entry.
  var oldest: (frame: TrackedFrame, lastGone: Int) { (table.first, table.lastNumberGone) }

  /// The size of the entries in bytes.
  var size: Int { table.size + (spill?.size ?? 0) }

  /// The number of the last entry.
  var lastNumber: Int {
    isAdditionTold = false
    return table.entries.places.last.map { table.entries[$0].number } ?? table.lastNumberGone
  }

  func entries(after number: Int, atMost count: Int) -> [JournalEntry] {
    isAdditionTold = false
    let start = max(table.end(of: number), table.entries.places.lowerBound)
    return (start..<table.entries.places.upperBound).prefix(count).map { table.entries[$0] }
  }

  /// The recorded stores without a recorded parent.
  var roots: [any RecordableStore] {
    followed.filter { $0.value.parent == nil }.keys.sorted { $0.number < $1.number }
      .compactMap { StoreRecording.store($0) }
  }

  /// Returns the entries with numbers in a range.
  func entries(after first: Int = 0, upTo last: Int) -> Slice<JournalEntries> {
    let (start, end) = (table.end(of: first), table.end(of: last))
    return entries[min(start, end)..<end]
  }

  /// The actions and effects that haven't ended, the oldest first.
  var runningWork: [JournalWork] { running.list }

  /// The stores that exist, and the ended ones that still have entries.
  var knownStores: [JournalStore] { stores.list(lastGone: table.lastNumberGone) }

  /// The values after the last entry.
  var lastFrame: TrackedFrame { table.last }

  /// Returns the number of the entry with which an attempt of a query began, unless that was long ago.
  func startEntry(of attempt: QueryAttempt.ID) -> Int? { names.entry(of: attempt) }

  /// Returns the number of the entry with which an attempt of an outbox or its change began, unless that was long ago.
  func startEntry(of id: OutboxEvent.ID) -> Int? { names.entry(of: id) }

  /// The histories of the recorded stores.
  var knownHistories: [JournalHistory] { histories.list }

  /// Returns the values after the entry with a number, or `nil` if that entry was removed.
  func frame(at number: Int) -> TrackedFrame? { table.frame(at: number) }

  func state(of store: StoreID, at number: Int) -> StateSnapshot? {
    table.frame(at: number)?.snapshot(of: store)
  }
}
