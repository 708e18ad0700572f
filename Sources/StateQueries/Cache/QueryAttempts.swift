import StateCore
import StateRequests

/// What journals know about the attempts of a cache.
///
/// Without a journal, nothing is noted.
@MainActor
final class QueryAttempts {
  /// Returns the states that show an entry of a cache; `nil` before a property follows a query.
  static var statesShowing: (@MainActor (QueryKey, QueryCache) -> [AnyObject])?

  weak var cache: QueryCache?
  private var running: [RequestAttempt: (key: QueryKey, note: any LoadNote)] = [:]
  /// The last attempt of each entry.
  private(set) var last: [QueryKey: any LoadNote] = [:]
  /// The attempts that have begun or ended in the current input.
  private var writers: [QueryKey: any LoadNote] = [:]
  /// What has invalidated entries that haven't loaded since.
  private var invalidations: [QueryKey: any LoadCause] = [:]
  private var given: (any LoadCause)?
  /// What changes content on behalf of other code than a load.
  private var outside: (any ContentNote)?

  nonisolated init() {}

  /// The number of attempts and causes that are kept.
  var count: Int { running.count + last.count + writers.count + invalidations.count }

  // MARK: Causes

  /// What asks now; `nil` without a journal.
  var cause: (any LoadCause)? {
    guard let loads = CoreListening.loads else { return nil }
    return given ?? loads.cause
  }

  /// Runs code on behalf of a cause, if it is known.
  func run<Result>(by cause: (any LoadCause)?, _ body: () -> Result) -> Result {
    guard let cause else { return body() }
    let outer = given
    given = cause
    defer { given = outer }
    return body()
  }

  /// Runs code on behalf of a running attempt.
  func run<Result>(by attempt: RequestAttempt, _ body: () -> Result) -> Result {
    run(by: running[attempt]?.note.own, body)
  }

  /// Notes what invalidates an entry, or another entry that it depends on.
  func noteInvalidation(of key: QueryKey, by dependency: QueryKey? = nil) {
    guard let cause, invalidations[key] == nil else { return }
    invalidations[key] = dependency.flatMap { writers[$0]?.own } ?? cause
  }

  /// Notes that other content has replaced what was invalidated.
  func noteReplacement(of key: QueryKey) {
    if !invalidations.isEmpty { invalidations[key] = nil }
  }

  // MARK: Attempts

  /// The attempt that writes the content of an entry now, unless other code does.
  func writer(of key: QueryKey) -> (any ContentNote)? {
    writers.isEmpty ? outside : writers[key] ?? outside
  }

  /// Changes content on behalf of a cause.
  func write<Result>(by note: any ContentNote, _ body: () -> Result) -> Result {
    let outer = outside
    outside = note
    defer { outside = outer }
    return run(by: note.own, body)
  }

  /// Notes the start or the end of an attempt.
  func note(_ attempt: RequestAttempt, _ stage: RequestStage<QueryKey>) {
    switch stage {
    case .started(let key): begin(attempt, key)
    case .answered: end(attempt, .answered)
    case .failed(let error?): end(attempt, saysCancelled(error) ? .cancelled : .failed(error))
    // The code that cancels an attempt is the cause of the changes that follow.
    case .failed(nil): if let key = end(attempt, .cancelled) { writers[key] = nil }
    }
  }

  private func begin(_ attempt: RequestAttempt, _ key: QueryKey) {
    let invalidation = invalidations.isEmpty ? nil : invalidations.removeValue(forKey: key)
    let previous = last.isEmpty ? nil : last.removeValue(forKey: key)
    guard let cache, let loads = CoreListening.loads else { return }
    let isAgain = attempt.attempt > 1
    let asker = cache.requests.cause(of: attempt.reason, for: key)
    let cause = (isAgain ? previous?.cause : nil) ?? asker ?? invalidation ?? loads.cause
    let isPage = cache.pageLoads.pages[key]?.side != nil
    let start = LoadStart(
      query: key.query,
      name: "\(type(of: key.query))",
      attempt: attempt.attempt,
      reason: "\(isPage ? .page : QueryReason(attempt.reason))",
      watcherCount: cache.requests[key]?.watcherCount ?? 0,
      cause: cause
    )
    let note = loads.begin(start, shownBy: states(showing: key))
    running[attempt] = (key, note)
    last[key] = note
    writers[key] = note
  }

  @discardableResult
  private func end(_ attempt: RequestAttempt, _ end: LoadEnd) -> QueryKey? {
    if running.isEmpty { return nil }
    guard let (key, note) = running.removeValue(forKey: attempt) else { return nil }
    note.end(end, shownBy: states(showing: key))
    writers[key] = note
    return key
  }

  func states(showing key: QueryKey) -> [AnyObject] {
    guard let cache else { return [] }
    return Self.statesShowing?(key, cache) ?? []
  }

  // MARK: Entries

  /// Forgets an entry that has ended.
  func forget(_ key: QueryKey) {
    if !last.isEmpty { last[key] = nil }
    if !invalidations.isEmpty { invalidations[key] = nil }
  }

  /// Notes the end of an input and its consequences.
  func endInput() {
    if !writers.isEmpty { writers = [:] }
  }
}
