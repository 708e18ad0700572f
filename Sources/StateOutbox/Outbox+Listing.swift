import Foundation
package import StateCore

extension Outbox: ListedOutbox {
  package var counts: (pending: Int, failed: Int) { (queue.pendingCount, queue.failedCount) }

  package var oldestAge: Duration? { queue.oldestPending.map { age(of: $0) } }

  package var listedHold: ListedHold? {
    if queue.isHeld { return .failure }
    if inspection.isHeld { return .inspector }
    return queue.isPaused ? .app : nil
  }

  package var failingCount: Int { inspection.failingCount }

  package func changes(atMost count: Int) -> [ListedChange] {
    queue.views(limit: count).map { view in
      let (state, untilNext) = state(view)
      return ListedChange(
        key: view.key,
        change: try? kinds.change(view.name, payloads[view.payload], sent: nil).change,
        name: view.name,
        lane: view.lane,
        state: state,
        attempts: view.attempts,
        age: age(of: view.enqueuedAt),
        untilNext: untilNext,
        error: view.failure,
        note: notes.known(view.key)
      )
    }
  }

  private func age(of date: Date) -> Duration {
    .seconds(environment.unrecordedDate.timeIntervalSince(date))
  }

  private func state(_ view: OutboxView) -> (ListedChange.State, Duration?) {
    switch view.state {
    case .queued: (.queued, nil)
    case .sending: (.sending, nil)
    case .waiting(let date): (.waiting, max(.zero - age(of: date), .zero))
    case .rejected: (.rejected, nil)
    case .held: (.held, nil)
    case .unknown: (.unknown, nil)
    case .expired: (.expired, nil)
    case .undecodable: (.undecodable, nil)
    }
  }

  package func perform(_ request: OutboxRequest, by inspector: InspectorID) -> Bool {
    if isClosed { return false }
    switch request {
    case .hold:
      inspection.begin(by: inspector, isPaused: queue.isPaused)
      input { $0.pause(at: $1, &$2) }
    case .release:
      if let wasPaused = inspection.endHold() { endPause(wasPaused) } else { resume() }
    case .retry(nil): retryNow()
    case .retry(let key?):
      guard queue[key] != nil else { return false }
      retryNow(key)
    case .remove(let key): return remove(key)
    case .fail(let count, let text): inspection.fail(count, text, by: inspector)
    }
    return true
  }

  /// Ends a pause of an inspector; failed changes stay held.
  private func endPause(_ wasPaused: Bool) {
    input { queue, now, commands in
      queue.isPaused = wasPaused
      queue.pass(at: now, &commands)
    }
  }

  private func remove(_ key: UUID) -> Bool {
    guard let view = queue[key] else { return false }
    switch view.state {
    case .queued where view.attempts == 0:
      // A failed write is reported.
      ImmediateTask.startDetached { @MainActor [weak self] in _ = try? await self?.cancel(key) }
    case .queued, .waiting, .sending: return false
    case .rejected, .held, .unknown, .expired, .undecodable:
      ImmediateTask.startDetached { @MainActor [weak self] in _ = try? await self?.discard(key) }
    }
    return true
  }

  package func release(_ inspector: InspectorID) {
    inspection.endFailures(of: inspector)
    if let wasPaused = inspection.endHold(of: inspector), !isClosed { endPause(wasPaused) }
  }
}
