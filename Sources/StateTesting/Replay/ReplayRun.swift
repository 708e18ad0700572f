import FeatureStore
import FeatureTesting
import StateCore
import StateFields
import StateJournal
import StateRecord

/// A replay of a session in a store whose effects don't start.
///
/// It processes the entries in order. If no replayed handler sent an action, it sends the action when its handler
/// began. If no replayed handler wrote a value, it writes the value. The store is recorded in the meantime: its events
/// show which actions the handlers send, and when the handlers end.
@MainActor
final class ReplayRun {
  let session: StateSession
  let tape: ReplayTape
  let writer: SessionWriter
  let environment: TapeEnvironment
  let state: any SnapshotState
  let timeout: Duration
  /// The position of the first entry that isn't compared, if any.
  let limit: Int?
  /// The action that this entry belongs to.
  let last: ReplayTape.Action?
  /// Called when that action is handled, or when the entry has been replayed.
  let check: () -> Void
  /// The store; `nil` until the state has its initial values.
  private(set) var root: (any AnyStore & RecordableStore)?

  /// The position of the current entry.
  var position: Int
  /// The values after the current entry.
  private(set) var frame = SessionFrame()
  /// The values after a later entry.
  var ahead: (position: Int, frame: SessionFrame)?
  /// The stores of the replay.
  var stores: Set<StoreID> = []
  /// The session's stores that correspond to them, if known.
  var storeNumbers: [StoreID: Int] = [:]
  /// The replay's actions, by event identity.
  var actions: [ActionID: SessionID] = [:]
  /// The session's actions that the replay's stores have received.
  var begun: Set<SessionID> = []
  /// The actions with handlers that have ended.
  var ended: Set<SessionID> = []
  /// The actions with handlers that haven't ended.
  var open: Set<SessionID> = []
  /// The open actions that remained after a call of `send` returned.
  var suspended: Set<SessionID> = []
  /// The greatest position at which the handler of an ended action began.
  var lastBegin = 0
  /// Whether an action is being sent.
  var isInSend = false
  /// The actions with ended handlers after which nothing was compared.
  var uncompared: Set<SessionID> = []
  /// The action that is being sent, until the store receives it.
  var sending: ReplayTape.Action?
  /// The reason why the replay failed.
  private(set) var failure: String?
  /// Whether the last entry has been replayed and checked.
  private(set) var isOver = false
  private var wake: (() -> Void)?

  init(
    _ session: StateSession,
    _ tape: ReplayTape,
    _ state: any SnapshotState,
    upTo number: Int?,
    timeout: Duration,
    check: @escaping () -> Void
  ) {
    self.session = session
    self.tape = tape
    self.state = state
    self.timeout = timeout
    self.check = check
    writer = SessionWriter(session)
    environment = TapeEnvironment()
    position = tape.start
    // The last entry up to the given number.
    let limit = number.map { number in
      max(session.entries.lastIndex { $0.number <= number } ?? 0, tape.start)
    }
    self.limit = limit
    let owner = limit.flatMap { tape.owner(of: session.entries[$0]) }
    // An entry after the end of a handler doesn't belong to it.
    last = owner.flatMap { owner in
      if let limit, let end = owner.end, limit > end { return nil }
      return owner
    }
  }

  // MARK: Replay

  func run(_ makeStore: () -> any AnyStore & RecordableStore) async {
    EventCenter.attach(self)
    defer { EventCenter.detach(self) }
    begin(makeStore)
    while !isOver, failure == nil, position < session.entries.endIndex {
      let entry = session.entries[position]
      if position > tape.start { frame.apply(entry) }
      if let ahead, ahead.position <= position { self.ahead = nil }
      await replay(entry)
      noteFailureOfEnvironment()
      if position == limit, last == nil { finish() }
      position += 1
    }
    if !isOver, failure == nil { end() }
    root?.stopRecording()
    // The store retains this run, which refuses some of its actions.
    root = nil
  }

  /// Sets the state to its initial values.
  private func begin(_ makeStore: () -> any AnyStore & RecordableStore) {
    for entry in session.entries[...tape.start] { frame.apply(entry) }
    if let number = frame.roots[tape.root] {
      for _ in 1...2 { writer.write(frame, root: number, to: state) }
    } else if session.hasValues {
      return fail("The session can't be replayed: its state isn't recorded.")
    }
    let root = makeStore()
    self.root = root
    stores.insert(root.storeID)
    storeNumbers[root.storeID] = tape.root
    root.startRecording()
    if limit.map({ $0 > tape.start }) ?? true {
      compare(at: tape.start) { "before the first action" }
    }
  }

  private func end() {
    position = session.entries.endIndex - 1
    // The session ends in the middle of the action.
    if limit != nil { return finish() }
    if canCompare(at: position) { compare(at: position) { "at the end" } }
    finish()
  }

  func finish() {
    if isOver || failure != nil { return }
    isOver = true
    check()
  }

  private func replay(_ entry: SessionEntry) async {
    switch entry.kind {
    case .storeMade:
      // An existing store may react to changes made by others.
      if entry.store != tape.root, tape.stores[entry.store] != nil { _ = store(entry.store) }
    case .actionReceived(let sent):
      guard let action = tape.actions[sent.id] else { return }
      await waitForStore(of: action)
      receive(action)
    case .change(let change): apply(change)
    case .drawn(_, _, .handler(let id)): beginQueued(id)
    case .actionHandled(let id, _):
      beginQueued(id)
      if failure == nil { await end(id) }
    default: return
    }
  }

  /// Waits for the store of a child that has begun before the end of the handler that has added its state.
  private func waitForStore(of action: ReplayTape.Action) async {
    guard action.hook != nil, action.isReplayed else { return }
    while !begun.contains(action.id), failure == nil, !isOver, !open.isEmpty,
      store(action.id.store) == nil
    {
      let before = open
      let isInTime = await wait { [self] in
        open != before || begun.contains(action.id) || failure != nil || isOver
      }
      if !isInTime { return }
    }
  }

  private func receive(_ action: ReplayTape.Action) {
    if begun.contains(action.id) || action.dropReason != nil || action.isQueued { return }
    if let sender = tape.sender(of: action) {
      // A handler that hasn't ended may send it later.
      guard ended.contains(sender.id) else { return }
      // A store may begin on behalf of a handler that has ended, or react to what a task of the handler writes.
      if action.isReaction { send(action) } else { failMissing(action, sender) }
    } else if action.isReplayed {
      send(action)
    }
  }

  /// Begins an action that has waited, at the first entry that shows its handler running.
  private func beginQueued(_ id: SessionID) {
    guard let action = tape.actions[id], action.isReplayed, !begun.contains(id),
      tape.sender(of: action) == nil
    else { return }
    send(action)
  }

  private func apply(_ change: SessionChange) {
    if case .handler(let id) = change.cause, let action = tape.actions[id], action.isReplayed {
      beginQueued(id)
      // Changes after the end don't belong to the handler.
      if action.end.map({ position < $0 }) ?? true { return }
    }
    guard failure == nil, let root = frame.roots[tape.root], isWritten(change) else { return }
    // A handler's change may have added the object.
    if writer.object(change.object) == nil { _ = writer.difference(frame, root: root, from: state) }
    guard writer.object(change.object) != nil else { return }
    let problems = writer.write(change.field, of: change.object, in: frame, root: root)
    if !problems.isEmpty {
      let texts = problems.map { "\n  \($0)" }.joined()
      fail("Entry \(session.entries[position].number) can't be repeated:\(texts)")
    }
  }

  /// Whether a change has a value that can be written.
  private func isWritten(_ change: SessionChange) -> Bool {
    let field = frame.objects[change.object].flatMap { object -> SessionField? in
      let fields = session.type(of: object)?.fields ?? []
      return fields.indices.contains(change.field) ? fields[change.field] : nil
    }
    if change.value.isRedacted || field?.isTransient == true { return false }
    if change.value.json != nil || change.value.children != nil { return true }
    fail(
      """
      Entry \(session.entries[position].number) can't be repeated: no handler made its change, so the replay \
      needs the recorded value, but \(change.name) is recorded as text only, because its type isn't Codable.
      """
    )
    return false
  }

  /// Waits until the handler of an action has ended, and compares the state.
  private func end(_ id: SessionID) async {
    guard let action = tape.actions[id], action.isReplayed else { return }
    let sender = tape.sender(of: action)
    let isInTime = await wait { [self] in
      ended.contains(id) || failure != nil || isOver
        || !begun.contains(id) && (sender.map { ended.contains($0.id) } ?? true)
    }
    noteFailureOfEnvironment()
    if failure != nil || isOver { return }
    guard isInTime else {
      return fail("The handler of \(action.text) doesn't end. In the session, it ended.")
    }
    guard ended.contains(id) else { return failMissing(action, sender) }
    if id == last?.id { return finish() }
    if uncompared.contains(id), isBeforeLimit(position), canCompare(at: position) {
      compare(behind: action, at: position)
    }
  }

  // MARK: Failures

  func fail(_ text: String) {
    if failure == nil, !isOver { failure = text }
    wakeUp()
  }

  private func failMissing(_ action: ReplayTape.Action, _ sender: ReplayTape.Action?) {
    // The last action may behave differently from the recording.
    if let last, tape.leads(last.id, to: action.id) { return }
    let text =
      sender.map { "The handler of \($0.text), entry \($0.number), doesn't send" }
      ?? "No handler sends"
    fail(
      "\(text) \(action.text), which was sent in the session, entry \(action.number)."
    )
  }

  private func noteFailureOfEnvironment() {
    if let text = environment.takeFailure() { fail(text) }
  }

  // MARK: Waits

  func wakeUp() { wake?() }

  /// Waits for a condition, which is checked after each event.
  ///
  /// Returns `false` if that takes too long.
  private func wait(until condition: @escaping () -> Bool) async -> Bool {
    if condition() { return true }
    return await withUnsafeContinuation { continuation in
      var hasEnded = false
      let end = { [weak self] (isInTime: Bool) in
        if hasEnded { return }
        hasEnded = true
        self?.wake = nil
        continuation.resume(returning: isInTime)
      }
      let timer = Task { @MainActor [timeout] in
        if (try? await sleepWithoutProgress(for: timeout)) != nil { end(false) }
      }
      wake = {
        guard condition() else { return }
        timer.cancel()
        end(true)
      }
    }
  }
}
