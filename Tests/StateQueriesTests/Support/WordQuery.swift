import Foundation
import StateCore
import StateQueries
import StateTesting

/// A query whose loads a test answers.
struct WordQuery: ResourceQuery {
  struct Failure: Error {}

  /// The rules of a query, by number.
  static let rules: [QueryOptions] = [
    .make { $0.whenUnwatched = .cancel },
    .make { $0.interval = .milliseconds(30_370) },
    .make {
      $0.staleAfter = nil
      $0.keepsFor = .zero
      $0.triggers = [.watch]
    },
    .make {
      $0.staleAfter = .zero
      $0.interval = .milliseconds(41_570)
      $0.pollsInBackground = true
      $0.whenUnwatched = .cancel
      $0.keepsFor = .milliseconds(60_410)
    },
    .make { $0.triggers = [.active, .reconnect] },
  ]

  let id: Int

  var options: QueryOptions { Self.rules[id % Self.rules.count] }

  func load(in context: QueryContext) async throws -> String {
    try await context.environment.words.word(id, context)
  }

  func tags(for value: String?) -> Set<QueryTag> {
    var tags: Set<QueryTag> = [QueryTag("word", id: id)]
    if let value {
      tags.insert(QueryTag("loaded"))
      if let isEven = Self.isEven(value) { tags.insert(QueryTag("even", id: isEven)) }
    }
    return tags
  }

  /// Returns whether the number of the call with this answer is even; `nil` for other values.
  static func isEven(_ value: String) -> Bool? {
    let number = value.split(separator: ".").dropFirst().first?.prefix { $0.isNumber }
    return number.flatMap { Int($0) }?.isMultiple(of: 2)
  }

  func cost(of value: String) -> Int { value.count }
}

extension QueryOptions {
  static func make(_ change: (inout QueryOptions) -> Void) -> QueryOptions {
    var options = QueryOptions()
    options.staleAfter = .milliseconds(20_110)
    options.retry = .constant(.milliseconds(5_030))
    change(&options)
    return options
  }
}

/// A service that answers when the test says so.
final class WordService: Sendable {
  struct Call: Hashable, Sendable {
    let id: Int
    /// The number of the call among those of the id.
    let number: Int
  }

  fileprivate struct State {
    var counts: [Int: Int] = [:]
    var contexts: [QueryContext] = []
    var open: [Call: CheckedContinuation<Bool, Never>] = [:]
    var cancelled: Set<Call> = []
    var automatic = false
    var mutations: [Int: CheckedContinuation<WordMutation.Answer?, Never>] = [:]
    var keys: [UUID] = []
    var notes: [String] = []
  }

  fileprivate let state = LockIsolated(State())

  /// - Parameter isAutomatic: Whether each call has its answer at once.
  init(isAutomatic: Bool = false) {
    state.withValue { $0.automatic = isAutomatic }
  }

  /// The calls so far, per id.
  var counts: [Int: Int] { state.withValue { $0.counts } }
  var contexts: [QueryContext] { state.withValue { $0.contexts } }
  var count: Int { counts.values.reduce(0, +) }
  /// The calls without an answer.
  var open: [Call] {
    state.withValue { $0.open.keys.sorted { ($0.id, $0.number) < ($1.id, $1.number) } }
  }
  /// The calls without an answer that weren't cancelled.
  var wanted: [Call] { open.filter { call in !state.withValue { $0.cancelled.contains(call) } } }

  func word(_ id: Int, _ context: QueryContext) async throws -> String {
    let (call, isAutomatic) = state.withValue { state in
      state.counts[id, default: 0] += 1
      // The environment of a context contains this service.
      if !state.automatic { state.contexts.append(context) }
      return (Call(id: id, number: state.counts[id] ?? 0), state.automatic)
    }
    let isFailing =
      isAutomatic
      ? false
      : await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let hasEnded = state.withValue { state in
            if !state.automatic { state.open[call] = continuation }
            return state.automatic
          }
          if hasEnded { continuation.resume(returning: false) }
        }
      } onCancel: {
        _ = state.withValue { $0.cancelled.insert(call) }
      }
    if isFailing { throw WordQuery.Failure() }
    return "\(id).\(call.number)"
  }

  func answer(_ call: Call, isFailing: Bool = false) {
    state.withValue { $0.open.removeValue(forKey: call) }?.resume(returning: isFailing)
  }

  /// Answers all open calls and mutations, and later ones at once.
  func end() {
    state.withValue { state in
      state.automatic = true
      state.contexts = []
    }
    answer()
    for mutation in openMutations { answer(mutation, .empty) }
  }

  /// Answers all open calls.
  func answer(isFailing: Bool = false) {
    for call in open { answer(call, isFailing: isFailing) }
  }
}

extension WordService {
  /// The mutations without an answer.
  var openMutations: [Int] { state.withValue { $0.mutations.keys.sorted() } }
  var keys: [UUID] { state.withValue { $0.keys } }
  /// The names of the functions that have found this service.
  var notes: [String] { state.withValue { $0.notes } }

  func note(_ name: String) { state.withValue { $0.notes.append(name) } }

  func send(_ mutation: Int, _ key: UUID) async throws -> WordMutation.Answer {
    state.withValue { $0.keys.append(key) }
    let answer: WordMutation.Answer? = await withCheckedContinuation { continuation in
      let hasEnded = state.withValue { state in
        if !state.automatic { state.mutations[mutation] = continuation }
        return state.automatic
      }
      if hasEnded { continuation.resume(returning: .empty) }
    }
    guard let answer else { throw WordQuery.Failure() }
    return answer
  }

  /// Answers a mutation; `nil` for a failure.
  func answer(_ mutation: Int, _ answer: WordMutation.Answer?) {
    state.withValue { $0.mutations.removeValue(forKey: mutation) }?.resume(returning: answer)
  }
}

/// A mutation that appends to words, and whose answer the test determines.
struct WordMutation: QueryMutation {
  enum Answer: Sendable {
    case empty
    case update(Int, String)
    case value(Int, String)
    case invalidation(Int)
  }

  let id: Int
  var words: [Int] = []
  var tags: Set<QueryTag> = []
  var invalidates: Set<QueryTag> { tags }

  func send(in context: MutationContext) async throws -> Answer {
    try await context.environment.words.send(id, context.key)
  }

  func change(_ patch: inout QueryPatch) {
    for word in words { patch.update(WordQuery(id: word)) { $0 += "+\(id)" } }
  }

  func receive(_ answer: Answer, _ patch: inout QueryPatch) {
    switch answer {
    case .empty, .invalidation: break
    case .update(let word, let text): patch.update(WordQuery(id: word)) { $0 += text }
    case .value(let word, let value): patch.set(value, for: WordQuery(id: word))
    }
  }
}

enum WordServiceKey: StoreEnvironmentKey {
  static let liveValue = WordService(isAutomatic: true)
}

extension StoreEnvironment {
  var words: WordService {
    get { self[WordServiceKey.self] }
    set { self[WordServiceKey.self] = newValue }
  }

  /// An environment with the dates of a clock, and a service.
  static func controlled(_ clock: TestClock, _ service: WordService) -> StoreEnvironment {
    StoreEnvironment.controlled(clock: clock).changing { $0.words = service }
  }
}
