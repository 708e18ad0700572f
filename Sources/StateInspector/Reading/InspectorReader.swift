#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
import Foundation
import StateCore
import StateFields
import StateJournal
import StateRecord

/// A reader of a journal for pages and scripts.
@MainActor
final class InspectorReader {
  /// The next data for a page.
  enum Next: Sendable {
    case nothing
    case entries(EntryPage)
    case skipped(SkippedEntries)
  }

  /// The identity of this inspector.
  let session: String
  let journal: Journal
  let canControl: Bool
  let limits: ServerLimits
  /// Whether changes are being played back.
  var isPlaying = false {
    didSet { if isPlaying != oldValue { changes.emit(()) } }
  }
  /// Whether a session is being exported, which takes several times its size in memory.
  var isExporting = false
  /// A signal that something other than the entries has changed.
  let changes = Broadcast<Void>(replaysLatest: false, bufferingPolicy: .bufferingNewest(1))

  init(_ journal: Journal, session: String, canControl: Bool, _ limits: ServerLimits) {
    self.journal = journal
    self.session = session
    self.canControl = canControl
    self.limits = limits
  }

  var status: InspectorStatus {
    let (last, gone) = journal.numbers
    return InspectorStatus(
      gone: gone,
      last: last,
      canControl: canControl,
      travel: journal.travelPlace.map { place in
        InspectorStatus.Travel(
          at: place,
          last: journal.lastBeforeTravel ?? last,
          isPlaying: isPlaying
        )
      },
      struckOut: journal.struckOut.map { [$0.lowerBound, $0.upperBound] }
    )
  }

  var hello: InspectorHello {
    let age = journal.start.map { (.now - $0) / .seconds(1) } ?? 0
    return InspectorHello(
      version: 1,
      session: session,
      began: Date(timeIntervalSinceNow: -age)
        .ISO8601Format(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
      status: status,
      stores: stores
    )
  }

  // MARK: Entries

  /// Returns the entries after a number, limited by the size of a message and the time of a turn.
  func next(after number: Int) -> Next {
    let (last, gone) = journal.numbers
    if number < gone { return .skipped(SkippedEntries(after: number, upTo: gone)) }
    if number >= last { return .nothing }
    let end = ContinuousClock.now + limits.mainActorTurn
    var page: [EntrySummary] = []
    for entry in journal.entries(after: number, atMost: limits.entriesPerPage) {
      page.append(EntrySummary(entry, in: journal))
      if ContinuousClock.now >= end { break }
    }
    guard let upTo = page.last?.number else { return .nothing }
    return .entries(EntryPage(after: number, upTo: upTo, last: last, entries: page))
  }

  /// Whether an entry meets a filter, not including its range of numbers.
  func isMet(_ filter: EntryFilter, by entry: JournalEntry) -> Bool {
    guard filter.isMet(by: entry) else { return false }
    guard let text = filter.text else { return true }
    return EntrySummary(entry, in: journal).text.localizedCaseInsensitiveContains(text)
  }

  /// Returns the entries that meet a filter.
  ///
  /// Other work of the main actor can run in between.
  func entries(_ filter: EntryFilter) async -> EntryList {
    let entries = journal.entries
    var found: [EntrySummary] = []
    let (last, gone) = journal.numbers
    let upper = filter.before.map { min($0 - 1, last) } ?? last
    let range = entries.range(after: filter.since, upTo: upper)
    var looked = filter.isFromEnd ? upper : filter.since
    var isWhole = true
    var end = ContinuousClock.now + limits.mainActorTurn
    var places = filter.isFromEnd ? AnySequence(range.reversed()) : AnySequence(range)
    if range.isEmpty { places = AnySequence([]) }
    for place in places {
      let entry = entries[place]
      if found.count == filter.limit {
        isWhole = false
        break
      }
      looked = filter.isFromEnd ? entry.number - 1 : entry.number
      if filter.isMet(by: entry) {
        let summary = EntrySummary(entry, in: journal)
        if filter.text.map({ summary.text.localizedCaseInsensitiveContains($0) }) ?? true {
          found.append(summary)
        }
      }
      if ContinuousClock.now < end { continue }
      await Task.yield()
      if Task.isCancelled { break }
      end = .now + limits.mainActorTurn
    }
    if filter.isFromEnd {
      return EntryList(
        entries: found.reversed(),
        after: isWhole ? filter.since : max(filter.since, looked),
        upTo: max(upper, filter.since),
        last: last,
        gone: gone
      )
    }
    return EntryList(
      entries: found,
      after: filter.since,
      upTo: isWhole ? max(upper, filter.since) : looked,
      last: last,
      gone: gone
    )
  }

  func entry(_ number: Int) throws(RequestFailure) -> EntryDetails {
    guard let entry = journal.entries.entry(number: number) else {
      throw missing(number)
    }
    return EntryDetails(entry, in: journal)
  }

  func missing(_ number: Int) -> RequestFailure {
    number <= journal.numbers.gone
      ? RequestFailure(.notFound, "The journal has removed entry \(number).")
      : RequestFailure(.notFound, "Entry \(number) doesn't exist.")
  }

  // MARK: Stores and states

  var stores: [InspectedStore] {
    journal.knownStores.map { store in
      InspectedStore(
        id: store.id.number,
        name: store.description.feature,
        state: store.description.state,
        parent: store.description.parent?.number,
        made: store.made,
        ended: store.ended,
        isRestorable: journal.isRestorable(store.id),
        isLoading: store.ended == nil ? journal.isLoading(store.id) : nil,
        problems: store.description.problems
      )
    }
  }

  func store(_ number: Int) throws(RequestFailure) -> StoreID {
    let store = journal.knownStores.first { $0.id.number == number }
    guard let store else { throw RequestFailure(.notFound, "Store \(number) doesn't exist.") }
    return store.id
  }

  /// The number of the entry whose state the stores show now.
  private var present: Int { journal.travelPlace ?? journal.numbers.last }

  func tree(_ number: Int, at entry: Int?) throws(RequestFailure) -> (StateTree, at: Int) {
    let (store, at) = (try store(number), entry ?? present)
    let (last, gone) = journal.numbers
    if at > last { throw missing(at) }
    if at < gone { throw RequestFailure(.notFound, "The journal has removed the state at \(at).") }
    guard let tree = journal.tree(of: store, at: at) else {
      throw RequestFailure(.notFound, "Store \(number) has no state at \(at).")
    }
    return (tree, at)
  }

  func state(
    of store: Int,
    at entry: Int?,
    path: String,
    from start: Int,
    limit: Int
  ) throws(RequestFailure) -> StatePart {
    let (tree, at) = try tree(store, at: entry)
    let place = try tree.place(path)
    return StatePart(
      store: store,
      at: at,
      path: path,
      node: StateNode(place),
      json: tree.json(of: place, atMost: EntryDetails.largestValue),
      from: start,
      children: tree.children(of: place, from: start, atMost: limit).map { StateNode($0) }
    )
  }

  func changes(
    of store: Int,
    from start: Int,
    to end: Int?,
    limit: Int
  ) throws(RequestFailure) -> StateChanges {
    let (_, to) = try tree(store, at: end)
    _ = try tree(store, at: start)
    let id = try self.store(store)
    guard let old = journal.state(of: id, at: start), let new = journal.state(of: id, at: to) else {
      throw RequestFailure(.notFound, "Store \(store) has no state at that entry.")
    }
    let differences = old.differences(to: new)
    return StateChanges(
      store: store,
      from: start,
      to: to,
      differences: differences.prefix(limit).map { ValueDifferenceText($0) },
      isCut: differences.count > limit ? true : nil
    )
  }

  // MARK: Work and times

  var work: RunningWorkList {
    var list = RunningWorkList(effects: [], actions: [])
    let now = ContinuousClock.now
    let all = journal.runningWork
    var names: [ActionID: String] = [:]
    for work in all { if case .action(let id) = work.id { names[id] = work.name } }
    for work in all {
      let age = (now - work.start) / .seconds(1)
      switch work.id {
      case .action(let id):
        list.actions.append(
          RunningActionSummary(
            store: id.store.number,
            name: work.name ?? "an action",
            state: RunningActionSummary.State(work.state),
            entry: work.entry,
            age: age,
            origin: work.origin?.description
          )
        )
      case .effect(let id):
        list.effects.append(
          RunningEffectSummary(
            store: id.store.number,
            number: id.number,
            name: work.name ?? "an effect",
            key: work.key,
            state: RunningEffectSummary.State(work.state),
            entry: work.entry,
            age: age,
            attempts: work.attempts,
            cause: work.cause,
            action: work.action.flatMap { names[$0] },
            origin: work.origin?.description
          )
        )
      }
    }
    return list
  }

  var histories: HistoryList {
    HistoryList(
      histories: journal.histories.map { history in
        InspectedHistory(
          number: history.number,
          stores: history.stores.map(\.number),
          undo: history.undo.map { InspectedHistory.Step($0) },
          redo: history.redo.map { InspectedHistory.Step($0) },
          bytes: (history.undo + history.redo).reduce(0) { $0 + $1.bytes }
        )
      }
    )
  }

  var profile: InspectedProfile {
    let profile = journal.profile
    return InspectedProfile(
      elapsed: profile.elapsed / .seconds(1),
      rows: profile.rows.map { row in
        InspectedProfile.Row(
          isEffect: row.isEffect,
          name: row.name,
          count: row.count,
          handler: InspectedProfile.Times(row.handler),
          done: InspectedProfile.Times(row.done),
          changes: row.changes,
          errors: row.errors,
          drops: row.drops,
          share: row.share
        )
      }
    )
  }
}

extension InspectedHistory.Step {
  init(_ step: HistoryEvent.Step) {
    self.init(number: step.number, name: step.name, fields: step.fields, bytes: step.bytes)
  }
}

/// The reason why a request has no answer.
struct RequestFailure: Error, Equatable {
  let status: HTTPStatus
  /// A sentence for the sender.
  let reason: String

  init(_ status: HTTPStatus, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}

extension EntryFilter {
  /// Whether an entry meets the filter, not including the text.
  @MainActor
  func isMet(by entry: JournalEntry) -> Bool {
    if !stores.isEmpty, !stores.contains(entry.store.number) { return false }
    if !kinds.isEmpty, !kinds.contains(entry.kind.name) { return false }
    if let cause, entry.causeEntry != cause, entry.subjectEntry != cause { return false }
    if let name, EntrySummary.name(of: entry) != name { return false }
    return true
  }
}

extension JournalEntries {
  /// Returns the positions of the entries with numbers in a range.
  func range(after first: Int, upTo last: Int) -> Range<Int> {
    let places = startIndex..<endIndex
    let start = places.firstPlace { self[$0].number > first }
    return start..<Swift.max(start, places.firstPlace { self[$0].number > last })
  }
}

extension StateTree {
  /// Returns the place at a JSON Pointer.
  func place(_ path: String) throws(RequestFailure) -> Place {
    var place = root
    for name in JSONPointer.names(path) {
      guard let child = child(name, of: place) else {
        throw RequestFailure(
          .notFound,
          "The path \(BadRequest.quote(path)) doesn't exist: \(BadRequest.quote(name)) is missing."
        )
      }
      place = child
    }
    return place
  }
}

extension StateNode {
  @MainActor
  init(_ place: StateTree.Place) {
    self.init(
      name: place.name,
      type: place.type,
      text: place.text,
      kind: Kind(place.kind),
      count: place.count,
      isEditable: place.isEditable,
      isTransient: place.isTransient ? true : nil,
      object: place.object
    )
  }
}

extension StateNode.Kind {
  init(_ kind: StateTree.Place.Kind) {
    self =
      switch kind {
      case .object: .object
      case .list: .list
      case .keyed: .keyed
      case .value: .value
      case .leaf: .leaf
      case .redacted: .redacted
      }
  }
}

extension RunningActionSummary.State {
  init(_ state: JournalWork.State) {
    self =
      switch state {
      case .waiting: .queued
      case .running: .handling
      case .handled, .cancelled: .handled
      }
  }
}

extension RunningEffectSummary.State {
  init(_ state: JournalWork.State) {
    self =
      switch state {
      case .waiting: .waiting
      case .running, .handled: .running
      case .cancelled: .cancelled
      }
  }
}

extension InspectedProfile.Times {
  init(_ times: JournalProfile.Times) {
    self.init(
      count: times.count,
      total: times.total / .seconds(1),
      p50: times.p50 / .seconds(1),
      p95: times.p95 / .seconds(1),
      max: times.max / .seconds(1)
    )
  }
}
#endif
