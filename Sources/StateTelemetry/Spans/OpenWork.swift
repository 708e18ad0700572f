#if Telemetry
import StateCore
import StateFields
import StateRecord
import Tracing

/// The actions and effects that have begun but not ended, with their spans.
///
/// Events arrive on the main actor. The start of an action can also be reported from the context that sends it.
final class OpenWork: Sendable {
  struct Entry: Sendable {
    let kind: WorkKind
    let start: ContinuousClock.Instant
    let span: (any Span)?
    /// For an effect, whether it is running.
    var isRunning = false
    var isCancelled = false
    /// The type of the last thrown error.
    var error: String?
    /// The effect that this one is an attempt or an unnamed part of.
    var whole: EffectID?
    /// Whether such a part has failed.
    var hasFailedPart = false
  }

  private struct Content {
    var entries: [WorkID: Entry] = [:]
    /// The names of the observed stores.
    var stores: [StoreID: String] = [:]
    var observesNewStores = false
    var hasEnded = false
    var time = SpanTime()

    func observes(_ store: StoreID) -> Bool { observesNewStores || stores[store] != nil }
  }

  let tracer: (any Tracer)?
  private let content = Locked(Content())

  init(_ tracer: (any Tracer)?) {
    self.tracer = tracer
  }

  // MARK: Stores

  func observeNewStores() { content.withLock { $0.observesNewStores = true } }

  func observes(_ store: StoreID) -> Bool { content.withLock { $0.observes(store) } }

  func add(_ store: StoreID, name: String) { content.withLock { $0.stores[store] = name } }

  func remove(_ store: StoreID) { content.withLock { $0.stores[store] = nil } }

  // MARK: Work

  /// Returns the kind of an action, which begins now unless it began when it was sent.
  func begin(
    _ id: ActionID,
    _ received: ReceivedAction,
    at time: ContinuousClock.Instant
  ) -> WorkKind? {
    if let known = kind(of: .action(id)) { return known }
    guard let store = content.withLock({ $0.stores[id.store] }) else { return nil }
    return begin(id, received, in: store, at: time)
  }

  private func begin(
    _ id: ActionID,
    _ received: ReceivedAction,
    in store: String,
    at time: ContinuousClock.Instant
  ) -> WorkKind {
    let kind = WorkKind(store: store, action: received.action.caseName ?? WorkKind.unknown)
    let span = startSpan(kind, in: context(of: received.cause), at: time)
    if let span {
      span.updateAttributes { attributes in
        attributes["state.action.description"] = received.action.logText
        attributes["code.file.path"] = received.origin?.fileID
        attributes["code.line.number"] = received.origin.map { Int($0.line) }
      }
    }
    insert(Entry(kind: kind, start: time, span: span), .action(id))
    return kind
  }

  /// Returns the kind of an effect, which begins now unless it has waited.
  @MainActor
  func begin(_ id: EffectID, _ start: EffectStart, at time: ContinuousClock.Instant) -> WorkKind? {
    if let known = kind(of: .effect(id)) { return known }
    let action = start.action.flatMap { self.kind(of: .action($0)) }
    guard let store = action?.store ?? content.withLock({ $0.stores[id.store] }) else {
      return nil
    }
    let kind = WorkKind(
      store: store,
      action: action?.action ?? WorkKind.unknown,
      effect: start.name ?? WorkKind.unnamed
    )
    let span = startSpan(kind, in: context(of: start), at: time)
    insert(Entry(kind: kind, start: time, span: span, whole: whole(of: kind)), .effect(id))
    return kind
  }

  /// Returns the running effect of the same kind that starts an effect now.
  @MainActor
  private func whole(of kind: WorkKind) -> EffectID? {
    guard case .effect(let id, _) = CurrentCause.now, self.kind(of: .effect(id)) == kind else {
      return nil
    }
    return id
  }

  func kind(of id: WorkID) -> WorkKind? { content.withLock { $0.entries[id]?.kind } }

  /// Changes an entry.
  ///
  /// - Returns: The changed entry, if it exists.
  @discardableResult
  func change(_ id: WorkID, _ change: (inout Entry) -> Void) -> Entry? {
    content.withLock { content in
      guard var entry = content.entries[id] else { return nil }
      change(&entry)
      content.entries[id] = entry
      return entry
    }
  }

  /// Removes an entry that has ended, and ends its span.
  func end(
    _ id: WorkID,
    at time: ContinuousClock.Instant,
    dropped reason: StateEvent.DropReason? = nil
  ) -> Entry? {
    let (entry, instant) = content.withLock { content in
      (content.entries.removeValue(forKey: id), content.time[time])
    }
    guard let entry else { return nil }
    entry.endSpan(at: instant) { $0["state.dropped"] = reason?.kind }
    return entry
  }

  /// Ends all spans, and rejects new entries.
  func endAll() {
    let (entries, instant) = content.withLock { content in
      content.hasEnded = true
      defer { content.entries = [:] }
      return (content.entries, content.time[.now])
    }
    for entry in entries.values.sorted(by: { $0.start > $1.start }) {
      entry.endSpan(at: instant) { $0["state.unfinished"] = true }
    }
  }

  private func insert(_ entry: Entry, _ id: WorkID) {
    let isInTime = content.withLock { content in
      if !content.hasEnded { content.entries[id] = entry }
      return !content.hasEnded
    }
    if !isInTime { entry.span?.end() }
  }

  // MARK: Spans

  private func startSpan(
    _ kind: WorkKind,
    in context: ServiceContext,
    at time: ContinuousClock.Instant
  ) -> (any Span)? {
    guard let tracer else { return nil }
    let instant = content.withLock { content in
      // While nothing runs, drift between the clocks goes unnoticed, so read both clocks again.
      if content.entries.isEmpty { content.time = SpanTime() }
      return content.time[time]
    }
    let span = tracer.startSpan(kind.spanName, context: context, ofKind: .internal, at: instant)
    span.updateAttributes { attributes in
      attributes["state.store"] = kind.store
      attributes["state.action"] = kind.action
      attributes["state.effect"] = kind.effect
    }
    return span
  }

  /// Returns the context of the span that a cause has, or of the code that runs now.
  func context(of cause: EventCause) -> ServiceContext {
    let current = ServiceContext.current ?? .topLevel
    guard tracer != nil, let work = cause.work, current.cause(in: self) != cause else {
      return current
    }
    return content.withLock { $0.entries[work]?.span?.context } ?? current
  }

  /// Returns the context of an effect's span.
  ///
  /// The effect was started by the action's handler, or by another effect of the action.
  @MainActor
  private func context(of start: EffectStart) -> ServiceContext {
    guard tracer != nil, let action = start.action else { return .topLevel }
    let cause = CurrentCause.now
    if cause.action == action { return context(of: cause) }
    return content.withLock { $0.entries[.action(action)]?.span?.context } ?? .topLevel
  }
}

extension OpenWork: CauseContext {
  func begin(_ action: ActionID, _ received: ReceivedAction, of feature: any Any.Type) {
    let (isObserved, name) = content.withLock { content in
      (content.observes(action.store), content.stores[action.store])
    }
    guard isObserved else { return }
    _ = begin(action, received, in: name ?? ValueText.name(of: feature), at: .now)
  }

  func run<Result>(_ cause: EventCause, _ body: () -> Result) -> Result {
    guard let context = context(running: cause) else { return body() }
    return ServiceContext.withValue(context) { body() }
  }

  func run<Result: Sendable>(
    _ cause: EventCause,
    isolation: isolated (any Actor)?,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let context = context(running: cause) else { return try await body() }
    return try await ServiceContext.withValue(context, isolation: isolation) { try await body() }
  }

  /// Returns the context of code that runs as an action or an effect, or `nil` if that has no span.
  private func context(running cause: EventCause) -> ServiceContext? {
    guard let work = cause.work else { return nil }
    guard var context = content.withLock({ $0.entries[work]?.span?.context }) else { return nil }
    context[RunningCause.self] = RunningCause.Value(owner: ObjectIdentifier(self), cause: cause)
    return context
  }
}

extension OpenWork.Entry {
  fileprivate func endSpan(
    at instant: DefaultTracerClock.Timestamp,
    _ change: (inout SpanAttributes) -> Void
  ) {
    guard let span else { return }
    span.updateAttributes { attributes in
      change(&attributes)
      if isCancelled { attributes["state.cancelled"] = true }
      attributes["error.type"] = error
    }
    if error != nil { span.setStatus(SpanStatus(code: .error)) }
    span.end(at: instant)
  }
}

/// The action or the effect whose code runs in a context.
private enum RunningCause: ServiceContextKey {
  struct Value: Sendable {
    let owner: ObjectIdentifier
    let cause: EventCause
  }
}

extension ServiceContext {
  fileprivate func cause(in work: OpenWork) -> EventCause? {
    guard let running = self[RunningCause.self], running.owner == ObjectIdentifier(work) else {
      return nil
    }
    return running.cause
  }
}
#endif
