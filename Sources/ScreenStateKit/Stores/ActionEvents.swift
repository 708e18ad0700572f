import StateCore
import StateRecord

/// The events of one action of a recorded store.
final class ActionEvents: WorkLabel {
  private struct Content {
    var progress = ActionProgress()
    var start: ContinuousClock.Instant?
    /// Whether an attempt has succeeded after others failed.
    var hasRecovered = false

    /// The duration of the work so far.
    var time: HandlerTime {
      HandlerTime(
        total: start.map { .now - $0 } ?? .zero,
        onMainActor: nil,
        hasRecovered: hasRecovered
      )
    }
  }

  let id: ActionID
  private let recorder: ScreenRecorder
  private let received: ReceivedAction
  private let content = Locked(Content())

  /// Creates the events of an action that the caller sends, and records its source location.
  init(_ action: any Sendable, _ recorder: ScreenRecorder, from origin: EventOrigin?) {
    self.recorder = recorder
    // Two stores can share one state, and their ledgers then have the same numbers.
    id = ActionID(store: recorder.id, number: SerialNumber.next())
    received = ReceivedAction(action, from: origin, by: CurrentCause.ofCaller)
    if MainThread.isCurrent { MainActor.assumeIsolated { Frame.settleTurn() } }
    CauseContexts.begin(id, received, of: recorder.feature)
  }

  /// The cause of the action's changes, and of the actions that it sends.
  var cause: EventCause { .handler(id) }

  /// Whether the action was received and has not ended.
  var isOpen: Bool { content.withLock { $0.progress.isOpen } }

  /// Starts the task of an action, with the action as the cause of its changes and of the actions that it sends.
  static func start<Success: Sendable>(
    _ events: ActionEvents?,
    operation: @escaping @Sendable @isolated(any) () async -> Success
  ) -> Task<Success, Never> {
    guard let events else { return ImmediateTask.start(operation: operation) }
    return CurrentCause.withTask(events.cause) {
      ImmediateTask.start(operation: operation)
    }
  }

  /// Records a step of the action's work; called under the lock of the ledger.
  func take(_ step: WorkEvent.Step, isDisplaced: Bool) {
    let isOfPolicy = isDisplaced || step == .dropped
    let reason = isOfPolicy ? .policy : recorder.dropReason
    content.withLock { enqueue($0.progress.take(step, reason), $0.time) }
  }

  /// Records that the action was received and is refused.
  func refuse(_ reason: StateEvent.DropReason) {
    receive()
    end(reason)
  }

  /// Records that the action was received and begins at its turn, for a store without a ledger.
  func receive() {
    take(.started, isDisplaced: false)
  }

  /// Records that the action's work begins.
  func begin() {
    content.withLock { content in
      content.progress.begin()
      content.start = .now
    }
  }

  /// Records that the work, or an attempt of it, has failed.
  func fail(_ error: any Error) {
    recorder.emit(.actionFailed(id, EventValue(error)))
  }

  /// Records that an attempt has succeeded after others failed.
  func recover() {
    content.withLock { $0.hasRecovered = true }
  }

  /// Records that the work has ended.
  func handle() {
    emit { $0.handle() }
  }

  /// Records that the action has ended, whether or not its work has begun.
  func end(_ reason: StateEvent.DropReason? = nil) {
    let reason = reason ?? recorder.dropReason
    emit { $0.end(reason) }
  }

  private func emit(_ step: (inout ActionProgress) -> [ActionProgress.Event]) {
    content.withLock { enqueue(step(&$0.progress), $0.time) }
    EventCenter.flush()
  }

  private func enqueue(_ events: [ActionProgress.Event], _ time: HandlerTime) {
    for event in events { recorder.enqueue(kind(of: event, time)) }
  }

  private func kind(
    of event: ActionProgress.Event,
    _ time: HandlerTime
  ) -> StateEvent.Kind {
    switch event {
    case .received: .actionReceived(id, received)
    case .queued: .actionQueued(id)
    case .dropped(let reason): .actionDropped(id, reason)
    case .handled: .actionHandled(id, time)
    case .done: .actionDone(id)
    }
  }
}
