import ScreenStateKit
import StateCore
import StateRecord

/// The events of one action of a recorded store.
final class ActionEvents: ActionListener {
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

  /// Creates the events of an action that the caller sends.
  init(_ action: any Sendable, _ recorder: ScreenRecorder, from place: SendPlace) {
    self.recorder = recorder
    // Two stores can share one state, and their ledgers then have the same numbers.
    id = ActionID(store: recorder.id, number: SerialNumber.next())
    let origin = EventOrigin(known: place.fileID, place.line)
    received = ReceivedAction(action, from: origin, by: CurrentCause.ofCaller)
    if MainThread.isCurrent { MainActor.assumeIsolated { Frame.settleTurn() } }
    CauseContexts.begin(id, received, of: recorder.feature)
  }

  var isOpen: Bool { content.withLock { $0.progress.isOpen } }

  /// The cause of the action's changes, and of the actions that it sends.
  private var cause: EventCause { .handler(id) }

  /// Starts the task of the action, which inherits the cause.
  func starting<Result>(_ start: () -> Result) -> Result { CurrentCause.withTask(cause, start) }

  func running<Result: Sendable>(_ body: () async -> Result) async -> Result {
    await CurrentCause.withTask(cause, body)
  }

  /// Records a step of the action's work; called under the lock of the ledger.
  func take(_ step: WorkEvent.Step, isDisplaced: Bool) {
    let isOfPolicy = isDisplaced || step == .dropped
    let reason = isOfPolicy ? .policy : recorder.dropReason
    content.withLock { enqueue($0.progress.take(step, reason), $0.time) }
  }

  func refused(_ reason: DropReason) {
    accepted()
    ended(reason)
  }

  func accepted() { take(.started, isDisplaced: false) }

  func began() {
    content.withLock { content in
      content.progress.begin()
      content.start = .now
    }
  }

  func failed(_ error: any Error) { recorder.emit(.actionFailed(id, EventValue(error))) }

  func recovered() { content.withLock { $0.hasRecovered = true } }

  func handled() { emit { $0.handle() } }

  func ended(_ reason: DropReason?) {
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
