import ScreenRecording
import ScreenStateKit
import StateCore
import StateFields

/// A listener to a screen's store, which listens to each state that the store is bound to.
final class FlightScreenStoreListener: ScreenStoreListener {
  let writer: FlightWriter

  init(_ writer: FlightWriter) {
    self.writer = writer
  }

  func listener(
    to state: ScreenState,
    of store: (any Any.Type)?,
    as id: StoreID?
  ) -> any ScreenListener {
    state.lifetime.changeListener { listening in
      if let listener = listening.light as? FlightScreenListener, listener.writer === writer {
        return listener
      }
      let listener = FlightScreenListener(
        listening.identify(as: id),
        type(of: state),
        of: store ?? type(of: state),
        writer
      )
      listening.light = listener
      return listener
    }
  }

  func bound(_ store: any AnyObject & Sendable, to listener: any ScreenListener) {}
}

/// A listener that writes the actions of the stores of one state to a flight recorder's file.
///
/// The stores keep it, so it ends with the last one, or with the state.
final class FlightScreenListener: ScreenListener {
  fileprivate let writer: FlightWriter
  private let type: UInt16
  fileprivate let store: UInt32

  init(
    _ id: StoreID,
    _ state: any Any.Type,
    of feature: any Any.Type,
    _ writer: FlightWriter
  ) {
    self.writer = writer
    store = UInt32(truncatingIfNeeded: id.number)
    type = writer.index(ofType: feature)
    var record = record(.storeMade)
    record.name = writer.index(ofType: state)
    writer.writeNow(record)
  }

  deinit { writer.writeNow(record(.storeEnded)) }

  fileprivate func record(_ kind: FlightRecord.Kind) -> FlightRecord {
    FlightRecord(kind: kind, type: type, store: store)
  }

  func received(_ action: any Sendable, from place: SendPlace) -> any ActionListener {
    writer.report(.action, FlightBreadcrumb.text(of: action))
    return FlightActionListener(writer.index(ofAction: action), self)
  }

  func elementArrived(_ element: any Sendable, of sequence: any Any.Type) {}

  func storeWillLeave() {}

  func storeHasLeft() {}

  func stateWillEnd() {}

  func stateHasEnded() {}

  func take(_ event: WorkEvent) {
    event.label?.listener(FlightActionListener.self)?.take(event.step, event.isDisplaced)
  }
}

/// A listener that writes one action of a screen.
final class FlightActionListener: ActionListener {
  private struct Content {
    var progress = ActionProgress()
    /// The number of the record that the action was received with.
    var number = FlightNumber.none
    var start: UInt64 = 0
  }

  private let screen: FlightScreenListener
  private let name: UInt16
  private let cause: FlightCause
  private let content = Locked(Content())

  init(_ name: UInt16, _ screen: FlightScreenListener) {
    self.name = name
    self.screen = screen
    cause = FlightCauses.ofCaller(in: screen.writer)
  }

  var isOpen: Bool { content.withLock { $0.progress.isOpen } }

  func starting<Result>(_ start: () -> Result) -> Result {
    FlightTask.$cause.withValue(ownCause, operation: start)
  }

  func running<Result: Sendable>(_ body: () async -> Result) async -> Result {
    await FlightTask.$cause.withValue(ownCause, operation: body)
  }

  private var ownCause: FlightCause {
    let number = content.withLock { $0.number }
    return FlightCause(kind: .handler, store: screen.store, subject: number)
  }

  /// Records a step of the action's work; called under the lock of the ledger.
  func take(_ step: WorkEvent.Step, _ isDisplaced: Bool) {
    let reason: DropReason = isDisplaced || step == .dropped ? .policy : .wasCancelled
    write { $0.progress.take(step, reason) }
  }

  func refused(_ reason: DropReason) {
    accepted()
    ended(reason)
  }

  func accepted() { take(.started, false) }

  func began() {
    let time = screen.writer.time
    content.withLock { content in
      content.progress.begin()
      content.start = time
    }
  }

  func failed(_ error: any Error) {
    var record = screen.record(.actionFailed)
    record.name = screen.writer.index(of: error)
    record.subject = content.withLock { $0.number }
    screen.writer.writeNow(record)
    screen.writer.report(.error, "\(type(of: error))", level: .error)
  }

  func recovered() {}

  func handled() { write { $0.progress.handle() } }

  func ended(_ reason: DropReason?) {
    write { $0.progress.end(reason ?? .wasCancelled) }
  }

  private func write(_ step: (inout Content) -> [ActionProgress.Event]) {
    content.withLock { content in
      for event in step(&content) { write(event, &content) }
    }
  }

  private func write(_ event: ActionProgress.Event, _ content: inout Content) {
    let writer = screen.writer
    var record: FlightRecord
    switch event {
    case .received:
      record = screen.record(.actionReceived)
      record.name = name
      record.cause = cause
      content.number = writer.writeNow(record)
      return
    case .queued: record = screen.record(.actionQueued)
    case .dropped(let reason):
      record = screen.record(.actionDropped)
      record.detail = reason.code
    case .handled:
      record = screen.record(.actionHandled)
      record.extra = content.start == 0 ? 0 : writer.time &- content.start
    case .done: record = screen.record(.actionDone)
    }
    record.subject = content.number
    writer.writeNow(record)
  }
}
