/// An actor that loads and saves records, one at a time, off the main actor.
actor RecordSaver {
  /// The changes that one state has to save.
  struct Change: Sendable {
    let member: Int
    let key: String
    let schema: RecordSchema
    let values: [CapturedRecord.Value]
    /// For fields, and fields of children, that weren't saved when they were loaded: their values at that time.
    let defaults: [CapturedRecord.Value]
    /// For fields that others have also saved in the meantime: the common earlier value.
    let bases: [String: SavedJSON?]
    /// The fields whose children have changed while the state was loading: their bases are what was loaded.
    let loaded: Set<String>
    /// The fields whose saved values the state couldn't use.
    let misfits: Set<String>
  }

  /// A value that others have saved.
  struct Taken: Sendable, Equatable {
    let json: SavedJSON
    /// The last common value.
    let base: SavedJSON?
  }

  /// The result of a save or a load for a state.
  struct Answer: Sendable {
    /// The fields whose values the state has to apply.
    var taken: [String: Taken] = [:]
    var conflicts: [PersistenceConflict] = []
    /// The fields that can't be encoded and aren't saved, with their bases.
    var unsaved: [String: SavedJSON?] = [:]
    /// The reasons why these fields aren't saved.
    var failures: [SavedStateError] = []
    /// The errors about data that was set aside.
    var errors: [SavedStateError] = []
    /// The reason why nothing was done.
    var refusal: SavedStateError?
  }

  private struct Known {
    var fields: [String: SavedJSON] = [:]
    var revision = 0
    var stamp: RecordStamp?
    /// Whether a crash may revert the last write.
    var isUnconfirmed = false

    init() {}

    init(_ saved: RecordSchema.Saved, _ stamp: RecordStamp) {
      fields = saved.fields
      revision = saved.revision
      self.stamp = stamp
    }
  }

  let storage: any RecordStorage
  /// The saved data that each state knows.
  private var known: [Int: Known] = [:]
  /// The reason why a crash may revert the write.
  private var unconfirmed: (any Error)?

  init(_ storage: any RecordStorage) {
    self.storage = storage
  }

  /// Loads the saved fields of a key.
  ///
  /// Without saved data, there are no fields.
  ///
  /// - Throws: An error if the data can't be used. It stays unchanged.
  func load(
    _ member: Int,
    _ key: String,
    _ schema: RecordSchema
  ) throws(SavedStateError) -> (fields: [String: SavedJSON], errors: [SavedStateError]) {
    do {
      if let problem = schema.problem { throw problem }
      guard let (bytes, stamp) = try storage.read(key) else {
        known[member] = Known()
        return ([:], storage.takeDamage(key))
      }
      switch schema.read(bytes, stamp) {
      case .success(let saved):
        known[member] = Known(saved, stamp)
        return (saved.fields, storage.takeDamage(key))
      case .failure(let error):
        guard error.code.isDamage else { throw error }
        known[member] = Known()
        return ([:], [try storage.exclusively { try setAside(key, error, $0) }])
      }
    } catch { throw storage.error(error, .unreadable, key) }
  }

  /// Returns what others have saved since the last load or save of a state, or `nil` if nothing has changed.
  func reload(_ member: Int, _ key: String, _ schema: RecordSchema) -> Answer? {
    guard let known = known[member] else { return nil }
    do {
      guard try storage.stamp(key) != known.stamp, let (bytes, stamp) = try storage.read(key),
        stamp != known.stamp
      else { return storage.takeDamage(key).last.map { Answer(refusal: $0) } }
      let saved = try schema.read(bytes, stamp).get()
      let merge = RecordMerge(
        base: known.fields,
        here: [:],
        there: saved.fields,
        merges: [:],
        areSame: schema.areSame
      )
      self.known[member] = Known(saved, stamp)
      var answer = Answer()
      answer.take(merge.result.taken, base: known.fields)
      return answer
    } catch {
      let error = storage.error(error, .unreadable, key)
      // The next save sets it aside.
      return error.code.isDamage ? nil : Answer(refusal: error)
    }
  }

  /// Saves changes of several states in one step, or none of them.
  ///
  /// - Returns: The answers in the order of the changes, and the reason why a crash may revert the write.
  /// - Throws: The reason why nothing could be written.
  func save(
    _ changes: [Change]
  ) throws(SavedStateError) -> (answers: [Answer], failure: SavedStateError?) {
    unconfirmed = nil
    var all = changes.map { Encoded($0) }
    let before = known
    do {
      try storage.exclusively { access in
        // Start over, because the storage may run this again.
        known = before
        unconfirmed = nil
        for index in all.indices { try save(&all[index], access) }
      }
    } catch {
      known = before
      throw storage.error(error, .unwritable, changes.first?.key)
    }
    for index in all.indices {
      all[index].answer.errors += storage.takeDamage(all[index].change.key)
    }
    let failure = unconfirmed.map { storage.error($0, .unwritable, changes.first?.key) }
    return (all.map(\.answer), failure)
  }

  func forget(_ member: Int) {
    known[member] = nil
  }

  // MARK: Single record

  private struct Encoded {
    let change: Change
    var here: [String: SavedJSON] = [:]
    var defaults: [String: SavedJSON] = [:]
    /// The fields that can't be encoded.
    private(set) var unsaved: Set<String> = []
    private let failures: [SavedStateError]
    var answer = Answer()

    init(_ change: Change) {
      self.change = change
      var failures: [SavedStateError] = []
      for value in change.values {
        do throws(SavedStateError) { here[value.name] = try value.encoded() } catch {
          unsaved.insert(value.name)
          failures.append(error)
        }
      }
      for value in change.defaults { defaults[value.name] = try? value.encoded() }
      self.failures = failures
    }

    /// The children that changed while the state was loading, merged with those that were loaded.
    ///
    /// A field without a merge keeps its value, as that of a state does.
    func withLoaded(_ base: [String: SavedJSON]) -> [String: SavedJSON] {
      var merged: [String: SavedJSON] = [:]
      for name in change.loaded {
        guard let here = here[name], let loaded = base[name] else { continue }
        merged[name] = try? change.schema.merges[name]?(defaults[name], here, loaded).json
      }
      return merged
    }

    mutating func begin() {
      answer = Answer()
      answer.failures = failures
    }
  }

  private func save(_ encoded: inout Encoded, _ access: any RecordAccess) throws {
    let change = encoded.change
    encoded.begin()
    // A detached state has nothing to save.
    guard var known = known[change.member] else { return }
    let before = known.fields
    var base = before.merging(encoded.defaults) { known, _ in known }
    for (name, json) in change.bases { base[name] = json ?? encoded.defaults[name] }
    base = change.schema.completed(base, encoded.defaults)
    let here = encoded.here.merging(encoded.withLoaded(base)) { $1 }
    var isThere = known.stamp != nil
    if try !isThere || access.stamp(change.key) != known.stamp {
      isThere = false
      known.stamp = nil
      if let (bytes, stamp) = try access.read(change.key) {
        switch change.schema.read(bytes, stamp) {
        case .success(let saved):
          known = Known(saved, stamp)
          isThere = true
        case .failure(let error) where error.code.isDamage:
          encoded.answer.errors.append(try setAside(change.key, error, access))
        case .failure(let error):
          encoded.answer.refusal = error.at(storage.place(change.key))
          return
        }
      }
      if !isThere { known.fields = before }
    }
    let there = change.schema.completed(known.fields, encoded.defaults)
      .merging(encoded.defaults) { there, _ in there }
    var merge = RecordMerge(
      base: base,
      here: here,
      there: there,
      merges: change.schema.merges,
      areSame: change.schema.areSame
    ).result
    // The state doesn't have what was loaded.
    for (name, own) in encoded.here where change.loaded.contains(name) {
      let isSame = merge.fields[name].map { change.schema.areSame(name, $0, own) } == true
      merge.taken[name] = isSame ? nil : merge.fields[name]
    }
    if !isThere || known.isUnconfirmed || merge.fields != known.fields {
      if isThere {
        try keepMisfits(of: known.fields, writing: merge.fields, seen: before, &encoded, access)
      }
      known.revision = min(known.revision, .max - 1) + 1
      let record = Record(
        name: change.schema.name,
        version: change.schema.chain.version,
        revision: known.revision,
        fields: merge.fields
      )
      let number = try access.nextNumber(change.key)
      let bytes = try change.schema.bytes(of: record, number: number)
      known.isUnconfirmed = false
      do { known.stamp = try access.write(bytes, change.key) } catch let error as UnconfirmedWrite {
        known.stamp = error.stamp
        known.isUnconfirmed = true
        unconfirmed = error.reason
      }
    }
    // This includes the fields that can't be encoded: the state keeps its values, but has to know which of these don't
    // match.
    encoded.answer.take(merge.taken, base: base.merging(encoded.here) { $1 })
    for name in encoded.unsaved { encoded.answer.unsaved[name] = .some(base[name]) }
    encoded.answer.conflicts = merge.conflicts
    known.fields = merge.fields
    self.known[change.member] = known
  }

  /// Keeps a copy of a record before a value is overwritten that no state of this kind can use.
  private func keepMisfits(
    of there: [String: SavedJSON],
    writing fields: [String: SavedJSON],
    seen: [String: SavedJSON],
    _ encoded: inout Encoded,
    _ access: any RecordAccess
  ) throws {
    let change = encoded.change
    var found: [SavedStateError] = []
    for name in encoded.here.keys.sorted() {
      guard let json = there[name], json != fields[name],
        json != seen[name] || change.misfits.contains(name),
        let misfit = lostMisfit(name, in: json, writing: fields[name], change.schema)
      else { continue }
      found.append(misfit)
    }
    if found.isEmpty { return }
    let name = try access.setAside(change.key, keepsOriginal: true)
    for var misfit in found {
      misfit.setAside = name
      encoded.answer.errors.append(misfit)
    }
  }

  /// A value that doesn't fit and that isn't in the text that is written.
  private func lostMisfit(
    _ name: String,
    in there: SavedJSON,
    writing written: SavedJSON?,
    _ schema: RecordSchema
  ) -> SavedStateError? {
    let misfits = schema.misfits(name, there)
    if misfits.isEmpty { return nil }
    let kept = written.map { Set(schema.misfits(name, $0)) } ?? []
    return misfits.first { !kept.contains($0) }
  }

  private func setAside(
    _ key: String,
    _ error: SavedStateError,
    _ access: any RecordAccess
  ) throws -> SavedStateError {
    var error = error.at(storage.place(key))
    error.setAside = try access.setAside(key, keepsOriginal: false)
    return error
  }
}

extension RecordSaver.Answer {
  fileprivate mutating func take(_ fields: [String: SavedJSON], base: [String: SavedJSON]) {
    taken = Dictionary(
      uniqueKeysWithValues: fields.map { ($0, RecordSaver.Taken(json: $1, base: base[$0])) }
    )
  }
}
