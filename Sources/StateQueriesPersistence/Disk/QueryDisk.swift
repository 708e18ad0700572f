import Foundation
import StateCore
import StatePersistence
import StateQueries
import StateRequests

/// The records of a cache on disk, and the times of reads and writes.
@MainActor
final class QueryDisk: QueryRecords {
  private enum Phase {
    case opening
    case open
    case closed
  }

  /// The time from a change to its write, so that later changes can replace it.
  static let window = Duration.milliseconds(250)

  private let files: RecordFiles
  private let maximumAge: Duration
  private let clock: any Clock<Duration>
  private let date: @MainActor () -> Duration
  private let onError: @MainActor @Sendable (SavedStateError) -> Void
  private weak var cache: QueryCache?

  private var phase = Phase.opening
  private var queue = RecordQueue()
  private var log = TagLog()
  private var isLogUnstored = false
  private var ticker: Ticker?
  /// Whether changes are written as soon as no others are being written.
  private var isDue = false
  private var isWriting = false
  /// Whether the last batch has failed.
  private var hasFailed = false
  private var openWaiters: [TimerContinuation<Void>] = []
  private var idleWaiters: [TimerContinuation<Void>] = []
  private var clearWaiters: [@MainActor () -> Void] = []
  /// The type of each name on disk, and the names that several types have.
  private var types: [String: any PersistentQuery.Type] = [:]
  private var mistakes: Set<String> = []

  init(
    _ folder: RecordFolder,
    version: Int,
    maximumAge: Duration,
    _ cache: QueryCache,
    onError: @escaping @MainActor @Sendable (SavedStateError) -> Void
  ) {
    files = RecordFiles(folder, version: version)
    self.maximumAge = maximumAge
    self.cache = cache
    self.onError = onError
    clock = cache.clock
    let environment = cache.environment
    date = { .seconds(environment.unrecordedDate.timeIntervalSinceReferenceDate) }
  }

  /// The number of changes that aren't on disk.
  var pendingCount: Int { queue.count }

  /// Whether the cache exists.
  var isInUse: Bool { cache != nil }

  /// The date until which content is too old.
  private var oldest: Duration { date() - maximumAge }

  // MARK: Opening

  /// Opens the folder, and removes unusable records.
  ///
  /// Readers wait until the folder is open, and writes begin then.
  ///
  /// - Parameter earlier: The disk of a deallocated cache, which writes its last changes first.
  /// - Throws: An error if the folder can't be used.
  func open(after earlier: QueryDisk?) async throws(SavedStateError) {
    await earlier?.finish()
    let keys: [String]
    do throws(SavedStateError) {
      var opened = try await files.open(number: Int(date() / .milliseconds(1)))
      queue.shiftNumbers(by: opened.log.number)
      if hasClearedEarly { opened.log.clear() }
      for tags in earlyTags { opened.log.invalidate(tags) }
      log = opened.log
      keys = opened.keys
    } catch {
      end(opening: .closed)
      throw error
    }
    isLogUnstored = !earlyTags.isEmpty
    earlyTags = []
    end(opening: .open)
    run()
    await clean(keys)
  }

  /// The invalidations before the folder was open.
  private var earlyTags: [Set<TagLog.Tag>] = []
  /// Whether everything was removed before the folder was open.
  private var hasClearedEarly = false

  private func end(opening phase: Phase) {
    self.phase = phase
    let waiters = openWaiters
    openWaiters = []
    for waiter in waiters { waiter.resume(returning: ()) }
    if phase == .closed { endClears() }
  }

  private func clean(_ keys: [String]) async {
    var errors: [SavedStateError.Code: (first: SavedStateError, count: Int)] = [:]
    for key in keys {
      guard let error = await files.clean(key, olderThan: oldest) else { continue }
      errors[error.code, default: (error, 0)].count += 1
    }
    for (first, count) in errors.values {
      guard count > 1 else {
        onError(first)
        continue
      }
      let others = "\(count - 1) other records have the same problem"
      onError(SavedStateError(first.code, "\(first); \(others)"))
    }
  }

  /// Writes everything that waits.
  func finish() async {
    if phase == .opening { await withTimerContinuation { openWaiters.append($0) } }
    flush()
    if isWriting { await withTimerContinuation { idleWaiters.append($0) } }
  }

  // MARK: Records

  nonisolated func hasRecord(_ key: QueryKey) -> Bool { key.query is any PersistentQuery }

  func read(_ key: QueryKey) async -> RequestRecord<QueryContent>? {
    guard let query = key.query as? any PersistentQuery else { return nil }
    check(query)
    if phase == .opening { await withTimerContinuation { openWaiters.append($0) } }
    guard phase == .open else { return nil }
    switch queue.look(key) {
    case .absent: return nil
    case .content(var content):
      if content.isOlder(than: oldest) { return nil }
      if query.isOutdated(content, by: log) { content.record.isInvalidated = true }
      return content.record
    case .disk(let isInvalidated):
      var reading = await files.read(query, olderThan: oldest, log)
      if let error = reading.error { onError(error) }
      if isInvalidated { reading.record?.isInvalidated = true }
      return reading.record
    }
  }

  /// Reports two types with one name, whose records would replace each other.
  private func check(_ query: some PersistentQuery) {
    let new = type(of: query)
    let name = new.name
    guard let known = types[name] else {
      types[name] = new
      return
    }
    guard known != new, mistakes.insert(name).inserted else { return }
    QueryCache.report(
      """
      The queries \(String(reflecting: known)) and \(String(reflecting: new)) have the same name \
      on disk, '\(name)'. Give one of them another name.
      """
    )
  }

  func store(
    _ record: RequestRecord<QueryContent>,
    _ key: QueryKey,
    hasDependencies: Bool
  ) {
    if let query = key.query as? any PersistentQuery { check(query) }
    let content = StoredContent(
      record: record,
      number: log.number,
      hasDependencies: hasDependencies
    )
    add(content.isOlder(than: oldest) ? .remove : .write(content), key)
    guard phase != .closed, ticker == nil else { return }
    let ticker = Ticker(every: Self.window, on: clock, repeats: false)
    self.ticker = ticker
    // The task keeps the records of a deallocated cache until they are written.
    ImmediateTask.startDetached { @MainActor in
      if await ticker.next(), self.ticker === ticker { self.flush() }
    }
  }

  func remove(_ key: QueryKey) {
    add(.remove, key)
    flush()
  }

  func invalidate(_ key: QueryKey) {
    add(.invalidate, key)
    flush()
  }

  func invalidate(_ tags: Set<QueryTag>) {
    let tags = Set(tags.map { TagLog.Tag($0) })
    if phase == .opening { earlyTags.append(tags) }
    log.invalidate(tags)
    isLogUnstored = true
    flush()
  }

  func clear(_ completion: @escaping @MainActor () -> Void) {
    guard phase != .closed else { return completion() }
    clearWaiters.append(completion)
    queue.clear()
    if phase == .opening {
      log = TagLog()
      hasClearedEarly = true
    } else {
      log.clear()
    }
    earlyTags = []
    flush()
  }

  private func add(_ work: RecordQueue.Work, _ key: QueryKey) {
    if phase != .closed { queue.add(work, key) }
  }

  // MARK: Writing

  func flush() {
    ticker.take()?.stop()
    isDue = true
    run()
  }

  private func run() {
    guard phase == .open, isDue, !isWriting else { return }
    isDue = false
    let batch = queue.take()
    guard batch != nil || isLogUnstored else { return }
    let work = batch ?? RecordQueue.Batch(clears: false, work: [])
    let waiters = work.clears ? clearWaiters : []
    if work.clears {
      clearWaiters = []
      isLogUnstored = true
    }
    // The removal of all records includes the log, which returns with the next record.
    let storesLog = isLogUnstored && (!work.clears || !work.work.isEmpty)
    if storesLog { isLogUnstored = false }
    isWriting = true
    let log = storesLog ? log : nil
    ImmediateTask.startDetached { @MainActor [files] in
      self.end(await files.perform(work, log), isBatch: batch != nil)
      for waiter in waiters { waiter() }
    }
  }

  private func end(_ outcome: RecordFiles.Outcome, isBatch: Bool) {
    isWriting = false
    if isBatch { queue.end(failed: outcome.failed, hasCleared: outcome.hasCleared) }
    if !outcome.hasStoredLog { isLogUnstored = true }
    for error in outcome.errors { onError(error) }
    // A failing disk fails for each record.
    if let failure = outcome.failure, !hasFailed { onError(failure) }
    hasFailed = outcome.failure != nil
    run()
    guard !isWriting else { return }
    let waiters = idleWaiters
    idleWaiters = []
    for waiter in waiters { waiter.resume(returning: ()) }
  }

  private func endClears() {
    let waiters = clearWaiters
    clearWaiters = []
    for waiter in waiters { waiter() }
  }
}
