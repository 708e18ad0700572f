import IssueReporting
import StateCore
import StateRequests

/// The dependencies between the queries of a cache.
@MainActor
final class QueryDependencies {
  weak var cache: QueryCache?
  private(set) var links = QueryLinks<QueryKey, RequestAttempt, QueryContent>()

  // MARK: Loads

  /// Notes the start or the end of an attempt.
  func note(_ attempt: RequestAttempt, _ stage: RequestStage<QueryKey>) {
    guard !links.isEmpty else { return }
    switch stage {
    case .started(let key):
      links.start(
        attempt,
        of: key,
        count: cache?.requests.contentCount ?? 0,
        isAfterChange: attempt.reason == .dependency,
        // The pages of a failed attempt stay.
        keepsUses: attempt.attempt > 1 && key.query is any PagedQuery
      )
    case .answered: links.answer(attempt)
    case .failed: links.fail(attempt)
    }
  }

  /// Determines the links of an attempt that loads pages, which may keep earlier pages.
  func beginPages(of key: QueryKey, isWhole: Bool, hasProgress: Bool) {
    guard links.knows(key) else { return }
    if isWhole {
      if !hasProgress { links.forgetUses(of: key) }
    } else {
      links.keepContent(of: key)
    }
  }

  /// Whether a failed load doesn't need another attempt, because its dependency has had its own attempts.
  func hasFailedDependency(_ key: QueryKey) -> Bool {
    links.hasFailedDependency(key) && cache?.requests.isOnline == true
  }

  // MARK: Uses

  /// Returns the dependencies of an attempt.
  func source(_ attempt: RequestAttempt, _ key: QueryKey) -> any DependencySource {
    AttemptDependencies(dependencies: self, attempt: attempt, key: key)
  }

  /// Returns the content of a query for an attempt to load another one.
  func value<Query: ResourceQuery>(
    of query: Query,
    for attempt: RequestAttempt,
    _ key: QueryKey
  ) async throws -> Query.Value {
    while true {
      try CurrentWork.checkCancellation()
      // The wait doesn't keep the cache, whose end cancels the attempt.
      let wait = try ask(for: query, attempt, key)
      switch await wait.outcome() {
      case .content(let content, _): return content.value(of: query)
      case .failure(let error): throw error
      case .cancelled: throw CancellationError()
      // The content that was removed isn't wanted, but other content is.
      case .removed: continue
      }
    }
  }

  private func ask(
    for query: some ResourceQuery,
    _ attempt: RequestAttempt,
    _ key: QueryKey
  ) throws -> DependencyWait {
    guard let cache, cache.requests.isRunning(attempt) else { throw CancellationError() }
    let (requests, dependency) = (cache.requests, cache.keyToLoad(query))
    if dependency == key { throw cycle([key, key]) }
    links.wait(
      attempt,
      of: key,
      for: dependency,
      count: requests.contentCount,
      isLoading: requests[dependency]?.isLoading == true
    )
    var options = RequestOptions(query.options)
    let number = requests[dependency]?.baseNumber ?? 0
    if links.isFresh(attempt, number: number) { options.staleAfter = nil }
    let wait = DependencyWait(requests)
    let receive: @MainActor @Sendable (RequestOutcome<QueryContent>) -> Void = {
      [weak self] outcome in
      wait.end(self?.note(outcome, of: dependency, for: attempt, key) ?? .cancelled)
    }
    let answer = cache.attempts.run(by: attempt) { cache.ask(for: dependency, options, receive) }
    wait.caller = answer.caller
    if let path = links.path(
      from: dependency,
      to: key,
      isLoading: { requests[$0]?.isLoading == true }
    ) {
      links.withdraw(attempt, dependency)
      if let caller = wait.caller { requests.leave(caller) }
      throw cycle([key] + path)
    }
    if let fresh = answer.content { receive(.content(fresh, isLoaded: false)) }
    return wait
  }

  private func cycle(_ path: [QueryKey]) -> QueryError {
    let error = QueryError(cycle: path.map(\.query))
    // The task of a load doesn't know its test, so a caller reports the error to it.
    if !isTesting { reportIssue("\(error)") }
    return error
  }

  /// Notes what a load gets: the content without unconfirmed changes.
  private func note(
    _ outcome: RequestOutcome<QueryContent>,
    of dependency: QueryKey,
    for attempt: RequestAttempt,
    _ key: QueryKey
  ) -> RequestOutcome<QueryContent> {
    guard let requests = cache?.requests else { return .cancelled }
    let content = requests.confirmed(dependency).content
    let entry = requests[dependency].map { (number: $0.contentNumber, content: content) }
    switch outcome {
    case .content(let given, let isLoaded):
      let isOutdated = links.use(attempt, dependency, .content, entry) {
        dependency.query.allTags(of: given)
      }
      if isOutdated { invalidate([.init(key: key, attempt: attempt)], by: dependency) }
      return .content(content ?? given, isLoaded: isLoaded)
    case .failure:
      links.use(attempt, dependency, requests.isOnline ? .failure : .failureOffline, entry)
    case .removed, .cancelled:
      links.leave(attempt, dependency)
    }
    return outcome
  }

  // MARK: Changes

  /// Invalidates the entries that have used other content than a changed entry has now.
  func publish(_ key: QueryKey, _ view: RequestView<QueryContent>?) {
    guard links.knows(key) else { return }
    guard let view, let requests = cache?.requests else {
      return links.end(key) { key.query.allTags(of: $0) }
    }
    var outdated = links.note(
      key,
      number: view.contentNumber,
      content: { requests.confirmed(key).content },
      isEqual: { key.query.isEqual($0, $1) }
    )
    let loads = view.isLoading || view.watcherCount > 0 && requests.isActive
    if !loads, let invalidation = view.unservedInvalidation {
      outdated += links.invalidate(key, invalidation, count: requests.contentCount)
    } else if let invalidation = view.failedInvalidation, !(view.error is QueryError) {
      // The load that the dependents have waited for has brought no content.
      outdated += links.invalidate(key, invalidation, count: requests.contentCount)
    }
    invalidate(outdated, by: key)
  }

  /// Invalidates the entries that have used content that the app removes.
  func remove(
    _ key: QueryKey,
    _ table: inout RequestTable<QueryKey, QueryContent>,
    _ now: RequestTime,
    _ commands: inout [RequestCommand<QueryKey, QueryContent>]
  ) {
    guard links.knows(key) else { return }
    for entry in links.remove(key, number: table.contentCount) {
      note(entry.key, table, by: key)
      table.invalidate(entry.key, usedBy: entry.attempt, at: now, &commands)
    }
  }

  /// Notes that the content of an entry is replaced, not loaded.
  func replace(_ key: QueryKey) { links.replace(key) }

  /// Returns the keys of ended entries with one of the tags, in a fixed order.
  func ended(with tags: Set<QueryTag>) -> [QueryKey] {
    links.tagsOfEnded.compactMap { key, tagsOfContent in
      let isReached = tagsOfContent.contains { tag in tags.contains { $0.matches(tag) } }
      return isReached || key.query.isReached(by: tags, nil) ? key : nil
    }
  }

  /// Invalidates the entries that have used content of an entry that has ended.
  func invalidateEnded(
    _ key: QueryKey,
    _ table: inout RequestTable<QueryKey, QueryContent>,
    _ now: RequestTime,
    _ commands: inout [RequestCommand<QueryKey, QueryContent>]
  ) {
    guard links.knows(key) else { return }
    for entry in links.invalidateEnded(key, count: table.contentCount) {
      note(entry.key, table, by: key)
      table.invalidate(entry.key, usedBy: entry.attempt, at: now, &commands)
    }
  }

  /// Forgets everything.
  func clear() { links = QueryLinks() }

  private func invalidate(
    _ outdated: [QueryLinks<QueryKey, RequestAttempt, QueryContent>.Outdated],
    by dependency: QueryKey
  ) {
    guard !outdated.isEmpty else { return }
    cache?.requests.change { table, now, commands in
      for entry in outdated {
        note(entry.key, table, by: dependency)
        table.invalidate(entry.key, usedBy: entry.attempt, at: now, &commands)
      }
    }
  }

  /// Notes the cause of an invalidation.
  private func note(
    _ key: QueryKey,
    _ table: RequestTable<QueryKey, QueryContent>,
    by dependency: QueryKey
  ) {
    guard CoreListening.loads != nil, table[key] != nil else { return }
    cache?.attempts.noteInvalidation(of: key, by: dependency)
  }
}

/// The dependencies of one attempt.
private struct AttemptDependencies: DependencySource {
  let dependencies: QueryDependencies
  let attempt: RequestAttempt
  let key: QueryKey

  func value<Query: ResourceQuery>(of query: Query) async throws -> Query.Value {
    try await dependencies.value(of: query, for: attempt, key)
  }
}

/// The wait of a load for a dependency.
@MainActor
private final class DependencyWait {
  weak var requests: Requests<QueryKey, QueryContent>?
  var caller: RequestCaller?
  private var result: RequestOutcome<QueryContent>?
  private var waiter: TimerContinuation<RequestOutcome<QueryContent>>?

  init(_ requests: Requests<QueryKey, QueryContent>) {
    self.requests = requests
  }

  func end(_ result: RequestOutcome<QueryContent>) {
    guard self.result == nil else { return }
    self.result = result
    waiter.take()?.resume(returning: result)
  }

  /// Waits for the outcome, or for the cancellation of the load.
  func outcome() async -> RequestOutcome<QueryContent> {
    await withTimerContinuation { continuation in
      if let result { continuation.resume(returning: result) } else { waiter = continuation }
    } onCancel: {
      MainThread.run { [self] in
        if let caller { requests?.leave(caller) }
        end(.cancelled)
      }
    }
  }
}
