import FeatureStore
import IssueReporting
import Logging
import ScreenStateKit
import StateCore
import StateFields
import StateRecord

/// A recorder that turns the events of a history's stores into steps.
///
/// The history owns it, and ends it when the history is deallocated.
@MainActor
final class HistoryRecorder: EventSink {
  typealias Stack = HistoryStack<FieldKey, FieldValue, HistoryRoot.Kind>

  /// The code of the history that runs now.
  enum Phase {
    case recording
    /// It takes steps for a move, and tells observers.
    case moving
    /// It cancels effects. Fields that this changes keep their values, which no step contains any more.
    case cancelling(Set<FieldKey>)
    /// It writes the fields of a step, and notes the other fields that this changes.
    case writing(Set<FieldKey>, others: [FieldKey: SnapshotValue])
    /// Stores react to the written fields. Their changes of fields in scope are taken back.
    case reacting(HistoryRoot, discarded: [FieldKey: SnapshotValue])
  }

  let summary = HistorySummary()
  let effects: UndoneEffects
  /// The clock of the first store.
  private(set) var clock: any Clock<Duration> = ContinuousClock()
  let coalesces: Bool
  var stack: Stack
  let scopes = HistoryScopes()
  private(set) var roots = RootTable()
  var recent = RecentRoots()
  /// The actions whose effects an undo has cancelled, until they are done.
  var cancelled: Set<ActionID> = []
  var phase = Phase.recording
  /// The children that the current move has brought back.
  var returned: [TrackedObject] = []
  /// Whether an event is being taken, behind which others may follow that the same code has caused.
  private(set) var isTaking = false
  /// Whether steps have changed since the last update of the summary.
  var isToUpdate = false
  /// Whether steps may contain fields of objects that neither a state nor a step contains.
  var mayHaveLost = false
  /// The root of the last change in any recorded store.
  var lastRoot: HistoryRoot?
  /// A number that changes when a handler or a turn ends.
  var burst = 0
  private var isExcessReported = false
  private(set) var hasEnded = false
  var notes = HistoryNotes()
  /// The saver of the steps, if there is one.
  var saver: (any HistorySaver)?

  init(limits: HistoryLimits, coalescing: Duration?, effects: UndoneEffects) {
    stack = Stack(limits: limits, interval: coalescing)
    coalesces = coalescing != nil
    self.effects = effects
  }

  func begin(_ new: [HistoryScope]) {
    EventCenter.report()
    EventCenter.attach(self)
    for scope in new {
      for store in scope.stores { store.startRecording() }
      for field in scope.paths.unknown {
        reportIssue(
          """
          A history can't record `\(field)` of \(ValueText.name(of: type(of: scope.state))), because \
          it isn't a declared field. Add it to `snapshotFields`: \
          SnapshotField("\(field)", \\.\(field))
          """
        )
      }
      guard let root = TrackedObject.tracking(scope.state) else {
        for store in scope.stores { store.stopRecording() }
        continue
      }
      if scopes.contains(root) {
        reportIssue(
          """
          A history has two scopes of the same \(ValueText.name(of: type(of: scope.state))), and \
          ignores the second one. List the fields of both in one scope
          """
        )
        for store in scope.stores { store.stopRecording() }
        continue
      }
      if scopes.all.isEmpty { clock = scope.clock }
      scopes.append(scope, root: root)
    }
    tell()
  }

  func end() {
    if hasEnded { return }
    hasEnded = true
    endSaving()
    tellEnd()
    EventCenter.detach(self)
    scopes.endAll()
    (roots, recent, lastRoot, cancelled) = (RootTable(), RecentRoots(), nil, [])
    stack.clear()
    update()
  }

  // MARK: Events

  func take(_ event: StateEvent) {
    isTaking = true
    defer { isTaking = false }
    switch event.kind {
    case .actionReceived(let id, let received):
      tell()
      roots.begin(id, root(of: id, received))
    case .actionHandled(let id, _):
      roots.endHandler(of: id)
      burst += 1
      settle()
    case .actionDropped(let id, _), .actionDone(let id):
      cancelled.remove(id)
      if let root = roots.end(id) { stack.forget(root: root.number) }
    case .effect(let id, .started(let start)), .effect(let id, .waiting(let start)):
      roots.begin(id, of: start.action)
    case .effect(let id, .ended), .effect(let id, .dropped): roots.end(id)
    case .change(let change):
      take(change)
      // The end of a handler reports its changes.
      if case .handler(let id) = change.cause, roots.handled.contains(id) { return }
      tellLater()
    case .storeEnded: noteEnd(of: event.store)
    case .restored: summary.setHeld(scopes.isHeld)
    case .storeMade:
      if scopes.scope(of: event.store) != nil, stack.hasSteps { tellAll() }
    case .actionQueued, .actionFailed, .effect, .loading, .errorShown, .element,
      .drawn, .history, .query:
      return
    }
  }

  func noteDelivery() {
    if mayHaveLost {
      mayHaveLost = false
      removeLostFields()
      update()
      tellLater()
    } else if isToUpdate {
      update()
    }
  }

  private func noteEnd(of store: StoreID) {
    guard scopes.all.contains(where: { $0.id == store && !$0.hasEnded }) else { return }
    endSaving()
    guard let index = scopes.end(store) else { return }
    change { stack in
      stack.settle()
      stack.removeFields { $0.scope == index }
    }
  }

  // MARK: Steps

  /// Ends the writes of other code so far, with the reactions to them, so that later ones of the turn are separate.
  func endWrites() {
    // Inside a handler or a group, the reactions follow.
    if !isInsideOwnCode { PendingReactions.runAll() }
    EventCenter.report()
    recent.endWrites()
  }

  /// Reports the changes made so far, which end here.
  func settle() {
    stack.settle()
    forgetReleased()
    update()
    tell()
  }

  func change<Result>(_ body: (inout Stack) -> Result) -> Result {
    defer {
      forgetReleased()
      update()
      tell()
    }
    return body(&stack)
  }

  /// Notes from now on which steps change, or stops.
  func follow(_ isFollowed: Bool) { stack.touched = isFollowed ? [:] : nil }

  /// Returns the steps that have changed since the last call.
  func takeTouched() -> [Int: Bool] {
    defer { if stack.touched?.isEmpty == false { stack.touched = [:] } }
    return stack.touched ?? [:]
  }

  private func endSaving() {
    saver.take()?.historyWillEnd()
  }

  func update() {
    isToUpdate = false
    saver?.historyDidChange()
    if stack.hasExceeded, !isExcessReported {
      isExcessReported = true
      logger.notice(
        "A step is larger than its history may be, so the history was cleared",
        metadata: ["limit": "\(stack.limits.bytes)"]
      )
    }
    summary.update(
      HistorySummary.Steps(
        undoCount: stack.undoCount,
        redoCount: stack.redoCount,
        undoName: stack.undoName,
        redoName: stack.redoName
      )
    )
  }
}
