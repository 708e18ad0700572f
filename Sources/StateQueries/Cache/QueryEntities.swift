import StateRequests

/// The entities of a cache: it writes their values into the entries that contain them.
///
/// Confirmed values are part of the content of each entry. Values with unconfirmed changes are an overlay over all
/// entries, so they also apply to content that arrives later.
@MainActor
final class QueryEntities {
  typealias Table = RequestTable<QueryKey, QueryContent>
  typealias Commands = [RequestCommand<QueryKey, QueryContent>]

  /// The content of an entry whose entities are known.
  private struct Seen {
    let base: QueryContent
    let shown: QueryContent
    /// The entities that only changes of the query add.
    let added: Set<EntityID>
  }

  weak var cache: QueryCache?
  private(set) var table = QueryEntityTable { $0.isEqual(to: $1) }
  private var seen: [QueryKey: Seen] = [:]
  /// The number of entries to which only changes of queries add an entity.
  private var additions: [EntityID: Int] = [:]
  /// The entities that entries show with unconfirmed changes.
  private var overlaid: Set<EntityID> = []

  /// The number of entities, and of what is noted about them.
  var counts: (entities: Int, notes: Int) {
    (table.count, table.bookCount + seen.count + additions.count)
  }

  // MARK: Content

  /// Takes the entities of an answer or of a record.
  ///
  /// - Returns: The content with the newest values; `nil` if the content has ended with a removed entity.
  func take(
    _ content: QueryContent,
    of key: QueryKey,
    _ entries: inout Table,
    _ now: RequestTime,
    _ commands: inout Commands,
    stamp: (EntityID) -> QueryEntityTable.Stamp?
  ) -> QueryContent? {
    guard key.query.hasEntities else { return content }
    _ = key.query.visiting(content) { entity in
      let id = EntityID(entity)
      if let stamp = stamp(id) { table.arrive(id, entity, stamp) }
      return .keep
    }
    write(except: [key], &entries, now, &commands)
    if let current = current(content, of: key) { return current }
    end(key, &entries, now, &commands)
    return nil
  }

  /// Takes the entities of content that a caller has set.
  func set(
    _ content: QueryContent,
    for key: QueryKey,
    _ entries: inout Table,
    _ now: RequestTime,
    _ commands: inout Commands
  ) -> QueryContent? {
    guard key.query.hasEntities else { return content }
    let count = entries.attemptCount
    _ = key.query.visiting(content) { entity in
      table.set(EntityID(entity), entity, at: count)
      return .keep
    }
    write(except: [key], &entries, now, &commands)
    return current(content, of: key)
  }

  /// Returns content with the confirmed values of its entities; `nil` without the entity that it is about.
  private func current(_ content: QueryContent, of key: QueryKey) -> QueryContent? {
    key.query.visiting(content) { entity in
      switch table.confirmed(EntityID(entity)) {
      case .unknown: .keep
      case .removed: .remove
      case .value(let value): value.isEqual(to: entity) ? .keep : .replace(value)
      }
    }
  }

  /// Ends an entry whose entity was removed.
  private func end(
    _ key: QueryKey,
    _ entries: inout Table,
    _ now: RequestTime,
    _ commands: inout Commands
  ) {
    entries.end(key, QueryError(.entityRemoved, key.query), at: now, &commands)
    if let records = cache?.records { commands.append(.call { records.remove(key) }) }
    cache?.dependencies.remove(key, &entries, now, &commands)
  }

  // MARK: Writing

  /// Writes changed values into the entries that contain the entities.
  private func write(
    except keys: Set<QueryKey>,
    _ entries: inout Table,
    _ now: RequestTime,
    _ commands: inout Commands
  ) {
    let changed = table.takeChanged()
    guard !changed.isEmpty else { return }
    let before = overlaid
    setOverlay(&entries)
    let isRefreshed = !before.union(overlaid).isDisjoint(with: changed)
    for key in table.holders(of: changed) where !keys.contains(key) {
      guard let base = entries.base(key) else { continue }
      guard let current = current(base, of: key) else {
        end(key, &entries, now, &commands)
        continue
      }
      if !current.isSame(as: base) {
        entries.rewrite(key, current, at: now, &commands)
      } else if isRefreshed {
        entries.refresh(key, at: now, &commands)
      }
    }
  }

  /// Lets all entries show the values with unconfirmed changes.
  private func setOverlay(_ entries: inout Table) {
    var values: [EntityID: any QueryEntity] = [:]
    var removed: Set<EntityID> = []
    var updates: [EntityID: [QueryEntityTable.Update]] = [:]
    for id in table.pendingIDs.union(additions.keys) {
      switch table.shown(id) {
      case .unknown:
        let changes = table.changesOfUnknown(id)
        if !changes.isEmpty { updates[id] = changes }
      case .removed: removed.insert(id)
      case .value(let value): values[id] = value
      }
    }
    overlaid = removed.union(values.keys).union(updates.keys)
    guard !overlaid.isEmpty else {
      entries.overlay = nil
      return
    }
    entries.overlay = { [values, removed, updates] key, content in
      guard key.query.hasEntities else { return }
      let shown = key.query.visiting(content) { entity in
        let id = EntityID(entity)
        // The content about an entity stays until its removal is confirmed.
        if removed.contains(id) { return .hide }
        if let value = values[id] { return value.isEqual(to: entity) ? .keep : .replace(value) }
        guard let updates = updates[id] else { return .keep }
        // A change of the entry adds the entity, whose value the cache doesn't have yet.
        var value = entity
        for update in updates { update(&value) }
        return .replace(value)
      }
      if let shown { content = shown }
    }
  }

  /// Notes the entities of an entry that has changed.
  func publish(_ key: QueryKey, _ view: RequestView<QueryContent>?) {
    guard key.query.hasEntities, let requests = cache?.requests else { return }
    guard let shown = view?.content, let base = requests.base(key) else {
      let old = seen.removeValue(forKey: key)?.added ?? []
      note(added: [], insteadOf: old)
      table.hold([], key)
      if !old.isDisjoint(with: overlaid) { requests.change { table, _, _ in setOverlay(&table) } }
      return
    }
    let old = seen[key]
    if let old, shown.isSame(as: old.shown), base.isSame(as: old.base) { return }
    var ids: Set<EntityID> = []
    _ = key.query.visiting(base) { entity in
      let id = EntityID(entity)
      if ids.insert(id).inserted, case .unknown = table.confirmed(id) {
        // A confirmed change has added the entity, and any load knows better.
        table.arrive(id, entity, .init(attempt: 0))
      }
      return .keep
    }
    // An entity that a change adds is held even if it was removed, or the removal would be forgotten.
    let changed = requests.changed(key) ?? base
    let changedIDs = changed.isSame(as: base) ? ids : key.query.entities(in: changed)
    let added = changedIDs.subtracting(ids)
    seen[key] = Seen(base: base, shown: shown, added: added)
    table.hold(ids.union(changedIDs), key)
    // An update may add another entity each time it is shown, so an unknown one needs no other look.
    let hasKnownAdditions = note(added: added, insteadOf: old?.added ?? []).contains {
      if case .unknown = table.shown($0) { !table.changesOfUnknown($0).isEmpty } else { true }
    }
    let isCurrent = current(base, of: key).map { $0.isSame(as: base) } ?? false
    let ended = (old?.added ?? []).subtracting(added)
    if hasKnownAdditions || !ended.isDisjoint(with: overlaid) {
      requests.change { table, _, _ in setOverlay(&table) }
    }
    guard hasKnownAdditions || !isCurrent || !table.changedIDs.isEmpty else { return }
    requests.change { entries, now, commands in
      write(except: [key], &entries, now, &commands)
      guard let base = entries.base(key) else { return }
      guard let current = current(base, of: key) else { return end(key, &entries, now, &commands) }
      if current.isSame(as: base) {
        entries.refresh(key, at: now, &commands)
      } else {
        entries.rewrite(key, current, at: now, &commands)
      }
    }
  }

  /// Notes which entities only changes of an entry add.
  ///
  /// - Returns: Those that are new.
  @discardableResult
  private func note(added: Set<EntityID>, insteadOf old: Set<EntityID>) -> Set<EntityID> {
    for id in old.subtracting(added) {
      additions[id] = additions[id].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
    let new = added.subtracting(old)
    for id in new { additions[id, default: 0] += 1 }
    return new
  }

  /// Forgets what nothing needs.
  func tidy() {
    if table.hasCommitted { table.fold(oldest: cache?.requests.oldestAttempt) }
    table.collect()
  }

  // MARK: Mutations

  /// Shows the expected changes of a mutation.
  func begin(
    _ change: RequestChange,
    sentAt number: Int?,
    _ patch: QueryPatch,
    _ entries: inout Table,
    _ now: RequestTime,
    _ commands: inout Commands
  ) {
    for (id, action) in patch.entities { table.apply(change, sentAt: number, id, action) }
    write(except: [], &entries, now, &commands)
  }

  /// Shows the expected changes of mutations in the given places.
  func begin(
    _ patches: [(change: RequestChange, sentAt: Int?, patch: QueryPatch)],
    _ entries: inout Table,
    _ now: RequestTime,
    _ commands: inout Commands,
    isBefore: (RequestChange, RequestChange) -> Bool
  ) {
    let changes = patches.flatMap { change, number, patch in
      patch.entities.map { (change: change, sentAt: number, id: $0.id, action: $0.change) }
    }
    if changes.isEmpty { return }
    table.apply(changes, isBefore: isBefore)
    write(except: [], &entries, now, &commands)
  }

  /// Notes that the changes of a mutation are being sent.
  func send(_ change: RequestChange, at number: Int) { table.send(change, at: number) }

  /// Rolls back the changes of mutations.
  func rollBack(
    _ changes: [RequestChange],
    _ entries: inout Table,
    _ now: RequestTime,
    _ commands: inout Commands
  ) {
    let outdated = table.rollBack(changes)
    write(except: [], &entries, now, &commands)
    for key in table.holders(of: outdated) { entries.invalidate(key, at: now, &commands) }
  }

  /// Confirms the changes of a mutation, and takes what its answer contains, before the entries do.
  ///
  /// - Returns: The content of the answer with the newest values, and the entries whose entities may differ from those of
  ///   the server, with or without that content.
  func commit(
    _ change: RequestChange,
    sentAt number: Int,
    _ patch: QueryPatch,
    _ entries: inout Table,
    _ now: RequestTime,
    _ commands: inout Commands
  ) -> (values: [(key: QueryKey, content: QueryContent)], outdated: [QueryKey]) {
    let count = entries.attemptCount
    // The current content of the others is the answer to a later change.
    let answers = patch.values.filter { !entries.isContained(change, in: $0.key) }
    for (key, content) in answers {
      _ = key.query.visiting(content) { entity in
        table.answer(change, EntityID(entity), entity, at: count, sentAt: number)
        return .keep
      }
    }
    let outdated = table.commit(change, at: count, sentAt: number)
    // The pages of a list that isn't complete may contain the entities, and no entry holds them.
    if !table.changedIDs.isEmpty || !patch.entities.isEmpty { cache?.pageLoads.noteInvalidation() }
    for (id, action) in patch.entities { table.change(id, action, at: count) }
    let values = patch.values.compactMap { key, content in
      current(content, of: key).map { (key: key, content: $0) }
    }
    invalidateEnded(&entries, now, &commands)
    let taken = Set(answers.map(\.key)).intersection(values.map(\.key))
    write(except: taken, &entries, now, &commands)
    if outdated.isEmpty { return (values, []) }
    let holders = table.holders(of: outdated)
    let others = values.filter { key, content in
      !holders.contains(key) && !key.query.entities(in: content).isDisjoint(with: outdated)
    }
    return (values, holders + others.map(\.key))
  }

  /// Marks records with changed entities as stale, and the content of loads that have used ended entries with them,
  /// because only entries in memory get the new values.
  private func invalidateEnded(
    _ entries: inout Table,
    _ now: RequestTime,
    _ commands: inout Commands
  ) {
    guard let cache, !table.changedIDs.isEmpty else { return }
    guard cache.records != nil || !cache.dependencies.links.isEmpty else { return }
    let tags = Set(table.changedIDs.map(\.tag))
    if let records = cache.records { commands.append(.call { records.invalidate(tags) }) }
    for key in cache.dependencies.ended(with: tags) {
      cache.dependencies.invalidateEnded(key, &entries, now, &commands)
    }
  }

  /// Forgets everything.
  func clear() {
    table = QueryEntityTable { $0.isEqual(to: $1) }
    seen = [:]
    additions = [:]
    overlaid = []
  }
}
