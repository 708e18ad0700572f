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

  /// One of the history's stores.
  struct Scope {
    struct Given {
      weak var store: (any RecordableStore)?
    }

    let stores: [Given]
    let id: StoreID
    /// The state; `nil` once the store has ended, since its values would keep rows in memory.
    var root: TrackedObject?
    let paths: FieldPaths
    /// Whether each field of the state itself belongs to the history.
    let ownFields: [Bool]
    let now: () -> Duration
    let ignores: @MainActor (Any) -> Bool
    let name: @MainActor (Any) -> String?
    var hasEnded = false
  }

  /// The code of the history that runs now.
  enum Phase {
    case recording
    /// It writes the fields of a step, and notes the other fields that this changes.
    case writing(Set<FieldKey>, others: [FieldKey: SnapshotValue])
    /// Stores react to the written fields. Their changes of fields in scope are taken back.
    case reacting(HistoryRoot, discarded: [FieldKey: SnapshotValue])
  }

  let summary = HistorySummary()
  let effects: UndoneEffects
  /// The clock of the first store.
  private(set) var clock: any Clock<Duration> = ContinuousClock()
  private let coalesces: Bool
  private(set) var stack: Stack
  private(set) var roots = RootTable()
  private(set) var scopes: [Scope] = []
  var phase = Phase.recording
  /// The children that the current move has brought back.
  private var returned: [TrackedObject] = []
  /// The writes of the current turn, or of the last one that had any.
  private var writes: (root: HistoryRoot, turn: Int)?
  /// The groups that ended in the current turn, or in the last one in which any did.
  private var closedGroups: [(root: HistoryRoot, turn: Int)] = []
  /// Whether an event is being taken, behind which others may follow that the same code has caused.
  private var isTaking = false
  /// Whether steps have changed since the last update of the summary.
  private var isToUpdate = false
  /// Whether steps may contain fields of objects that neither a state nor a step contains.
  private var mayHaveLost = false
  /// The root of the last change in any recorded store.
  private var lastRoot: HistoryRoot?
  /// A number that changes when a handler or a turn ends.
  private var burst = 0
  private var isExcessReported = false
  private(set) var hasEnded = false
  var notes = HistoryNotes()
  /// The saver of the steps, if there is one.
  var saver: (any HistorySaver)?
  /// Whether a field of a type can belong to a history, by the identity of the type.
  private var usable: [ObjectIdentifier: [Bool]] = [:]
  /// Whether each field of a type can contain children, by the identity of the type.
  private var childFields: [ObjectIdentifier: [Bool]] = [:]

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
      if scopes.contains(where: { $0.root === root }) {
        reportIssue(
          """
          A history has two scopes of the same \(ValueText.name(of: type(of: scope.state))), and \
          ignores the second one. List the fields of both in one scope
          """
        )
        for store in scope.stores { store.stopRecording() }
        continue
      }
      if scopes.isEmpty { clock = scope.clock }
      scopes.append(
        Scope(
          stores: scope.stores.map { Scope.Given(store: $0) },
          id: scope.storeID,
          root: root,
          paths: scope.paths,
          ownFields: root.shape.fields.indices.map {
            isUsable($0, of: root) && scope.paths.contain([$0])
          },
          now: Self.elapsed(of: scope.clock),
          ignores: scope.ignores,
          name: scope.name
        )
      )
    }
    tell()
  }

  private static func elapsed(of clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  func end() {
    if hasEnded { return }
    hasEnded = true
    endSaving()
    tellEnd()
    EventCenter.detach(self)
    for scope in scopes where !scope.hasEnded {
      for given in scope.stores { given.store?.stopRecording() }
    }
    scopes = []
    roots = RootTable()
    (writes, lastRoot, closedGroups) = (nil, nil, [])
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
    case .restored: summary.setHeld(isHeld)
    case .storeMade:
      if scopes.contains(where: { $0.id == event.store }), stack.hasSteps { tellAll() }
    case .actionQueued, .actionFailed, .effect, .loading, .errorShown, .element,
      .drawn, .history, .query, .outbox:
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

  private func root(of id: ActionID, _ received: ReceivedAction) -> HistoryRoot? {
    if case .reacting(let root, _) = phase, received.isReaction { return root }
    if received.mark == .observation { return nil }
    switch received.cause {
    case .handler, .effect:
      guard let root = root(of: received.cause) else { return nil }
      if let scope = scopes.first(where: { $0.id == id.store }) {
        if let action = received.action.whole, scope.ignores(action) { return nil }
        if root.note(received.action, name: scope.name) {
          stack.rename(stepsOf: root.number, to: root.name)
        }
      }
      return root
    case .query, .outbox, .restore, .inspector, .undo, .redo: return nil
    case .update, .binding, .outside: break
    }
    if received.isReaction { return root(ofReaction: received) }
    if received.hook != nil { return nil }
    let scope = scopes.first { $0.id == id.store }
    if let scope, let action = received.action.whole, scope.ignores(action) { return nil }
    return HistoryGroups.root(of: received.mark, in: self)
      ?? .action(id, received.action, name: scope?.name)
  }

  /// Returns the root of a reaction to a write by other code.
  private func root(ofReaction received: ReceivedAction) -> HistoryRoot? {
    // A store that has shown an earlier state reacts to changes that were made before.
    guard let turn = received.turn else { return lastRoot }
    if let group = HistoryGroups.root(ofReaction: received.mark, in: self),
      group.isOpenGroup || closedGroups.contains(where: { $0.root === group && $0.turn >= turn })
    {
      return group
    }
    if let writes, writes.turn == turn { return writes.root }
    return .writes()
  }

  private func root(of cause: EventCause) -> HistoryRoot? {
    switch cause {
    case .handler(let id): roots[id]
    case .effect(_, of: let id): id.flatMap { roots[$0] }
    case .query, .outbox, .update, .binding, .restore, .inspector, .undo, .redo, .outside: nil
    }
  }

  private func root(of change: ValueChange) -> HistoryRoot? {
    if change.mark == .observation { return nil }
    switch change.cause {
    case .handler, .effect, .query, .outbox, .restore, .inspector, .undo, .redo:
      return root(of: change.cause)
    case .update, .binding, .outside:
      return HistoryGroups.root(of: change.mark, in: self) ?? rootOfWrites()
    }
  }

  /// The root of the writes of the current turn.
  private func rootOfWrites() -> HistoryRoot {
    let turn = Frame.turnNumber
    if let writes, writes.turn == turn { return writes.root }
    if let writes, writes.root.actionCount == 0 { stack.forget(root: writes.root.number) }
    releaseGroups(closedBefore: turn)
    let root = HistoryRoot.writes()
    writes = (root, turn)
    burst += 1
    return root
  }

  // MARK: Groups

  /// Notes the end of a group, whose reactions may run at the end of the turn.
  func note(closed root: HistoryRoot) {
    let turn = Frame.turnNumber
    releaseGroups(closedBefore: turn)
    closedGroups.append((root, turn))
  }

  private func releaseGroups(closedBefore turn: Int) {
    while let first = closedGroups.first, first.turn < turn {
      closedGroups.removeFirst()
      first.root.actionCount -= 1
      if first.root.actionCount == 0 { stack.forget(root: first.root.number) }
    }
  }

  // MARK: Changes

  private func take(_ change: ValueChange) {
    if !change.added.isEmpty { noteReturn(of: change.added) }
    let root = root(of: change)
    lastRoot = root
    guard let old = change.old.field, let new = change.new.field else { return }
    guard let scope = scope(of: change) else {
      noteOutside(change, old, new)
      // A field outside of the history may contain objects with fields of the history.
      if stack.hasSteps, removesChildren(old, new) {
        removeLostFields()
        update()
      }
      return
    }
    let key = FieldKey(change.object, change.index, scope: scope)
    switch phase {
    case .recording: break
    case .writing(let keys, var others):
      if keys.contains(key) { return }
      others[key] = others[key] ?? old
      phase = .writing(keys, others: others)
      return
    case .reacting(let own, var discarded):
      // The reactions of a store that isn't recorded are like writes of other code.
      guard root === own || root != nil && root === writes?.root else { break }
      discarded[key] = discarded[key] ?? old
      phase = .reacting(own, discarded: discarded)
      return
    }
    guard let root else { return forget(key, old, new) }
    let (before, after) = FieldValue.change(old, new)
    let cause = Stack.Cause(
      root: root.number,
      burst: burst,
      name: root.name,
      kind: coalesces ? root.kind : nil
    )
    stack.record(
      key,
      from: before,
      to: after,
      by: cause,
      at: coalesces ? scopes[scope].now() : .zero
    )
    let isAlone = !stack.takeRemovedRedo() && !removesChildren(old, new)
    forgetReleased(except: isAlone ? key : nil)
    isToUpdate = true
  }

  /// Notes a change of a removed child, which may still have a store.
  private func noteOutside(_ change: ValueChange, _ old: SnapshotValue, _ new: SnapshotValue) {
    guard case .recording = phase else { return }
    let key = FieldKey(change.object, change.index, scope: 0)
    if stack.contains(key) { forget(key, old, new) }
  }

  /// Compares children that a state contains again with the steps, because their changes meanwhile weren't reported.
  ///
  /// Such a change is like a foreign one.
  private func noteReturn(of children: [TrackedValues]) {
    guard case .recording = phase else {
      returned += children.map(\.object)
      return
    }
    for child in children {
      for (field, value) in child.values.enumerated() {
        let key = FieldKey(child.object, field, scope: 0)
        guard let expected = stack.value(of: key) else { continue }
        if !expected.value.isUnchanged(in: value) { forget(key, value, value) }
      }
    }
  }

  /// Returns the fields of children that a move has brought back with other values than the steps have.
  func takeChangedFieldsOfReturned() -> [FieldKey] {
    defer { returned = [] }
    return returned.flatMap { object in
      object.shape.fields.indices.compactMap { field in
        guard let value = object.state?.value(ofField: field) else { return nil }
        let key = FieldKey(object, field, scope: 0)
        guard let expected = stack.value(of: key) else { return nil }
        return expected.value.isUnchanged(in: value) ? nil : key
      }
    }
  }

  /// Removes the fields of children that only lost values of fields have contained.
  private func forgetReleased(except key: FieldKey? = nil) {
    let released = stack.takeReleased()
    if released.contains(where: { $0 != key && canHaveChildren($0) }) { removeLostFields() }
  }

  /// Whether a field can contain children.
  private func canHaveChildren(_ key: FieldKey) -> Bool {
    let type = ObjectIdentifier(key.object.shape.type)
    if let known = childFields[type] { return known[key.field] }
    guard let shapes = key.object.state?.fieldShapes else { return true }
    childFields[type] = shapes.map(\.isChild)
    return shapes[key.field].isChild
  }

  private func removesChildren(_ old: SnapshotValue, _ new: SnapshotValue) -> Bool {
    if old.children.isEmpty { return false }
    let kept = Set(new.children.map { ObjectIdentifier($0.object) })
    return old.children.contains { !kept.contains(ObjectIdentifier($0.object)) }
  }

  /// Notes a change that no undo reverts.
  func forget(_ key: FieldKey, _ old: SnapshotValue, _ new: SnapshotValue) {
    stack.forget(key)
    forgetReleased()
    if removesChildren(old, new) { removeLostFields() }
    update()
  }

  /// Returns the way to a field from the state of a scope.
  func way(to key: FieldKey) -> TrackedObject.Way? {
    key.object.way(toField: key.field) { way in scopes.contains { $0.root === way.start } }
  }

  /// Removes the fields of objects that neither a state nor a step contains.
  func removeLostFields() {
    if isTaking {
      mayHaveLost = true
      return
    }
    if stack.keys.allSatisfy({ way(to: $0) != nil }) { return }
    var kept: Set<ObjectIdentifier> = []
    for step in stack.allSteps {
      for field in step.fields.values {
        for value in [field.before.value, field.after.value] { keep(value, &kept) }
      }
    }
    stack.removeFields { key in
      // The store of a removed child may not have ended.
      if way(to: key) != nil { return false }
      guard let state = key.object.state else { return true }
      return !kept.contains(ObjectIdentifier(state))
    }
    forgetReleased()
  }

  private func keep(_ value: SnapshotValue, _ kept: inout Set<ObjectIdentifier>) {
    var open = value.children.map(\.object)
    while let object = open.popLast() {
      guard kept.insert(ObjectIdentifier(object)).inserted, let state = object as? any SnapshotState
      else { continue }
      for (index, field) in state.fieldShapes.enumerated() where field.isChild {
        open += state.value(ofField: index).children.map(\.object)
      }
    }
  }

  /// Returns the index of the scope that a changed field belongs to.
  private func scope(of change: ValueChange) -> Int? {
    // Most fields are those of the state itself.
    for index in scopes.indices where scopes[index].root === change.object {
      if !scopes[index].hasEnded, scopes[index].ownFields[change.index] { return index }
    }
    var found: Int?
    func isInScope(_ way: TrackedObject.Way) -> Bool {
      guard way.fields.allSatisfy({ isUsable($0.field, of: $0.object) }) else { return false }
      found = scopes.firstIndex { scope in
        !scope.hasEnded && scope.root === way.start && scope.paths.contain(way.fields.map(\.field))
      }
      return found != nil
    }
    let (object, field) = (change.object, change.index)
    _ = object.way(toField: field, where: isInScope)
    // The same code may have removed the object.
    if found == nil { _ = object.formerWay(toField: field, where: isInScope) }
    return found
  }

  private func isUsable(_ field: Int, of object: TrackedObject) -> Bool {
    let type = ObjectIdentifier(object.shape.type)
    if let known = usable[type] { return known[field] }
    let fields = (object.state?.fieldShapes ?? []).map { shape in
      !shape.isTransient && shape.isWritable && !shape.isImmutable
        && !(shape.type is any ProvidedContent.Type)
    }
    guard field < fields.count else { return false }
    usable[type] = fields
    return fields[field]
  }

  private func noteEnd(of store: StoreID) {
    guard let index = scopes.firstIndex(where: { $0.id == store && !$0.hasEnded }) else { return }
    endSaving()
    scopes[index].hasEnded = true
    scopes[index].root = nil
    for given in scopes[index].stores { given.store?.stopRecording() }
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
    if let writes, writes.root.actionCount == 0 { stack.forget(root: writes.root.number) }
    writes = nil
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

  /// Whether one of the stores or a part of its state shows an earlier state, or a replay runs it.
  var isHeld: Bool {
    scopes.contains { scope in
      scope.stores.contains { $0.store?.isTravelling == true || $0.store?.isReplaying == true }
        || scope.root.map { TimeTravel.showsValues(below: $0) } == true
    }
  }
}
