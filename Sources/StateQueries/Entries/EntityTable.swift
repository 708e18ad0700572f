import StateRequests

/// The entities that the entries of a cache contain, each of which is stored once.
///
/// An entity has the newest value that a load has brought or a caller has set, and changes on top of it. An entry that
/// contains the entity holds it. The rules of values and changes are those of an entry in `RequestTable`; the number of
/// an attempt says when its load has begun.
///
/// A table has no tasks, locks, and clocks. Each input notes the entities whose values may have changed, and the owner
/// writes them into their entries.
///
/// - Complexity: O(1) for each entity that an input affects, plus the number of its changes.
struct EntityTable<Holder: Hashable & Sendable, ID: Hashable & Sendable, Value: Sendable>: Sendable
{
  typealias Update = @Sendable (inout Value) -> Void

  /// What is known about an entity.
  enum Known: Sendable {
    case unknown
    case value(Value)
    case removed
  }

  enum Change: Sendable {
    case update(Update)
    case remove

    func perform(on known: inout Known) {
      switch (self, known) {
      case (.update(let update), .value(var value)):
        update(&value)
        known = .value(value)
      case (.update, _): break
      // An unknown entity is removed from content that arrives later.
      case (.remove, _): known = .removed
      }
    }
  }

  /// The age of a value: the number of the attempt that has brought it, or before which a caller has set it.
  ///
  /// Content from before the first attempt has the number 0. Records are older, and ordered by their dates.
  struct Stamp: Comparable, Sendable {
    var attempt: Int
    var date = Duration.zero

    static var oldest: Stamp { Stamp(attempt: -2) }
    static func record(from date: Duration) -> Stamp { Stamp(attempt: -1, date: date) }

    static func < (lhs: Self, rhs: Self) -> Bool {
      (lhs.attempt, lhs.date) < (rhs.attempt, rhs.date)
    }
  }

  private enum Standing: Hashable {
    case pending
    /// Confirmed when this number of attempts had begun; a later attempt brings a value with the change.
    case committed(at: Int)
    /// Unanswered and part of the value, through the answer to a later change.
    case contained

    var isUnanswered: Bool {
      if case .committed = self { false } else { true }
    }
  }

  private struct OpenChange {
    /// `nil` for a change that is confirmed from the start.
    let id: RequestChange?
    let change: Change
    var standing: Standing
    /// The number of the send after which a server may have the change; `nil` for one that wasn't sent.
    var sentAt: Int?
  }

  private struct Entity {
    var known = Known.unknown
    var stamp = Stamp.oldest
    var changes: [OpenChange] = []
    /// The entries that contain the entity, with numbers in the order of their arrival.
    var holders: [Holder: Int] = [:]

    var isUnneeded: Bool { holders.isEmpty && changes.isEmpty }
  }

  private var entities: [ID: Entity] = [:]
  private var idsOfHolders: [Holder: Set<ID>] = [:]
  private var idsOfChanges: [RequestChange: [ID]] = [:]
  private var holdCount = 0
  /// The highest number of a send.
  private var lastSend = 0
  /// The entities with unanswered changes, with numbers in the order of their first ones.
  private var pending: Set<ID> = []
  /// The entities with confirmed changes on top of their values.
  private var committed: Set<ID> = []
  /// The entities that may be unneeded.
  private var candidates: Set<ID> = []
  private var changed: [ID] = []
  private var changedSet: Set<ID> = []
  private let isEqual: @Sendable (Value, Value) -> Bool

  init(isEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.isEqual = isEqual
  }

  // MARK: Reads

  /// The number of entities.
  var count: Int { entities.count }
  /// The number of entries that contain entities, of open mutations, and of entities that need attention.
  var bookCount: Int {
    idsOfHolders.count + idsOfChanges.count + pending.count + committed.count + candidates.count
      + changed.count
  }
  /// The entities with unanswered changes.
  var pendingIDs: Set<ID> { pending }
  /// The entities whose values may have changed since the last call of `takeChanged()`.
  var changedIDs: [ID] { changed }
  var hasCommitted: Bool { !committed.isEmpty }

  /// Returns the value without unconfirmed changes.
  func confirmed(_ id: ID) -> Known {
    guard let entity = entities[id] else { return .unknown }
    return known(entity) { !$0.isUnanswered }
  }

  /// Returns the value with all changes.
  func shown(_ id: ID) -> Known {
    guard let entity = entities[id] else { return .unknown }
    return known(entity) { $0 != .contained }
  }

  /// Returns the changes of an entity without a value, which apply to the value that an entry gives it.
  func changesOfUnknown(_ id: ID) -> [Update] {
    guard let entity = entities[id], case .unknown = entity.known else { return [] }
    return entity.changes.compactMap { change in
      if change.standing != .contained, case .update(let update) = change.change {
        update
      } else {
        nil
      }
    }
  }

  private func known(_ entity: Entity, _ counts: (Standing) -> Bool) -> Known {
    var known = entity.known
    for change in entity.changes where counts(change.standing) { change.change.perform(on: &known) }
    return known
  }

  /// Returns the entries that contain one of the entities, in the order of their arrival.
  func holders(of ids: [ID]) -> [Holder] {
    var numbers: [Holder: Int] = [:]
    for id in ids {
      numbers.merge(entities[id]?.holders ?? [:]) { min($0, $1) }
    }
    return numbers.sorted { $0.value < $1.value }.map(\.key)
  }

  // MARK: Values

  /// Takes a value that a load has brought, unless a newer one is known.
  mutating func arrive(_ id: ID, _ value: Value, _ stamp: Stamp) {
    let old = entities[id]
    if let old, stamp <= old.stamp { return }
    put(id, value, stamp) { change in
      if case .committed(let number) = change.standing { number < stamp.attempt } else { false }
    }
  }

  /// Takes a value that a caller has set after a number of attempts had begun.
  mutating func set(_ id: ID, _ value: Value, at count: Int) {
    put(id, value, Stamp(attempt: count)) { !$0.standing.isUnanswered }
  }

  /// Takes a value of the answer to a change, which contains the changes that were sent before its request.
  ///
  /// Other changes that are confirmed stay on top until an attempt has begun after the answer.
  mutating func answer(
    _ change: RequestChange,
    _ id: ID,
    _ value: Value,
    at count: Int,
    sentAt number: Int? = nil
  ) {
    let number = number ?? change
    lastSend = max(lastSend, number)
    let kept = entities[id]?.changes ?? []
    if kept.contains(where: { $0.id == change && $0.standing == .contained }) {
      // The current value is that of the answer to a later change.
      return
    }
    guard kept.contains(where: { $0.id == change }) else { return set(id, value, at: count) }
    entities[id]?.changes = kept.compactMap { other in
      if other.id == change { return nil }
      var other = other
      let isContained = other.sentAt.map { $0 < number } ?? false
      switch other.standing {
      case .pending where isContained: other.standing = .contained
      case .committed where isContained: return nil
      case .committed: other.standing = .committed(at: count)
      case .pending, .contained: break
      }
      return other
    }
    idsOfChanges[change]?.removeAll { $0 == id }
    put(id, value, Stamp(attempt: count)) { _ in false }
    // The change no longer shows, even if the value is the earlier one.
    note(id)
  }

  private mutating func put(
    _ id: ID,
    _ value: Value,
    _ stamp: Stamp,
    ends: (OpenChange) -> Bool
  ) {
    let before = confirmed(id)
    var entity = entities[id] ?? Entity()
    entity.known = .value(value)
    entity.stamp = stamp
    entity.changes.removeAll(where: ends)
    entities[id] = entity
    update(id)
    let after = confirmed(id)
    if case .value(let old) = before, case .value(let new) = after, isEqual(old, new),
      !pending.contains(id)
    {
      return
    }
    note(id)
  }

  // MARK: Changes

  /// Adds a change that is confirmed or rolled back later, and is sent now.
  mutating func apply(_ change: RequestChange, _ id: ID, _ action: Change) {
    apply(change, sentAt: change, id, action)
  }

  /// Adds a change that was sent, or that `send(_:at:)` sends later.
  mutating func apply(_ change: RequestChange, sentAt number: Int?, _ id: ID, _ action: Change) {
    lastSend = max(lastSend, number ?? 0)
    entities[id, default: Entity()].changes.append(
      OpenChange(id: change, change: action, standing: .pending, sentAt: number)
    )
    if idsOfChanges[change]?.contains(id) != true { idsOfChanges[change, default: []].append(id) }
    update(id)
    note(id)
  }

  /// Adds changes that are confirmed or rolled back later, each before the first one that it precedes.
  mutating func apply(
    _ new: [(change: RequestChange, sentAt: Int?, id: ID, action: Change)],
    isBefore: (RequestChange, RequestChange) -> Bool
  ) {
    var added: [ID: [OpenChange]] = [:]
    var used: [ID] = []
    for (change, number, id, action) in new {
      lastSend = max(lastSend, number ?? 0)
      if added[id] == nil { used.append(id) }
      added[id, default: []].append(
        OpenChange(id: change, change: action, standing: .pending, sentAt: number)
      )
      if idsOfChanges[change]?.contains(id) != true { idsOfChanges[change, default: []].append(id) }
    }
    for id in used {
      var rest = (added[id] ?? [])[...]
      var merged: [OpenChange] = []
      for change in entities[id]?.changes ?? [] {
        while change.standing == .pending, let other = change.id, let first = rest.first?.id,
          isBefore(first, other)
        {
          merged += rest.popFirst().map { [$0] } ?? []
        }
        merged.append(change)
      }
      entities[id, default: Entity()].changes = merged + rest
      update(id)
      note(id)
    }
  }

  /// Notes that a change is being sent, with the number of the send; only the first one counts.
  mutating func send(_ change: RequestChange, at number: Int) {
    lastSend = max(lastSend, number)
    for id in idsOfChanges[change] ?? [] {
      for index in entities[id]?.changes.indices ?? 0..<0
      where entities[id]?.changes[index].id == change
        && entities[id]?.changes[index].sentAt == nil
      {
        entities[id]?.changes[index].sentAt = number
      }
    }
  }

  /// Adds a change that is confirmed, after a number of attempts had begun.
  mutating func change(_ id: ID, _ action: Change, at count: Int) {
    entities[id, default: Entity()].changes.append(
      OpenChange(id: nil, change: action, standing: .committed(at: count), sentAt: lastSend)
    )
    update(id)
    note(id)
  }

  /// Confirms a change of entities, after a number of attempts had begun.
  ///
  /// - Returns: The entities whose values contain changes that have their last answer now, and which may differ from
  ///   those of the server.
  mutating func commit(_ change: RequestChange, at count: Int, sentAt number: Int? = nil) -> [ID] {
    lastSend = max(lastSend, number ?? change)
    var outdated: [ID] = []
    for id in idsOfChanges.removeValue(forKey: change) ?? [] {
      guard var changes = entities[id]?.changes else { continue }
      let isContained: (OpenChange) -> Bool = { $0.id == change && $0.standing == .contained }
      if changes.contains(where: isContained) {
        changes.removeAll(where: isContained)
        if !changes.contains(where: { $0.standing == .contained }) { outdated.append(id) }
      }
      for index in changes.indices where changes[index].id == change {
        changes[index].standing = .committed(at: count)
        changes[index].sentAt = number ?? change
      }
      entities[id]?.changes = changes
      update(id)
      note(id)
    }
    return outdated
  }

  /// Rolls back changes of entities; the others stay.
  ///
  /// - Returns: The entities of `commit(_:at:)`.
  mutating func rollBack(_ changes: [RequestChange]) -> [ID] {
    var removed: [ID: Set<RequestChange>] = [:]
    var used: [ID] = []
    for change in changes {
      for id in idsOfChanges.removeValue(forKey: change) ?? [] {
        if removed[id] == nil { used.append(id) }
        removed[id, default: []].insert(change)
      }
    }
    var outdated: [ID] = []
    for id in used {
      guard var open = entities[id]?.changes, let ids = removed[id] else { continue }
      var hasContained = false
      open.removeAll { change in
        guard let other = change.id, ids.contains(other) else { return false }
        if change.standing == .contained { hasContained = true }
        return true
      }
      if hasContained, !open.contains(where: { $0.standing == .contained }) { outdated.append(id) }
      entities[id]?.changes = open
      update(id)
      note(id)
    }
    return outdated
  }

  /// Moves confirmed changes into the values, unless an attempt in flight began before them, or a change without an
  /// answer was sent before them.
  ///
  /// An entity that an entry contains and that has no value is one that a change of the entry adds. It keeps its changes
  /// until it has a value.
  ///
  /// - Parameter oldest: The number of the oldest attempt in flight.
  mutating func fold(oldest: Int?) {
    for id in committed {
      guard var entity = entities[id] else { continue }
      var kept: [OpenChange] = []
      var isBlocked = false
      if case .unknown = entity.known, !entity.holders.isEmpty { continue }
      let pending = entity.changes.lazy.filter { $0.standing == .pending }
      let firstSend = pending.compactMap(\.sentAt).min() ?? .max
      for change in entity.changes {
        guard case .committed(let number) = change.standing, !isBlocked, number < oldest ?? .max,
          change.sentAt ?? 0 < firstSend
        else {
          if change.standing != .contained { isBlocked = true }
          kept.append(change)
          continue
        }
        change.change.perform(on: &entity.known)
        // Without a value, any other one is newer.
        if case .unknown = entity.known { continue }
        entity.stamp = max(entity.stamp, Stamp(attempt: number))
      }
      entity.changes = kept
      entities[id] = entity
      update(id)
    }
  }

  /// Notes what kinds of changes an entity has.
  private mutating func update(_ id: ID) {
    let changes = entities[id]?.changes ?? []
    if changes.contains(where: { $0.standing == .pending }) {
      pending.insert(id)
    } else {
      pending.remove(id)
    }
    if changes.contains(where: { !$0.standing.isUnanswered }) {
      committed.insert(id)
    } else {
      committed.remove(id)
    }
    if entities[id]?.isUnneeded == true { candidates.insert(id) }
  }

  // MARK: Entries

  /// Notes which entities an entry contains.
  mutating func hold(_ ids: Set<ID>, _ holder: Holder) {
    let old = idsOfHolders[holder] ?? []
    guard ids != old else { return }
    idsOfHolders[holder] = ids.isEmpty ? nil : ids
    for id in ids.subtracting(old) {
      holdCount += 1
      entities[id, default: Entity()].holders[holder] = holdCount
    }
    for id in old.subtracting(ids) {
      entities[id]?.holders[holder] = nil
      if entities[id]?.isUnneeded == true { candidates.insert(id) }
    }
  }

  /// Removes the entities that no entry contains, and that have no changes.
  mutating func collect() {
    for id in candidates where entities[id]?.isUnneeded == true { entities[id] = nil }
    candidates = []
  }

  // MARK: Changed entities

  private mutating func note(_ id: ID) {
    if changedSet.insert(id).inserted { changed.append(id) }
  }

  /// Returns the entities whose values may have changed since the last call.
  mutating func takeChanged() -> [ID] {
    defer {
      changed = []
      changedSet = []
    }
    return changed
  }
}
