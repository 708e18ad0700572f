public import Foundation
import IssueReporting
public import Observation
import ScreenStateKit
import StateCore
import StatePersistence
import StateQueries

/// The changes of one user that a server hasn't answered, in a log that survives the process.
///
/// A change is in the log when `enqueue(_:)` returns. It is sent after the earlier changes of its lane, and again after
/// a failure or a launch, always under the same key. Its patch is part of the content of a cache until the server has
/// answered.
///
/// One outbox at a time uses a folder, among all processes.
@MainActor
public final class Outbox {
  /// The name of the log in its folder.
  static let logName = "outbox"

  let kinds: OutboxKinds
  let options: OutboxOptions
  let environment: StoreEnvironment
  let clock: any Clock<Duration>
  private let passedTime: @Sendable () -> Duration
  let log: RecordLog
  let content: OutboxContent
  let notes: OutboxNotes
  let inspection = OutboxInspection()
  let onReport: @MainActor @Sendable (OutboxReport) -> Void

  var queue: OutboxQueue
  var payloads: OutboxPayloads
  var aliases: OutboxAliases
  /// What determines the requests of the changes that were sent.
  var sent: [UUID: OutboxSent]
  /// The same for the changes whose first attempts are being written.
  var starting: [UUID: OutboxSent] = [:]
  /// The commands that wait for earlier ones.
  var commands: [OutboxCommand] = []
  var isPerforming = false
  /// The waits for the ends of changes.
  var waits: [UUID: [any OutboxWaiting]] = [:]
  /// The waits for the ends of writes.
  var writes: [OutboxWrite: OutboxWriteWait] = [:]
  /// The callers that try again after the end of a write.
  var writeEnds: [TimerContinuation<Void>] = []
  /// The calls of `drain` and `close`, by number.
  var idleWaits: [Int: OutboxIdleWait] = [:]
  var lastIdleWait = 0
  /// The tasks of the attempts.
  var attempts: [UUID: OutboxAttempt] = [:]
  /// The ends of attempts whose commands are being performed.
  var endings: [UUID: OutboxEnding] = [:]
  /// Records that couldn't be written, which precede the next ones.
  var unwritten: [[UInt8]] = []
  var hasReportedFailure = false
  var timer: (time: Duration, ticker: Ticker)?
  /// The size of the log above which it may be replaced.
  var compactsAbove = Outbox.smallestCompaction
  var isCompacting = false
  /// Whether no more changes are taken.
  var isClosed = false
  /// Whether the folder is for others.
  var hasClosed = false
  /// The calls of `close` that wait for the first one.
  var closeEnds: [TimerContinuation<Void>] = []
  /// Whether the outcomes of attempts no longer count.
  var isAbandoned = false
  /// The changes that observers don't know yet.
  var changedKeys: Set<UUID> = []
  var changedSubjects: Set<String> = []
  /// The shown errors, so that their identity stays.
  private var errors: [UUID: DisplayableError] = [:]

  private let registrar = ObservationRegistrar()
  private var shownPending = 0
  private var shownFailed = 0
  private var shownHold: OutboxHold?

  init(
    _ opened: OutboxFile,
    _ setup: OutboxSetup,
    queries: QueryCache,
    onReport: @escaping @MainActor @Sendable (OutboxReport) -> Void
  ) {
    kinds = setup.kinds
    options = setup.options
    environment = setup.environment
    clock = setup.clock
    passedTime = Self.timeSinceNow(of: setup.clock)
    log = opened.log
    payloads = opened.payloads
    aliases = opened.aliases
    sent = opened.sent
    content = OutboxContent(queries)
    notes = OutboxNotes(queries, origins: opened.origins)
    self.onReport = onReport
    queue = OutboxQueue(
      opened.records,
      options: OutboxQueue.Options(
        lanesAtOnce: setup.options.lanesAtOnce,
        holdsLaneOfUndecodable: setup.options.holdsLaneOfUndecodable,
        limit: setup.options.limit
      ),
      at: OutboxTime(clock: .zero, date: setup.environment.unrecordedDate)
    )
    notes.keepOrigins { queue[$0] != nil }
    ListedOutboxes.add(self)
  }

  deinit {
    timer?.ticker.stop()
    for attempt in attempts.values { attempt.task?.cancel() }
    let (content, waits) = (content, waits)
    MainThread.run {
      content.hideAll()
      for waits in waits.values { for wait in waits { wait.end(.failure(CancellationError())) } }
    }
  }

  private static func timeSinceNow(of clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  var now: OutboxTime {
    OutboxTime(clock: passedTime(), date: environment.unrecordedDate)
  }

  // MARK: Reads

  /// The number of changes that wait or are being sent, such as for a badge.
  public var pendingCount: Int {
    registrar.access(self, keyPath: \.pendingCount)
    return queue.pendingCount
  }

  /// The number of changes that need a decision: rejected, held, unknown, expired, or undecodable ones.
  public var failedCount: Int {
    registrar.access(self, keyPath: \.failedCount)
    return queue.failedCount
  }

  /// When the oldest of the changes that wait was enqueued.
  public var oldestPending: Date? {
    registrar.access(self, keyPath: \.oldestPending)
    return queue.oldestPending
  }

  /// Why no attempts start; `nil` if they do.
  public var hold: OutboxHold? {
    registrar.access(self, keyPath: \.hold)
    return currentHold
  }

  private var currentHold: OutboxHold? {
    if let key = queue.heldAllKeys.first { return OutboxHold(reason: .failure(error(of: key))) }
    return queue.isPaused ? OutboxHold(reason: .app) : nil
  }

  /// Returns the changes of a lane, or of all lanes, in the order in which they were enqueued.
  ///
  /// - Complexity: O(n log n) in the number of all changes without a lane.
  public func items(in lane: String? = nil, limit: Int = 100) -> [OutboxItem] {
    registrar.access(self, keyPath: \.[Observed.items])
    return queue.views(in: lane, limit: limit).map { item($0) }
  }

  /// Returns a change itself, such as to show it next to the server's value, or to correct it for `replace(_:with:)`.
  ///
  /// - Returns: `nil` if the change doesn't exist, has another type, or can't be decoded.
  public func change<Change: OutboxChange>(_ key: UUID, as type: Change.Type) -> Change? {
    registrar.access(self, keyPath: \.[Observed.items])
    guard let view = queue[key],
      let known = try? kinds.change(view.name, payloads[view.payload], sent: nil)
    else { return nil }
    return known.change as? Change
  }

  /// Returns the state of the change of an entity that is furthest from its end; `nil` without a change.
  ///
  /// Failed changes come first, then those that wait, then those that are being sent.
  public func status(of subject: OutboxSubject) -> OutboxItem.State? {
    let text = StableText.of(subject)
    registrar.access(self, keyPath: \.[Observed.subject(text)])
    return queue.views(of: text).map { item($0).state }.min { $0.rank < $1.rank }
  }

  /// What is observed besides properties.
  private enum Observed: Hashable {
    case items
    case subject(String)
  }

  /// A property for the registrar, whose value isn't used.
  private subscript(observed: Observed) -> Bool { false }

  func item(_ view: OutboxView) -> OutboxItem {
    OutboxItem(
      id: view.key,
      name: view.name,
      lane: view.lane,
      subject: view.subject.flatMap { StableText.value($0, OutboxSubject.self) },
      enqueuedAt: view.enqueuedAt,
      state: state(view)
    )
  }

  private func state(_ view: OutboxView) -> OutboxItem.State {
    switch view.state {
    case .queued: .queued
    case .sending(let attempt): .sending(attempt: attempt)
    case .waiting(let date): .waiting(until: date, error(of: view.key))
    case .rejected: .rejected(error(of: view.key))
    case .held: .held(error(of: view.key))
    case .unknown: .unknown
    case .expired: .expired
    case .undecodable: .undecodable(view.failure ?? "")
    }
  }

  /// The last error of a change, which keeps its identity while its text stays.
  private func error(of key: UUID) -> DisplayableError {
    let text = queue[key]?.failure ?? ""
    if let known = errors[key], known.message == text { return known }
    let error = DisplayableError(message: text)
    errors[key] = error
    return error
  }

  // MARK: Notices

  /// Notes the error of an attempt as the one to show.
  func note(_ error: any Error, of key: UUID) -> String {
    let shown = error as? DisplayableError ?? DisplayableError(error: error)
    errors[key] = shown
    return shown.message
  }

  /// Tells observers about what has changed.
  func publish() {
    let (keys, subjects) = (changedKeys, changedSubjects)
    (changedKeys, changedSubjects) = ([], [])
    for key in keys where queue[key] == nil {
      errors[key] = nil
      sent[key] = nil
      starting[key] = nil
      content.forget(key)
      notes.forget(key)
    }
    if queue.pendingCount != shownPending {
      registrar.withMutation(of: self, keyPath: \.pendingCount) {
        shownPending = queue.pendingCount
      }
    }
    if queue.failedCount != shownFailed {
      registrar.withMutation(of: self, keyPath: \.failedCount) { shownFailed = queue.failedCount }
    }
    if currentHold != shownHold {
      registrar.withMutation(of: self, keyPath: \.hold) { shownHold = currentHold }
    }
    guard !keys.isEmpty else { return }
    registrar.withMutation(of: self, keyPath: \.oldestPending) {}
    registrar.withMutation(of: self, keyPath: \.[Observed.items]) {}
    for subject in subjects {
      registrar.withMutation(of: self, keyPath: \.[Observed.subject(subject)]) {}
    }
  }
}

extension Outbox: Observable {}

extension OutboxItem.State {
  /// How close a change is to its end.
  fileprivate var rank: Int {
    switch self {
    case .rejected, .held, .unknown, .expired, .undecodable: 0
    case .waiting: 1
    case .queued: 2
    case .sending: 3
    }
  }
}
