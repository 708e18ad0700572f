import Observation
import StateJSON
import StateTesting
import Testing

@testable import StatePersistence

/// Several states at one place, compared with a reference that saves immediately.
///
/// The first two storages belong to this process, the third one to another process.
@MainActor
final class StatesAtOnePlace {
  enum Value: Equatable {
    case number(Int)
    case tags(Set<String>)
    case part(PartValue)
    case draft(PartValue?)
    case parts([PartValue])
    /// A value of another type.
    case foreign(String)
  }

  @MainActor
  final class Member {
    var state = Tally()
    var saved: SavedState<Tally>?
    var storage = 0
    /// The earlier handles of the state.
    var earlier: [SavedState<Tally>] = []
    var conflicts: [String: [String]] = [:]
    // Properties of the reference.
    var values: [String: Value] = [:]
    var seen: [String: Value] = [:]
    var changed: Set<String> = []
    var expected: [String: [String]] = [:]
    var order = 0
    /// The number of its last write, if that write isn't confirmed.
    var unconfirmed: Int?
  }

  static let defaults: [String: Value] = [
    "plain": .number(0), "count": .number(0), "tags": .tags([]), "odd": .number(0),
    "part": .part(PartValue()), "draft": .draft(nil), "parts": .parts([]),
  ]

  let memory = PersistenceMemory()
  let storages: [FaultyStorage]
  let members: [Member]
  private let clock = TestClock()
  private var record = StatesAtOnePlace.defaults
  private var isRecordThere = false
  /// The number of writes.
  private var writes = 0
  private var last = 0
  private var foreign: [String] = []

  init(_ count: Int, storages places: [Int]) async throws {
    storages = [
      FaultyStorage(memory), FaultyStorage(memory), FaultyStorage(OtherProcess(memory)),
    ]
    members = (0..<count).map { _ in Member() }
    for index in members.indices { try await attach(index, places[index]) }
  }

  private func isOneProcess(_ one: Int, _ other: Int) -> Bool { (one == 2) == (other == 2) }

  private func attach(_ index: Int, _ storage: Int, again state: Tally? = nil) async throws {
    let member = members[index]
    member.state = state ?? Tally()
    member.storage = storage
    if let saved = member.saved, state != nil { member.earlier.append(saved) }
    member.saved = try await SavedStates.attach(
      member.state,
      to: PersistenceLocation(storages[storage], key: "state"),
      clock: clock,
      onError: { _ in },
      onConflict: { [weak member] in
        member?.conflicts[$0.field, default: []].append(Self.text(of: $0.there))
      }
    )
    if state != nil {
      reload(member)
      return
    }
    last += 1
    member.order = last
    member.values = record.merging(Self.defaults) { value, standard in
      if case .foreign = value { standard } else { value }
    }
    (member.seen, member.changed) = (record, [])
  }

  /// Returns the text for a saved value of a conflict.
  private static func text(of saved: JSONValue) -> String {
    switch saved {
    case .null: "null"
    case .array: "array"
    case .object: "object"
    default: saved.int.map { "\($0)" } ?? saved.string ?? "?"
    }
  }

  // MARK: Reference

  private func works(_ storage: Int) -> Bool { storages[storage].mode.value != .fails }

  /// Saves the members of a storage that have changes.
  ///
  /// - Returns: Whether the write is confirmed.
  private func save(_ storage: Int) -> Bool {
    let saving = members.filter { $0.saved != nil && $0.storage == storage && !$0.changed.isEmpty }
      .sorted { $0.order < $1.order }
    let changed = saving.map(\.changed)
    var isConfirmed = true
    for member in saving {
      let before = record
      for name in Self.defaults.keys { save(name, of: member) }
      guard !isRecordThere || record != before || member.unconfirmed == writes else { continue }
      isRecordThere = true
      writes += 1
      member.unconfirmed = nil
      if storages[storage].mode.value == .confirmsNothing {
        member.unconfirmed = writes
        isConfirmed = false
      }
    }
    if !isConfirmed {
      for (member, changed) in zip(saving, changed) { member.changed = changed }
      return false
    }
    for member in saving {
      for other in members
      where other !== member && other.saved != nil && isOneProcess(storage, other.storage) {
        reload(other)
      }
    }
    return true
  }

  private func save(_ name: String, of member: Member) {
    let (here, seen, there) = (member.values[name], member.seen[name], record[name])
    guard member.changed.contains(name), here != seen else {
      member.changed.remove(name)
      take(name, member)
      return
    }
    if name == "odd", case .number(let number) = here, !number.isMultiple(of: 2) { return }
    member.changed.remove(name)
    var saved = here
    if there != seen {
      switch (name, seen, here, there) {
      case ("count", .number(let base), .number(let here), .number(let there)):
        saved = .number(here + there - base)
      case ("tags", .tags(let base), .tags(let here), .tags(let there)):
        saved = .tags(here.union(there.subtracting(base)).subtracting(base.subtracting(there)))
      case (_, .part, _, _), (_, .draft, _, _), (_, .parts, _, _):
        saved = merge(name, of: member)
      case (_, _, _, .number(let number)):
        if there != here { member.expected[name, default: []].append("\(number)") }
      case (_, _, _, .foreign(let text)): member.expected[name, default: []].append(text)
      default: break
      }
    }
    record[name] = saved
    (member.values[name], member.seen[name]) = (saved, saved)
  }

  /// Merges the children of a field.
  private func merge(_ name: String, of member: Member) -> Value? {
    var reference = ReferenceParts()
    defer {
      for conflict in reference.conflicts {
        member.expected[conflict.path, default: []].append(conflict.there)
      }
    }
    switch (member.seen[name], member.values[name], record[name]) {
    case (.part(let base), .part(let here), .part(let there)):
      return .part(reference.merge(base, here, there, name))
    case (.draft(let base), .draft(let here), .draft(let there)):
      return .draft(reference.merge(base, here, there, name))
    case (.parts(let base), .parts(let here), .parts(let there)):
      return .parts(reference.merge(base, here, there, name))
    default: return nil
    }
  }

  private func take(_ name: String, _ member: Member) {
    member.seen[name] = record[name]
    if case .foreign = record[name] { return }
    member.values[name] = record[name]
  }

  private func reload(_ member: Member) {
    guard works(member.storage) else { return }
    for name in Self.defaults.keys where !member.changed.contains(name) { take(name, member) }
  }

  // MARK: Steps

  func run(_ step: PlaceStep) async throws {
    switch step {
    case .set(let index):
      guard let member = attached(index) else { return }
      last += 1
      member.state.plain = last
      change("plain", .number(last), member)
    case .add(let index, let number):
      guard let member = attached(index) else { return }
      member.state.count += number
      change("count", .number(member.state.count), member)
    case .insert(let index):
      guard let member = attached(index) else { return }
      last += 1
      member.state.tags.insert("\(last)")
      change("tags", .tags(member.state.tags), member)
    case .remove(let index):
      guard let member = attached(index), let tag = member.state.tags.min() else { return }
      member.state.tags.remove(tag)
      change("tags", .tags(member.state.tags), member)
    case .odd(let index, let number):
      guard let member = attached(index) else { return }
      member.state.odd = OddNumber(value: number)
      change("odd", .number(number), member)
    case .part(let index, let step):
      guard let member = attached(index) else { return }
      last += 1
      guard let name = step.perform(on: member.state, last) else { return }
      change(name, Self.values(of: member.state)[name], member)
    case .flush(let index):
      guard let member = attached(index), let saved = member.saved else { return }
      #expect(await saved.flush() == flush(member))
      #expect(saved.hasUnsavedChanges == !member.changed.isEmpty)
      #expect((saved.failure != nil) == !member.changed.isEmpty)
    case .reload(let index):
      guard let member = attached(index) else { return }
      await member.saved?.reload()
      reload(member)
    case .detach(let index):
      guard let member = attached(index), let saved = member.saved else { return }
      for handle in member.earlier { #expect(await handle.detach() == flush(member)) }
      member.earlier = []
      let isSaved = await saved.detach()
      #expect(isSaved == flush(member))
      #expect((saved.failure == nil) == isSaved)
      member.saved = nil
    case .attach(let index, let storage):
      guard members[index].saved == nil, works(storage) else { return }
      try await attach(index, storage)
    case .attachAgain(let index):
      guard let member = attached(index), works(member.storage) else { return }
      try await attach(index, member.storage, again: member.state)
    case .mode(let mode, let storage): storages[storage].mode.setValue(mode)
    case .foreign:
      guard isRecordThere, let text = memory.text, let saved = try? Record(Array(text.utf8)) else {
        return
      }
      last += 1
      // The other program has overwritten its own value.
      if case .foreign(let text) = record["odd"] { foreign.removeAll { $0 == text } }
      foreign.append("foreign \(last)")
      var changed = saved
      changed.fields["odd"] = SavedJSON(.string("foreign \(last)"))
      changed.revision += 1
      writes += 1
      memory.save(String(decoding: changed.bytes, as: UTF8.self))
      record["odd"] = .foreign("foreign \(last)")
    }
  }

  private func attached(_ index: Int) -> Member? {
    members[index].saved == nil ? nil : members[index]
  }

  private static func values(of state: Tally) -> [String: Value] {
    [
      "plain": .number(state.plain), "count": .number(state.count), "tags": .tags(state.tags),
      "odd": .number(state.odd.value), "part": .part(PartValue(state.part)),
      "draft": .draft(state.draft.map { PartValue($0) }),
      "parts": .parts(state.parts.map { PartValue($0) }),
    ]
  }

  private func change(_ name: String, _ value: Value?, _ member: Member) {
    member.values[name] = value
    member.changed.insert(name)
  }

  private func flush(_ member: Member) -> Bool {
    if member.changed.isEmpty { return true }
    guard works(member.storage), save(member.storage) else { return false }
    return member.changed.isEmpty
  }

  /// Makes all storages work, and updates all states to the saved data.
  func settle() async throws {
    for storage in storages { storage.mode.setValue(.works) }
    for index in members.indices where members[index].state.odd.value % 2 != 0 {
      try await run(.odd(index, 2))
    }
    for _ in 0..<2 {
      for index in members.indices {
        try await run(.reload(index))
        try await run(.flush(index))
      }
    }
    for index in members.indices { try await run(.reload(index)) }
  }

  /// The differences from the reference.
  var differences: [String] {
    var found: [String] = []
    for (index, member) in members.enumerated() where member.saved != nil {
      for (name, value) in Self.values(of: member.state) where member.values[name] != value {
        found.append("\(index).\(name) is \(value), not \(String(describing: member.values[name]))")
      }
      if member.conflicts != member.expected {
        found.append("\(index) has the conflicts \(member.conflicts), not \(member.expected)")
      }
    }
    if isRecordThere {
      for (name, value) in record {
        let saved = memory.fields?[name]
        if !Self.isSame(saved, value) {
          found.append("\(name) is saved as \(String(describing: saved)), not \(value)")
        }
      }
    }
    // Each value that doesn't match still exists, or a copy of it does.
    let all = memory.keys.compactMap { memory[$0] }.map { String(decoding: $0, as: UTF8.self) }
    for text in foreign where !all.contains(where: { $0.contains("\"\(text)\"") }) {
      found.append("\(text) was written over without a copy")
    }
    return found
  }

  /// Whether a saved value equals the one of the reference.
  private static func isSame(_ saved: JSONValue?, _ value: Value) -> Bool {
    switch value {
    case .number(let number): return saved?.int == number
    case .foreign(let text): return saved?.string == text
    case .tags(let tags):
      guard let elements = saved?.array else { return false }
      return Set(elements.compactMap(\.string)) == tags && elements.count == tags.count
    case .part(let part): return saved.flatMap(PartValue.init) == part
    case .draft(let draft): return saved.flatMap(PartValue.init) == draft
    case .parts(let parts): return saved?.array?.map(PartValue.init) == parts
    }
  }
}
