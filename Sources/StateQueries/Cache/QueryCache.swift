public import Foundation
import IssueReporting
import Observation
public import ScreenStateKit
public import StateCore
import StateRequests

/// The loaded content of an app, or of one screen: an entry per query, with one load for all callers.
///
/// Stores follow queries with `follow`, which writes the entry into a property of their state. Other code uses the
/// functions of the cache: `StoreEnvironment.current.queries`.
///
/// A load belongs to its entry. A caller that is cancelled changes nothing for the others, and a caller that arrives
/// during a load joins it.
@MainActor
public final class QueryCache {
  /// The cache of the app, in the live environment.
  nonisolated public static let shared = QueryCache()

  private let limits: RequestLimits
  package let clock: any Clock<Duration>
  package let environment: StoreEnvironment
  private let stubs: QueryStubs?
  lazy var requests = makeRequests()
  /// The records of the content outside of the memory.
  package internal(set) var records: (any QueryRecords)?
  /// The errors and pauses of entries that have any.
  private(set) var troubles: [QueryKey: QueryTrouble] = [:]
  let dependencies = QueryDependencies()
  let entities = QueryEntities()
  let attempts = QueryAttempts()
  let inspection = QueryInspection()
  private(set) lazy var pageLoads = PageLoads(environment, dependencies, stubs)
  private let registrar = ObservationRegistrar()
  var lastChange = 0
  /// The mutations without an answer, with the queries that they change.
  var openChanges: [RequestChange: [QueryKey]] = [:]
  /// The number of calls of `clear()`.
  package private(set) var clearCount = 0
  var scenes = QueryScenes()
  var memoryPressure: MemoryPressure?
  /// Whether any code has read an entry while it tracked observable properties.
  private var hasLooks = false

  /// Creates an empty cache.
  ///
  /// - Parameters:
  ///   - limits: The limits beyond which unused entries are removed.
  ///   - clock: The clock of pauses, intervals and unused entries; another clock than a `ContinuousClock` replaces that
  ///     of the environment.
  ///   - environment: The environment of all loads, and the source of the dates.
  nonisolated public convenience init(
    limits: QueryLimits = QueryLimits(),
    clock: any Clock<Duration> = ContinuousClock(),
    environment: StoreEnvironment = .live
  ) {
    self.init(limits, clock, environment, nil)
  }

  private nonisolated init(
    _ limits: QueryLimits,
    _ clock: any Clock<Duration>,
    _ environment: StoreEnvironment,
    _ stubs: QueryStubs?
  ) {
    self.limits = RequestLimits(limits)
    let environment = environment.resolved
    let isGiven = !(clock is ContinuousClock)
    self.clock = isGiven ? clock : environment.ownClock ?? clock
    self.environment = isGiven ? environment.with(clock) : environment
    self.stubs = stubs
  }

  /// Creates a cache for previews and tests, whose queries have the given answers.
  ///
  /// ```swift
  /// let queries = QueryCache.preview { $0.answer(OrderQuery(id: 5), order) }
  /// ```
  ///
  /// A load without an answer throws a `QueryError`. A use of a query without an answer and without content also reports
  /// an issue, which fails a test.
  nonisolated public static func preview(
    clock: any Clock<Duration> = ContinuousClock(),
    environment: StoreEnvironment = .preview,
    _ stubs: (inout QueryStubs) -> Void = { _ in }
  ) -> QueryCache {
    var answers = QueryStubs()
    stubs(&answers)
    return QueryCache(QueryLimits(), clock, environment, answers)
  }

  private func makeRequests() -> Requests<QueryKey, QueryContent> {
    let (environment, stubs) = (environment, stubs)
    let requests = Requests<QueryKey, QueryContent>(
      limits: limits,
      clock: clock,
      date: { environment.unrecordedDate },
      random: {
        var random = environment.random
        return .random(in: 0...1, using: &random)
      },
      policy: { [dependencies] key in
        if dependencies.hasFailedDependency(key) { return .never }
        let policy = key.query.options.retry
        return policy.retrying { !($0 is QueryError) && policy.shouldRetry($0) }
      },
      cost: { $0.query.cost(of: $1) },
      hasName: { key, content, name in
        (name.base as? QueryTag).map { key.query.isReached(by: [$0], content) } ?? false
      },
      load: { [pageLoads, dependencies, inspection, clock] key, attempt in
        if !inspection.isIdle { try await inspection.pass(key, attempt, clock) }
        if let stubs, !stubs.hasPages(key) {
          return try await StoreEnvironment.with(environment) { try await stubs.content(of: key) }
        }
        if let query = key.query as? any PagedQuery {
          return try await pageLoads.loadPages(of: query, attempt, key)
        }
        let context = QueryContext(
          attempt: attempt.attempt,
          reason: QueryReason(attempt.reason),
          environment: environment,
          dependencies: dependencies.source(attempt, key)
        )
        return try await StoreEnvironment.with(environment) {
          try await key.query.content(in: context)
        }
      }
    )
    pageLoads.requests = requests
    requests.onPublish = { [weak self] in self?.publish($0) }
    inspection.onEndlessLoad = { [weak self] in self?.leaveReload(of: $0) }
    SharedContents.add(self)
    attempts.cache = self
    requests.causeOfCaller = { [attempts] in attempts.cause }
    dependencies.cache = self
    entities.cache = self
    requests.onContent = { [pageLoads, entities] in
      let (key, content, date, attempt) = ($0, $1, $2, $3)
      return entities.take(content, of: key, &$4, $5, &$6) { id in
        if let date { return .record(from: date) }
        return pageLoads.attempt(of: id, attempt, key).map { .init(attempt: $0) }
      }
    }
    requests.onEnd = { [entities, attempts] in
      entities.tidy()
      attempts.endInput()
    }
    requests.onAttempt = { [pageLoads, dependencies, attempts] attempt, stage in
      dependencies.note(attempt, stage)
      if case .started(let key) = stage { pageLoads.begin(attempt, key) }
      attempts.note(attempt, stage)
    }
    return requests
  }

  /// The number of entries.
  package var count: Int { requests.count }
  /// The number of entries with an error or a pause.
  var troubleCount: Int { troubles.count }

  // MARK: Looks

  /// Returns the entry of a query without loading it.
  ///
  /// SwiftUI and other code that tracks observable properties notice each change of the entry.
  public func resource<Query: ResourceQuery>(of query: Query) -> Resource<Query.Value> {
    let key = QueryKey(query)
    hasLooks = true
    registrar.access(self, keyPath: \.[key])
    return unobservedResource(of: query)
  }

  /// Returns the entry of a query, whose changes the caller doesn't observe.
  func unobservedResource<Query: ResourceQuery>(of query: Query) -> Resource<Query.Value> {
    let key = QueryKey(query)
    return Resource(query, shown(key, requests[key]), troubles[key])
  }

  /// A property per query for the registrar, whose value isn't used.
  private subscript(key: QueryKey) -> Bool { requests[key] != nil }

  private func publish(_ key: QueryKey) {
    let view = requests[key]
    if view?.error != nil || view?.retry != nil || troubles[key] != nil {
      updateTrouble(key, view)
    }
    updatePages(key, view)
    if hasLooks { registrar.withMutation(of: self, keyPath: \.[key]) {} }
    dependencies.publish(key, view)
    entities.publish(key, view)
    if view == nil {
      attempts.forget(key)
      inspection.forget(key)
    }
  }

  private func updateTrouble(_ key: QueryKey, _ view: RequestView<QueryContent>?) {
    var trouble = troubles[key] ?? QueryTrouble()
    let isTroubled = view.map { view in
      trouble.update(from: view) {
        environment.unrecordedDate + requests.duration(until: $0) / .seconds(1)
      }
    }
    troubles[key] = isTroubled == true ? trouble : nil
  }

  // MARK: Callers

  /// Returns fresh content, or loads it.
  ///
  /// The caller counts as interested in the load while it waits.
  ///
  /// - Throws: The error of the last attempt; a `CancellationError` if the caller was cancelled, or a `QueryError`.
  public func value<Query: ResourceQuery>(of query: Query) async throws -> Query.Value {
    try await withRemoval(of: query) {
      let key = keyToLoad(query)
      let options = RequestOptions(query.options)
      switch need(for: key, staleAfter: options.staleAfter) {
      case .content(let content):
        try CurrentWork.checkCancellation()
        return content
      case .nextLoad: return try await requests.reload(key, joinsTurn: false, options)
      case .load: return try await requests.value(of: key, options).content
      }
    }
  }

  /// Returns content from an attempt that starts now or later.
  ///
  /// If another attempt is running, one more load follows; a pause ends.
  ///
  /// - Throws: The errors of `value(of:)`.
  @discardableResult
  public func reload<Query: ResourceQuery>(_ query: Query) async throws -> Query.Value {
    try await withRemoval(of: query) {
      let key = keyToLoad(query)
      try CurrentWork.checkCancellation()
      let joinsTurn = prepareReload(of: key)
      let options = RequestOptions(query.options)
      return try await requests.reload(key, joinsTurn: joinsTurn, options)
    }
  }

  /// Notes that the whole content of an entry is wanted; returns whether a load of this turn has it.
  func prepareReload(of key: QueryKey) -> Bool {
    let isPage = pageLoads.pages[key]?.side != nil
    pageLoads.wantReload(of: key)
    return !isPage
  }

  func keyToLoad(_ query: some ResourceQuery) -> QueryKey {
    let key = QueryKey(query)
    // The content may be in a record.
    if let stubs, requests[key]?.content == nil, records?.hasRecord(key) != true {
      stubs.check(key)
    }
    return key
  }

  func withRemoval<Query: ResourceQuery>(
    of query: Query,
    _ ask: () async throws -> QueryContent
  ) async throws -> Query.Value {
    do {
      return try await ask().value(of: query)
    } catch is RequestRemoval {
      throw QueryError(.removed, query)
    } catch let error as QueryError where error.code == .cycle {
      // The task of a load doesn't know its test.
      if isTesting { reportIssue("\(error)") }
      throw error
    }
  }

  /// Loads a query that will probably be needed, unless its content is fresh.
  ///
  /// The load counts as one with an interested caller until it ends. No caller receives a failure.
  public func prefetch(_ query: some ResourceQuery) {
    let options = RequestOptions(query.options)
    let key = keyToLoad(query)
    _ = ask(for: key, options) { _ in }
  }

  /// Asks for fresh content, and calls `receive` once with the answer.
  ///
  /// - Returns: The caller, or the content if a page of the list is loading and its other pages are fresh.
  func ask(
    for key: QueryKey,
    _ options: RequestOptions,
    _ receive: @escaping @MainActor (RequestOutcome<QueryContent>) -> Void
  ) -> (caller: RequestCaller?, content: QueryContent?) {
    switch need(for: key, staleAfter: options.staleAfter) {
    case .content(let content): (nil, content)
    case .nextLoad:
      (requests.ask(for: key, options, isReload: true, joinsTurn: false, receive), nil)
    case .load: (requests.ask(for: key, options, isReload: false, receive), nil)
    }
  }

  /// Watches a query until the returned watch is cancelled or deallocated.
  ///
  /// `receive` gets the entry immediately and after each change. After `clear()`, it gets an empty resource, and no
  /// other one follows.
  public func watch<Query: ResourceQuery>(
    _ query: Query,
    _ receive: @escaping @MainActor (Resource<Query.Value>) -> Void
  ) -> QueryWatch {
    watch(query) { resource, _, _ in receive(resource) }
  }

  /// Watches a query; `receive` also gets whether the watch continues, and what causes the change.
  func watch<Query: ResourceQuery>(
    _ query: Query,
    _ receive:
      @escaping @MainActor (Resource<Query.Value>, _ goesOn: Bool, (any ContentNote)?) -> Void
  ) -> QueryWatch {
    let key = keyToLoad(query)
    expectWholeList(key, for: .watch)
    let watch = requests.watch(key, RequestOptions(query.options)) { [weak self] view in
      guard let self else { return }
      let resource = Resource(query, shown(key, view), troubles[key])
      receive(resource, view != nil, attempts.writer(of: key))
    }
    return QueryWatch(watch)
  }

  // MARK: Content

  /// Replaces the content of a query with a value that didn't come from its load.
  ///
  /// A load in flight ends, and callers that wait for it get the value.
  ///
  /// - Parameters:
  ///   - value: The content.
  ///   - query: The query, with or without an entry.
  ///   - date: The date of the content; by default, now.
  public func set<Query: ResourceQuery>(
    _ value: Query.Value,
    for query: Query,
    loadedAt date: Date? = nil
  ) {
    let key = QueryKey(query)
    dependencies.replace(key)
    attempts.noteReplacement(of: key)
    requests.change { table, now, commands in
      let content = query.content(of: value)
      table.set(
        entities.set(content, for: key, &table, now, &commands) ?? content,
        for: key,
        loadedAt: date.map { .seconds($0.timeIntervalSinceReferenceDate) },
        RequestOptions(query.options),
        at: now,
        &commands
      )
    }
  }

  /// Marks the content of a query as changed elsewhere.
  ///
  /// If it is watched, it loads again, after a load in flight; otherwise, its next use loads it.
  public func invalidate(_ query: some ResourceQuery) {
    let key = QueryKey(query)
    requests.change { table, now, commands in
      invalidateRecords(CollectionOfOne(key), table, &commands)
      if table[key] == nil {
        dependencies.invalidateEnded(key, &table, now, &commands)
      } else {
        attempts.noteInvalidation(of: key)
        table.invalidate(key, at: now, &commands)
      }
    }
  }

  /// Marks the content of all queries with one of the tags as changed elsewhere.
  ///
  /// - Complexity: O(n) in the number of entries.
  public func invalidate(_ tags: Set<QueryTag>) {
    requests.change { invalidate(tags, &$0, $1, &$2) }
  }

  func invalidate(
    _ tags: Set<QueryTag>,
    and keys: [QueryKey] = [],
    _ table: inout RequestTable<QueryKey, QueryContent>,
    _ now: RequestTime,
    _ commands: inout [RequestCommand<QueryKey, QueryContent>]
  ) {
    guard !tags.isEmpty else { return }
    for tag in tags { requests.noteInvalidation(of: tag) }
    pageLoads.noteInvalidation()
    if let records { commands.append(.call { records.invalidate(tags) }) }
    let known = Set(keys)
    let reached = table.keys { $0.query.isReached(by: tags, $1) }
    for key in keys + reached.filter({ !known.contains($0) }) {
      attempts.noteInvalidation(of: key)
      table.invalidate(key, at: now, &commands)
    }
    for key in dependencies.ended(with: tags) {
      dependencies.invalidateEnded(key, &table, now, &commands)
    }
  }

  /// Removes the content and the load of a query.
  ///
  /// Callers that wait for it throw a `QueryError`. A watched query loads again. Changes of mutations without an answer
  /// are shown again with the next content.
  public func remove(_ query: some ResourceQuery) {
    let key = QueryKey(query)
    requests.change { table, now, commands in
      table.remove(key, at: now, &commands)
      // What was due before may store the content.
      if let records { commands.append(.call { records.remove(key) }) }
      dependencies.remove(key, &table, now, &commands)
    }
  }

  /// Removes all content and loads, and ends all watches, for example when a user signs out.
  ///
  /// Properties that follow a query become empty and stay empty: a load would be for the wrong user. Unanswered
  /// mutations continue, but their answers change nothing. With records on disk, the call returns after they are
  /// removed. If their removal fails, the cache reports the error, and the call returns with records left. This cache
  /// doesn't use them, and repeats the removal.
  public func clear() async {
    openChanges = [:]
    clearCount += 1
    dependencies.clear()
    entities.clear()
    guard let records else { return requests.change { clear(&$0, $1, &$2) } }
    await withTimerContinuation { continuation in
      requests.change { table, now, commands in
        clear(&table, now, &commands)
        commands.append(.call { records.clear { continuation.resume(returning: ()) } })
      }
    }
  }

  private func clear(
    _ table: inout RequestTable<QueryKey, QueryContent>,
    _ now: RequestTime,
    _ commands: inout [RequestCommand<QueryKey, QueryContent>]
  ) {
    table.overlay = nil
    table.clear(at: now, &commands)
  }

  // MARK: Events

  /// Notes an event in the app or the system.
  public func receive(_ event: QueryEvent) {
    if event == .online || event == .offline { inspection.endConnection() }
    take(event)
  }

  func take(_ event: QueryEvent) {
    if event == .inactive { records?.flush() }
    expectWholeLists(after: event)
    requests.change { table, now, commands in
      switch event {
      case .active: table.setActive(true, at: now, &commands)
      case .inactive: table.setActive(false, at: now, &commands)
      case .online: table.setOnline(true, at: now, &commands)
      case .offline: table.setOnline(false, at: now, &commands)
      case .memoryPressure: table.freeMemory(at: now, &commands)
      }
    }
  }
}

extension QueryCache: Observable {}

/// A watch of a query, which ends with its last reference or when it is cancelled.
@MainActor
public final class QueryWatch {
  private let watch: RequestWatch

  init(_ watch: RequestWatch) {
    self.watch = watch
  }

  /// Ends the watch.
  public func cancel() { watch.cancel() }
}

extension RequestOptions {
  init(_ options: QueryOptions) {
    self.init()
    staleAfter = options.staleAfter
    interval = options.interval
    pollsInBackground = options.pollsInBackground
    triggers = Triggers(rawValue: options.triggers.rawValue)
    whenUnwatched = options.whenUnwatched == .finish ? .finish : .cancel
    keepsFor = options.keepsFor
  }
}

extension RequestLimits {
  init(_ limits: QueryLimits) {
    self.init()
    entries = limits.entries
    cost = limits.bytes
  }
}
