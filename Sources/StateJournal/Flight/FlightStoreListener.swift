import FeatureStore
import StateCore
import StateFields

/// A listener that writes the actions and effects of one store to a flight recorder's file.
@MainActor
final class FlightStoreListener: StoreListener {
  let writer: FlightWriter
  /// The names of the store's actions by case; 0 where it isn't known.
  private nonisolated let names: Unchecked<UnsafeMutablePointer<UInt16>>
  private static let nameCount = 256
  private let hasTags: Bool
  private nonisolated let type: UInt16
  private nonisolated let store: UInt32
  /// The kind and the type in the records of received actions.
  private let received: UInt64
  /// Records a child together with the store.
  private let onChild: (any AnyStore) -> Void
  /// The starts of the handlers that haven't ended, by the entries of their actions in the ledger.
  private var open: [Int: UInt64] = [:]

  init(
    _ store: any AnyStore,
    _ writer: FlightWriter,
    onChild: @escaping (any AnyStore) -> Void
  ) {
    self.writer = writer
    self.onChild = onChild
    self.store = UInt32(truncatingIfNeeded: store.id.number)
    hasTags = EnumTag.isKnown
    names = Unchecked(.allocate(capacity: Self.nameCount))
    names.value.initialize(repeating: 0, count: Self.nameCount)
    type = writer.index(ofType: store.featureType)
    received = UInt64(FlightRecord.Kind.actionReceived.rawValue) | UInt64(type) << 48
    describe(store)
  }

  /// Writes what is known of the store: if it is recorded from its creation on, its parent is known only later.
  func describe(_ store: any AnyStore) {
    let parent = store.parentID.map { UInt64(truncatingIfNeeded: $0.number) } ?? 0
    var record = record(.storeMade)
    record.name = writer.index(ofType: Swift.type(of: store.liveState))
    record.subject = FlightNumber(bits: parent)
    writer.writeNowOnMain(record)
  }

  deinit {
    names.value.deallocate()
  }

  nonisolated var isLight: Bool { true }

  private nonisolated func record(_ kind: FlightRecord.Kind) -> FlightRecord {
    FlightRecord(kind: kind, type: type, store: store)
  }

  nonisolated func ended() { writer.writeNow(record(.storeEnded)) }

  func childBegan(_ child: AnyObject) {
    if let child = child as? any AnyStore { onChild(child) }
  }

  func writing(_ state: AnyObject, _ write: () -> Void) { writer.causes.with(.view, write) }

  func onBehalfOfCurrent() -> @MainActor (_ body: () -> Void) -> Void {
    let cause = writer.causes.current
    return { [causes = writer.causes] body in causes.with(cause, body) }
  }

  // MARK: Actions

  func begins<Action: Sendable>(_ action: Action, isInContext: Bool) -> Int {
    let name = name(of: action)
    let cause = writer.causes.current(isInContext: isInContext)
    let time = writer.time
    // Without a record, whose parts would be put together again.
    let number = writer.writeOnMain(
      time,
      received | UInt64(cause.kind.rawValue) &<< 8 | UInt64(name) &<< 32,
      UInt64(store) | UInt64(cause.store) &<< 32,
      cause.subject.bits
    )
    if writer.hasHook { report(action) }
    writer.causes.begin(self.cause(.handler, FlightNumber(bits: number)), at: time)
    return Int(truncatingIfNeeded: number)
  }

  func ends(_ begun: Int) {
    let start = writer.causes.end()
    let number = FlightNumber(bits: UInt64(truncatingIfNeeded: begun))
    let time = writer.time
    if writer.writeEnd(of: number, after: time &- start) { return }
    // The record of the action has been replaced.
    var record = record(.actionHandled)
    record.time = time
    record.subject = number
    record.extra = time &- start
    writer.writeOnMain(record)
  }

  func ends(_ begun: Int, as id: WorkID, isSuspended: Bool) {
    var record = record(.actionEntered)
    record.subject = FlightNumber(bits: UInt64(truncatingIfNeeded: begun))
    record.cause = cause(.handler, FlightNumber(id))
    writer.writeNowOnMain(record)
    if isSuspended { open[id.number] = writer.causes.end() } else { ends(begun) }
  }

  func received(_ action: any Sendable, _ id: WorkID, from place: SendPlace, isQueued: Bool) {
    receive(writer.index(ofAction: action), id, isQueued: isQueued)
    if writer.hasHook { report(action) }
  }

  func dropped(_ action: any Sendable, from place: SendPlace, _ reason: DropReason) {
    var record = record(.actionReceived)
    record.name = writer.index(ofAction: action)
    record.cause = writer.causes.current
    let number = writer.writeNowOnMain(record)
    drop(number, reason)
    if writer.hasHook { report(action) }
  }

  func reacts(_ id: WorkID) { receive(reaction("onChange"), id) }

  func runs(_ hook: LifeCycleHook, _ id: WorkID) {
    switch hook {
    case .onStart: receive(reaction("onStart"), id)
    case .whilePresented: receive(reaction("whilePresented"), id)
    }
  }

  private func reaction(_ name: String) -> UInt16 {
    let owner = writer.index(of: FlightName(kind: .type, text: "Reaction"))
    return writer.index(of: FlightName(kind: .action, text: name, owner: owner))
  }

  private func receive(_ name: UInt16, _ id: WorkID, isQueued: Bool = false) {
    var record = record(.actionReceived)
    record.name = name
    record.cause = writer.causes.current
    record.subject = FlightNumber(id)
    writer.writeNowOnMain(record)
    if isQueued {
      var record = self.record(.actionQueued)
      record.subject = FlightNumber(id)
      writer.writeNowOnMain(record)
    }
  }

  private func drop(_ number: FlightNumber, _ reason: DropReason) {
    var record = record(.actionDropped)
    record.subject = number
    record.detail = reason.code
    writer.writeNowOnMain(record)
  }

  func handling<Result>(_ id: WorkID, _ body: () -> Result) -> Result {
    let start = writer.time
    open[id.number] = start
    return writer.causes.with(cause(.handler, FlightNumber(id)), at: start, body)
  }

  func handled(_ id: WorkID, hasSuspended: Bool) {
    guard let start = open.removeValue(forKey: id.number) else { return }
    var record = record(.actionHandled)
    record.time = writer.time
    record.subject = FlightNumber(id)
    record.extra = record.time &- start
    writer.writeOnMain(record)
  }

  func failed(_ error: any Error, isVeto: Bool) {
    let cause = writer.causes.current
    if !isCancellation(error) {
      let isOfEffect = cause.kind == .effect
      var record = record(isOfEffect ? .effectFailed : .actionFailed)
      record.name = writer.index(of: error)
      record.subject = cause.subject
      writer.writeNowOnMain(record)
      writer.report(.error, "\(Swift.type(of: error))", level: .error)
    }
    guard isVeto, cause.kind == .handler else { return }
    drop(cause.subject, .middleware)
  }

  // MARK: Effects

  func starting<Result>(_ effect: WorkID, of action: WorkID, _ start: () -> Result) -> Result {
    // The context of the task tells the effect.
    start()
  }

  func running(
    _ part: WorkID,
    of action: WorkID,
    _ body: () async throws -> Void
  ) async throws {
    try await body()
  }

  func observing(_ body: () async throws -> Void) async throws { try await body() }

  func effectTurnEnds() {}

  private nonisolated func cause(
    _ kind: FlightCause.Kind,
    _ subject: FlightNumber
  ) -> FlightCause {
    FlightCause(kind: kind, store: store, subject: subject)
  }

  // MARK: The ledger

  nonisolated func take(_ event: WorkEvent) {
    let isEffect = event.label is EffectLabel
    guard isEffect || event.isAction, let kind = kind(of: event.step, isEffect) else { return }
    var record = record(kind)
    record.subject = FlightNumber(event.id)
    if let label = event.label as? EffectLabel {
      if let name = label.name {
        record.name = writer.index(of: FlightName(kind: .effect, text: name))
      }
      if let action = event.action { record.cause = cause(.handler, FlightNumber(action)) }
    } else if event.step == .dropped {
      record.detail = DropReason.wasCancelled.code
    }
    writer.writeNow(record)
  }

  private nonisolated func kind(
    of step: WorkEvent.Step,
    _ isEffect: Bool
  ) -> FlightRecord.Kind? {
    switch step {
    case .waiting: isEffect ? .effectWaiting : nil
    case .started: isEffect ? .effectStarted : nil
    case .dropped: isEffect ? .effectDropped : .actionDropped
    case .cancelled: isEffect ? .effectCancelled : nil
    case .ended: isEffect ? .effectEnded : nil
    case .done: isEffect ? .effectEnded : .actionDone
    }
  }

  // MARK: Names

  @inline(__always)
  private func name<Action>(of action: Action) -> UInt16 {
    guard hasTags, let tag = EnumTag.known(of: action), tag < Self.nameCount else {
      return writer.index(ofAction: action)
    }
    let known = names.value[tag]
    return known != 0 ? known : makeName(of: action, tag)
  }

  @inline(never)
  private func makeName<Action>(of action: Action, _ tag: Int) -> UInt16 {
    let name = writer.index(ofAction: action)
    names.value[tag] = name
    return name
  }

  private func report<Action>(_ action: Action) {
    writer.report(.action, FlightBreadcrumb.text(of: action))
  }
}
