#if Telemetry
import StateCore
import StateRecord

/// An observer that turns the events of stores into metrics and spans.
@MainActor
final class TelemetryObserver: EventSink {
  /// The number of ended stores whose last events may still arrive.
  private static let endedStores = 256

  private struct Given {
    weak var store: (any RecordableStore)?
  }

  private let metrics: TelemetryMetrics?
  private let work: OpenWork
  let outboxes: OutboxWork
  private let followsNewStores: Bool
  private var given: [Given] = []
  private var ended = Queue<StoreID>()
  private var hasEnded = false

  nonisolated var takesValues: Bool { false }
  nonisolated var takesOutboxes: Bool { true }

  init(_ metrics: TelemetryMetrics?, _ work: OpenWork, followsNewStores: Bool) {
    self.metrics = metrics
    self.work = work
    outboxes = OutboxWork(metrics?.outboxes, work)
    self.followsNewStores = followsNewStores
    EventCenter.attach(self)
    if work.tracer != nil { CauseContexts.attach(work) }
    guard followsNewStores else { return }
    work.observeNewStores()
    EventCenter.recordersOfAll += 1
  }

  func observe(_ store: any RecordableStore) {
    if hasEnded || given.contains(where: { $0.store === store }) { return }
    given.removeAll { $0.store == nil }
    given.append(Given(store: store))
    store.startRecording()
  }

  func end() {
    if hasEnded { return }
    hasEnded = true
    CauseContexts.detach(work)
    for entry in given { entry.store?.stopRecording() }
    if followsNewStores { EventCenter.recordersOfAll -= 1 }
    EventCenter.detach(self)
    work.endAll()
    outboxes.end()
    metrics?.end()
  }

  // MARK: Events

  func note(_ event: OutboxEvent) { outboxes.take(event) }

  func take(_ event: StateEvent) {
    switch event.kind {
    case .storeMade(let description):
      if isOwn(event.store, description) { work.add(event.store, name: description.feature) }
    case .storeEnded: noteEnd(of: event.store)
    case .actionReceived(let id, let received):
      guard let kind = work.begin(id, received, at: event.time) else { return }
      metrics?[kind].begin()
    case .actionHandled(let id, let time):
      if time.hasRecovered { work.change(.action(id)) { $0.error = nil } }
      guard let metrics, let kind = work.kind(of: .action(id)) else { return }
      metrics[kind].recordHandler(time.total)
    case .actionFailed(let id, let error):
      work.change(.action(id)) { $0.error = error.typeName }
    case .actionDropped(let id, let reason): end(.action(id), event.time, dropped: reason)
    case .actionDone(let id): end(.action(id), event.time)
    case .effect(let id, let step): take(id, step, event.time)
    case .actionQueued, .change, .loading, .errorShown, .element, .restored, .drawn, .history,
      .query, .outbox:
      return
    }
  }

  private func take(
    _ id: EffectID,
    _ step: StateEvent.EffectStep,
    _ time: ContinuousClock.Instant
  ) {
    switch step {
    case .waiting(let start): _ = work.begin(id, start, at: time)
    case .started(let start):
      guard let kind = work.begin(id, start, at: time),
        work.change(.effect(id), { $0.isRunning = true })?.whole == nil
      else { return }
      metrics?[kind].begin()
      metrics?.changeRunning(of: kind.store, by: 1)
    case .dropped(let start):
      guard work.begin(id, start, at: time) != nil else { return }
      end(.effect(id), time, dropped: .policy)
    case .failed(let error): work.change(.effect(id)) { $0.error = error.typeName }
    case .cancelled: work.change(.effect(id)) { $0.isCancelled = true }
    case .ended: end(.effect(id), time)
    }
  }

  private func end(
    _ id: WorkID,
    _ time: ContinuousClock.Instant,
    dropped reason: StateEvent.DropReason? = nil
  ) {
    guard let entry = work.end(id, at: time, dropped: reason), let metrics else { return }
    let kind = metrics[entry.kind]
    if let error = entry.error, !entry.hasFailedPart { kind.fail(error) }
    if let whole = entry.whole {
      if entry.error != nil { work.change(.effect(whole)) { $0.hasFailedPart = true } }
      return
    }
    if entry.isRunning { metrics.changeRunning(of: entry.kind.store, by: -1) }
    if entry.isCancelled { kind.cancel() }
    if let reason { return kind.drop(reason) }
    kind.recordEnd(entry.start.duration(to: time))
  }

  // MARK: Stores

  private func isOwn(_ store: StoreID, _ description: StoreDescription) -> Bool {
    if work.observes(store) { return true }
    if let parent = description.parent { return work.observes(parent) }
    return given.contains { $0.store?.storeID == store }
  }

  /// Removes an ended store whose last events have arrived by now.
  private func noteEnd(of store: StoreID) {
    guard work.observes(store) else { return }
    ended.append(store)
    guard ended.count > Self.endedStores, let oldest = ended.popFirst() else { return }
    work.remove(oldest)
  }
}
#endif
