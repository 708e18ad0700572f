import Foundation
import StateCore
import StateQueries
import StateQueriesPersistence
import StateTesting

/// A query on disk whose loads a test answers.
struct NoteQuery: PersistentQuery {
  struct Failure: Error {}

  /// The rules of a query, by id.
  static let rules: [QueryOptions] = [
    .make { $0.staleAfter = .seconds(20) },
    .make {
      $0.staleAfter = nil
      $0.keepsFor = .zero
      $0.triggers = [.watch]
    },
    .make {
      $0.staleAfter = .seconds(500)
      $0.triggers = []
      $0.whenUnwatched = .cancel
    },
    .make {
      $0.staleAfter = .zero
      $0.whenUnwatched = .cancel
      $0.keepsFor = .seconds(60)
    },
  ]

  let id: Int

  var options: QueryOptions { Self.rules[id % Self.rules.count] }

  func load(in context: QueryContext) async throws -> String {
    let notes = context.environment.notes
    if id == 0, notes.hasBase { _ = try await context.value(of: BaseQuery()) }
    return try await notes.note(id)
  }

  func tags(for value: String?) -> Set<QueryTag> {
    var tags: Set<QueryTag> = [QueryTag("note", id: id)]
    if let value { tags.insert(QueryTag("even", id: Self.isEven(value))) }
    return tags
  }

  /// Returns whether the number at the start of a value is even.
  static func isEven(_ value: String) -> Bool {
    (Int(value.prefix { $0.isNumber }) ?? 0).isMultiple(of: 2)
  }
}

/// A query in memory that the load of the first note uses.
struct BaseQuery: ResourceQuery {
  var options: QueryOptions { .make { $0.staleAfter = nil } }

  func load(in context: QueryContext) async throws -> Int { context.environment.notes.base }
}

extension QueryOptions {
  static func make(_ change: (inout QueryOptions) -> Void) -> QueryOptions {
    var options = QueryOptions()
    options.retry = .never
    change(&options)
    return options
  }
}

/// A service that answers when the test says so, with a new number for each call.
final class NoteService: Sendable {
  struct Call: Hashable, Comparable, Sendable {
    let id: Int
    /// The number of the call among the calls and the other numbers of the id.
    let number: Int

    static func < (lhs: Call, rhs: Call) -> Bool {
      (lhs.id, lhs.number) < (rhs.id, rhs.number)
    }
  }

  private struct State {
    var counts: [Int: Int] = [:]
    var open: [Call: CheckedContinuation<Bool, Never>] = [:]
    var mutations: [Int: CheckedContinuation<Bool, Never>] = [:]
    var isAutomatic = false
    var base = 0
  }

  private let state = LockIsolated(State())

  /// Whether the load of the first note uses the base.
  let hasBase: Bool

  init(isAutomatic: Bool = false, hasBase: Bool = false) {
    self.hasBase = hasBase
    state.withValue { $0.isAutomatic = isAutomatic }
  }

  /// The numbers that calls and tests have used, per id.
  var counts: [Int: Int] { state.withValue { $0.counts } }
  var count: Int { counts.values.reduce(0, +) }
  var base: Int { state.withValue { $0.base } }

  /// Returns a new base.
  func changeBase() -> Int {
    state.withValue { state in
      state.base += 1
      return state.base
    }
  }

  /// The calls without an answer.
  var open: [Call] { state.withValue { $0.open.keys.sorted() } }
  /// The mutations without an answer.
  var openMutations: [Int] { state.withValue { $0.mutations.keys.sorted() } }

  /// Returns a new number for a value that no call has answered.
  func makeNumber(_ id: Int) -> Int {
    state.withValue { state in
      state.counts[id, default: 0] += 1
      return state.counts[id] ?? 0
    }
  }

  func note(_ id: Int) async throws -> String {
    let number = makeNumber(id)
    if state.withValue({ $0.isAutomatic }) { return "\(number)" }
    let isFailing = await withCheckedContinuation { continuation in
      state.withValue { $0.open[Call(id: id, number: number)] = continuation }
    }
    if isFailing { throw NoteQuery.Failure() }
    return "\(number)"
  }

  func answer(_ call: Call, isFailing: Bool = false) {
    state.withValue { $0.open.removeValue(forKey: call) }?.resume(returning: isFailing)
  }

  /// Answers all open calls.
  func answer(isFailing: Bool = false) {
    for call in open { answer(call, isFailing: isFailing) }
  }

  func send(_ mutation: Int) async throws {
    let isFailing = await withCheckedContinuation { continuation in
      state.withValue { $0.mutations[mutation] = continuation }
    }
    if isFailing { throw NoteQuery.Failure() }
  }

  func answer(mutation: Int, isFailing: Bool = false) {
    state.withValue { $0.mutations.removeValue(forKey: mutation) }?.resume(returning: isFailing)
  }
}

/// A mutation that appends to a note.
struct NoteMutation: QueryMutation {
  let number: Int
  let id: Int

  func send(in context: MutationContext) async throws {
    try await context.environment.notes.send(number)
  }

  func change(_ patch: inout QueryPatch) {
    patch.update(NoteQuery(id: id)) { [number] in $0 += "+\(number)" }
  }
}

enum NoteServiceKey: StoreEnvironmentKey {
  static let liveValue = NoteService(isAutomatic: true)
}

extension StoreEnvironment {
  var notes: NoteService {
    get { self[NoteServiceKey.self] }
    set { self[NoteServiceKey.self] = newValue }
  }

  /// An environment with the dates of a clock, and a service.
  static func controlled(_ clock: TestClock, _ service: NoteService) -> StoreEnvironment {
    StoreEnvironment.controlled(clock: clock).changing { $0.notes = service }
  }
}
