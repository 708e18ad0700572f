import StateCore
import StateFields
import StateJournal
import StateRecord
import ViewFeature

/// One replay of a session in a store whose effects do not start.
///
/// It goes through the entries in their order. It sends each action that no replayed handler has sent, where the
/// handler has begun, and it writes each value that no replayed handler has written. The store is recorded meanwhile:
/// its events tell which actions the handlers send, and when they have ended.
@MainActor
final class ReplayRun {
  let session: StateSession
  let tape: ReplayTape
  let writer: SessionWriter
  let environment: TapeEnvironment
  let state: any SnapshotState
  let timeout: Duration
  /// The place of the entry that is not compared any more, if there is one.
  let limit: Int?
  /// The action that this entry is a part of.
  let last: ReplayTape.Action?
  /// Is called when that action is handled, or when the entry has been replayed.
  let check: () -> Void
  /// The store; nothing before the state has the values of the beginning.
  private(set) var root: (any GuidedStore)?

  /// The place of the entry that is replayed.
  var position: Int
  /// The values behind that entry.
  private(set) var frame = SessionFrame()
  /// The values behind a later entry.
  var ahead: (position: Int, frame: SessionFrame)?
  /// The stores of the replay.
  var stores: Set<StoreID> = []
  /// The session's stores that they stand for, as far as that is known.
  var storeNumbers: [StoreID: Int] = [:]
  /// The replay's actions, by their identities in events.
  var actions: [ActionID: SessionID] = [:]
  /// The session's actions that the replay's stores have received.
  var begun: Set<SessionID> = []
  /// Those whose handlers have ended.
  var ended: Set<SessionID> = []
  /// Those whose handlers have not ended.
  var open: Set<SessionID> = []
  /// Those among them that were open when a call of `send` had returned.
  var suspended: Set<SessionID> = []
  /// The place in the session at which the last one has begun of those that have ended.
  var lastBegin = 0
  /// Whether an action is sent now.
  var isInSend = false
  /// Those whose handlers have ended and behind which nothing has been compared.
  var uncompared: Set<SessionID> = []
  /// The action that is sent now, until the store has received it.
  var sending: ReplayTape.Action?
  /// Why the replay ends before its end.
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
    // The last entry that is not behind the number.
    let limit = number.map { number in
      max(session.entries.lastIndex { $0.number <= number } ?? 0, tape.start)
    }
    self.limit = limit
    let owner = limit.flatMap { tape.owner(of: session.entries[$0]) }
    // What comes behind the handler's end is no part of it.
    last = owner.flatMap { owner in
      if let limit, let end = owner.end, limit > end { return nil }
      return owner
    }
  }

  // MARK: The way through

  func run(_ makeStore: () -> any GuidedStore) async {
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
    // The store has this run as its guide.
    root = nil
  }

  /// Gives the state the values of the beginning.
  private func begin(_ makeStore: () -> any GuidedStore) {
    for entry in session.entries[...tape.start] { frame.apply(entry) }
    guard let number = frame.roots[tape.root] else { return fail("Its state is not recorded.") }
    for _ in 1...2 { writer.write(frame, root: number, to: state) }
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
      // A store that was there may react to what others change.
      if entry.store != tape.root, tape.stores[entry.store] != nil { _ = store(entry.store) }
    case .actionReceived(let sent):
      if let action = tape.actions[sent.id] { receive(action) }
    case .change(let change): apply(change)
    case .drawn(_, _, .handler(let id)): beginQueued(id)
    case .actionHandled(let id, _):
      beginQueued(id)
      if failure == nil { await end(id) }
    default: return
    }
  }

  private func receive(_ action: ReplayTape.Action) {
    if begun.contains(action.id) || action.dropReason != nil || action.isQueued { return }
    if let sender = tape.sender(of: action) {
      // One that is on its way may send it later.
      if ended.contains(sender.id) { failMissing(action, sender) }
    } else if action.isReplayed {
      send(action)
    }
  }

  /// Begins an action that has waited, of which an entry is the first sign that its handler runs.
  private func beginQueued(_ id: SessionID) {
    guard let action = tape.actions[id], action.isReplayed, !begun.contains(id),
      tape.sender(of: action) == nil
    else { return }
    send(action)
  }

  private func apply(_ change: SessionChange) {
    if case .handler(let id) = change.cause, let action = tape.actions[id], action.isReplayed {
      beginQueued(id)
      // What is changed after the end is not the handler's.
      if action.end.map({ position < $0 }) ?? true { return }
    }
    guard failure == nil, let root = frame.roots[tape.root], isWritten(change) else { return }
    // The object may have come with what a handler has changed.
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
      Entry \(session.entries[position].number) can't be repeated: what was not written by a handler has to be in the \
      session, and \(change.name) is recorded as text only, since its type is not Codable.
      """
    )
    return false
  }

  /// Waits until the handler of an action has ended, and compares.
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
      return fail("The handler of \(action.text) does not end, which it did when it was recorded.")
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
    // The last action may do something else than was recorded.
    if let last, tape.leads(last.id, to: action.id) { return }
    let text = sender.map { "the handler of \($0.text), entry \($0.number)," } ?? "nobody"
    fail(
      "\(text) does not send \(action.text), which was sent when it was recorded, entry \(action.number)."
    )
  }

  private func noteFailureOfEnvironment() {
    if let text = environment.takeFailure() { fail(text) }
  }

  // MARK: Waiting

  func wakeUp() { wake?() }

  /// Waits for a condition, which is asked after each event; `false` if that takes too long.
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
