import Foundation
import Logging
import StateCore
public import StatePersistence
public import StateQueries

extension Outbox {
  /// Opens the outbox of a user, and begins to send what an earlier process has left.
  ///
  /// Open it before screens show the content of `queries`, so that they don't show it without the patches.
  ///
  /// - Parameters:
  ///   - folder: The folder of the log: a folder of files, or one in memory, with or without encryption.
  ///   - owner: The user, such as an account's id. Another user's changes are never sent.
  ///   - changes: The types of all changes.
  ///   - options: The limits.
  ///   - queries: The cache whose content shows the patches.
  ///   - clock: The clock of pauses; another clock than a `ContinuousClock` replaces that of the environment.
  ///   - environment: The environment of all attempts, and the source of dates, keys and random numbers.
  ///   - onReport: A closure that receives what needs attention.
  /// - Returns: The outbox, which already sends.
  /// - Throws: `otherState` if the log belongs to another owner, or `inUse` if another outbox has it. The log stays
  ///   unchanged.
  public static func open(
    in folder: PersistenceFolder,
    owner: String,
    changes: [any OutboxChange.Type],
    options: OutboxOptions = OutboxOptions(),
    queries: QueryCache = .shared,
    clock: any Clock<Duration> = ContinuousClock(),
    environment: StoreEnvironment = .live,
    onReport: @escaping @MainActor @Sendable (OutboxReport) -> Void = Outbox.log
  ) async throws(SavedStateError) -> Outbox {
    let kinds = try OutboxKinds(changes)
    let environment = environment.resolved
    let isGiven = !(clock is ContinuousClock)
    let setup = OutboxSetup(
      kinds: kinds,
      options: options,
      environment: isGiven ? environment.with(clock) : environment,
      clock: isGiven ? clock : environment.ownClock ?? clock
    )
    let file = try await OutboxFile.open(folder, logName, owner: owner)
    let outbox = Outbox(file, setup, queries: queries, onReport: onReport)
    for damage in file.damage { onReport(.damaged(damage)) }
    let views = outbox.queue.views()
    outbox.start(views, await kinds.changes(of: views, file.payloads))
    return outbox
  }

  /// Shows the patches, and starts the first attempts.
  private func start(
    _ views: [OutboxView],
    _ changes: [Result<any OutboxChange, SavedStateError>]
  ) {
    // A clear while the changes were decoded is about earlier content.
    content.begin()
    var unusable: [(key: UUID, failure: String)] = []
    for (view, change) in zip(views, changes) {
      switch change {
      case .success(let change): if view.isShown { content.show(change, view.key) }
      case .failure(let error): unusable.append((view.key, "\(error)"))
      }
      if view.attempts > 0, !view.isRefused { content.noteEarlierSend(view.key) }
    }
    flushContent()
    // An input may hide the patches of changes that have expired, so it follows them. No attempt starts in between,
    // which could be one of a change that is set aside next.
    input { queue, now, commands in
      queue.isPaused = true
      queue.setAside(unusable, at: now, &commands)
      queue.isPaused = false
    }
    input { $0.pass(at: $1, &$2) }
  }

  /// Writes a report into the log of the app.
  public static func log(_ report: OutboxReport) {
    let logger = Logger(label: "StateOutbox")
    switch report {
    // Its error may contain values.
    case .failed(let item): logger.error("The change \(item.name) needs a decision.")
    case .damaged(let error): logger.error("The log of the outbox: \(error.textForLog)")
    case .compacted(let bytes): logger.debug("The log of the outbox now has \(bytes) bytes.")
    }
  }
}

extension OutboxKinds {
  /// Decodes changes of a queue, on several threads.
  @concurrent fileprivate func changes(
    of views: [OutboxView],
    _ payloads: OutboxPayloads
  ) async -> [Result<any OutboxChange, SavedStateError>] {
    let size = max(500, views.count / 8 + 1)
    let parts = stride(from: 0, to: views.count, by: size).map { start in
      Array(views[start..<min(start + size, views.count)])
    }
    if parts.count < 2 { return views.map { result(of: $0, payloads) } }
    return await withTaskGroup { group in
      for (number, part) in parts.enumerated() {
        group.addTask { (number, part.map { self.result(of: $0, payloads) }) }
      }
      var results: [Int: [Result<any OutboxChange, SavedStateError>]] = [:]
      for await (number, part) in group { results[number] = part }
      return parts.indices.flatMap { results[$0] ?? [] }
    }
  }

  private func result(
    of view: OutboxView,
    _ payloads: OutboxPayloads
  ) -> Result<any OutboxChange, SavedStateError> {
    do throws(SavedStateError) {
      return .success(try change(view.name, payloads[view.payload], sent: nil).change)
    } catch {
      return .failure(error)
    }
  }
}
