import FeatureStore
import IssueReporting
import StateCore
import StateFields

/// The events in a store under test and in the stores of its children.
///
/// The record contains the actions that they have handled, with the state after each one, and the outputs of the store
/// under test.
@MainActor
final class TreeRecord {
  struct Entry {
    /// The current position of the store.
    let position: StorePosition
    /// The path when the action's handler began.
    let path: StorePath
    let action: any Sendable
    /// The position in the order in which the handlers began.
    let number: Int
    /// The number that the action was sent with, if the test sent it.
    let ticket: Int?
    /// The state that the action found, unless `exhaustivity` is `.on`.
    let before: StateSnapshot?
    var after: StateSnapshot?
    fileprivate var isSkipped = false
    /// Whether the action's own changes are complete.
    fileprivate var isSettled = false
    /// The state that the reactions of other stores have left, and the number of handlers that had begun then.
    fileprivate var reacted: (count: Int, after: StateSnapshot?)?

    var name: String { path.name(of: action) }

    /// Returns whether a path that a test names leads to the store, or led to it when the handler began.
    @MainActor
    func leads(like path: StorePath) -> Bool {
      self.path.leads(like: path) || position.path.leads(like: path)
    }
  }

  /// The number of handlers that have begun.
  private(set) var count = 0
  /// The number of actions whose handler was prevented from running by middleware.
  private(set) var vetoCount = 0
  /// Received actions that were not asserted yet.
  nonisolated let pending = Locked<[Entry]>([])
  /// Outputs that were not asserted yet.
  nonisolated let outputs = Locked<[any Sendable]>([])
  /// The stores, including those that have ended and still have effects.
  nonisolated let members = Locked<[TreeMember]>([])
  /// The state after an action that was skipped while it was being handled.
  private var skipped: StateSnapshot?
  private var sent: [Int: Entry] = [:]
  /// The sends that compare the state when their action has been handled, and those of them that wait for others.
  private var comparing: Set<Int> = []
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var afterReactions: StateSnapshot?
  private var isStarting = false
  private var afterStart: StateSnapshot?
  private var isWriting = false
  /// The number of actions before the write of the test.
  private var countAtWrite: Int?
  private var lastTicket = 0
  /// The action whose handler is running, for each store.
  private nonisolated let current = Locked<[ObjectIdentifier: Entry]>([:])
  /// The parents' actions that resulted from outputs, which no other action waits for.
  private var followers: [SentAction] = []
  /// The waits for an event, by their numbers.
  private var waits: [Int: () -> Void] = [:]
  private var lastWait = 0
  /// The last call of the test, where failures are reported that belong to no call.
  var location: Location {
    didSet { reportKept() }
  }
  /// The failures that wait for the next call of the test.
  ///
  /// Swift Testing finds the test by the task, which a later turn of the main actor doesn't have.
  nonisolated let kept = Locked<[(message: String, location: Location)]>([])
  private let isInSwiftTesting = TreeRecord.isTaskOfTest
  var isExhaustive = true
  /// Returns the fields of the state under test.
  private let snapshot: () -> StateSnapshot?
  private let report: (String, Location) -> Void

  init(
    at location: Location,
    snapshot: @escaping () -> StateSnapshot?,
    report: @escaping (String, Location) -> Void
  ) {
    self.location = location
    self.snapshot = snapshot
    self.report = report
  }

  private static var isTaskOfTest: Bool {
    if case .swiftTesting = TestContext.current { true } else { false }
  }

  func fail(_ message: String) {
    guard isInSwiftTesting, !Self.isTaskOfTest else { return report(message, location) }
    kept.withLock { $0.append((message, location)) }
  }

  /// Reports the failures of earlier turns, in the task of the test.
  func reportKept() {
    for failure in takeKept() { report(failure.message, failure.location) }
  }

  nonisolated func takeKept() -> [(message: String, location: Location)] {
    kept.withLock { kept in
      defer { kept = [] }
      return kept
    }
  }

  // MARK: Actions

  func begin(_ action: any Sendable, at position: StorePosition, of store: AnyObject, ticket: Int?)
  {
    count += 1
    let entry = Entry(
      position: position,
      path: position.path,
      action: action,
      number: count,
      ticket: ticket,
      before: isExhaustive ? nil : snapshot()
    )
    current.withLock { $0[ObjectIdentifier(store)] = entry }
  }

  /// Records that only reactions of other stores change the state until the end of the action.
  func beginReactions(of store: AnyObject) {
    current.withLock { $0[ObjectIdentifier(store)]?.isSettled = true }
  }

  func end(of store: AnyObject) {
    let ended = current.withLock { $0.removeValue(forKey: ObjectIdentifier(store)) }
    guard var entry = ended else {
      vetoCount += 1
      return
    }
    // The reactions may have sent actions, which were handled meanwhile.
    let reacted = entry.reacted.flatMap { $0.count < count ? $0.after : nil }
    entry.after = reacted ?? snapshot()
    if let ticket = entry.ticket {
      sent[ticket] = entry
    } else if entry.isSkipped {
      skipped = entry.after
    } else {
      pending.withLock { $0.append(entry) }
      callIfWanted()
    }
  }

  /// Records an event other than an action, which happens within `body`.
  func record(_ event: any Sendable, at position: StorePosition, _ body: () -> Void) {
    count += 1
    var entry = Entry(
      position: position,
      path: position.path,
      action: event,
      number: count,
      ticket: nil,
      before: isExhaustive ? nil : snapshot()
    )
    body()
    entry.after = snapshot()
    pending.withLock { $0.append(entry) }
    callIfWanted()
  }

  /// Returns a number for an action that the test is about to send.
  func makeTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }

  /// Removes and returns the action that was sent with a number, if it has been handled.
  func takeSent(_ ticket: Int) -> Entry? {
    comparing.remove(ticket)
    defer {
      let resumed = waiting
      waiting = []
      for continuation in resumed { continuation.resume() }
    }
    return sent.removeValue(forKey: ticket)
  }

  /// Makes the assertions of later actions wait for that of an action that the test sent.
  func beginComparing(_ ticket: Int) { comparing.insert(ticket) }

  /// Waits for the end of an action that the test sent, and for sends of other tasks whose actions were handled before
  /// it.
  ///
  /// Each send compares the state that the previous one has left.
  func waitForTurn(_ action: SentAction, _ ticket: Int) async {
    await action.handled
    while let own = sent[ticket],
      comparing.contains(where: { sent[$0].map { $0.number < own.number } ?? false })
    {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Removes and returns the next received action to assert.
  func takeReceived() -> Entry? {
    pending.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// Removes and returns the received actions that have been handled, up to one that the test sent.
  func takeAllReceived(before number: Int = .max) -> [Entry] {
    pending.withLock { pending in
      let taken = pending.prefix { $0.number < number }
      pending.removeFirst(taken.count)
      return Array(taken)
    }
  }

  /// Skips the received actions that are being handled, and returns them.
  func skipCurrent() -> [Entry] {
    var entries: [Entry] = []
    current.withLock { current in
      for (store, entry) in current where entry.ticket == nil {
        current[store]?.isSkipped = true
        entries.append(entry)
      }
    }
    return entries.sorted { $0.number < $1.number }
  }

  func takeSkipped() -> StateSnapshot? {
    defer { skipped = nil }
    return skipped
  }

  // MARK: Reactions

  func endReactions(_ sent: SentAction) {
    if isStarting { endStart() }
    // A reaction of another store may have sent an action, which was handled meanwhile.
    if isExhaustive, afterReactions == nil || countAtWrite ?? count == count {
      afterReactions = snapshot()
    }
    noteReactions()
    if isWriting { add(follower: sent) }
  }

  /// Records the state for the actions whose changes the reactions have followed.
  private func noteReactions() {
    let settled = current.withLock { current in
      current.filter { $0.value.isSettled && ($0.value.reacted?.count ?? count) == count }.keys
    }
    if settled.isEmpty { return }
    let after = snapshot()
    current.withLock { current in
      for store in settled { current[store]?.reacted = (count, after) }
    }
  }

  /// Begins the stores, and records the state that their hooks leave before any action.
  func start(_ begin: () -> Void) {
    isStarting = true
    begin()
    isStarting = false
  }

  func endStart() {
    // A child may begin with a write of the test; later changes belong to the actions that it sends.
    if isExhaustive, count == countAtWrite { afterReactions = snapshot() }
    guard isStarting else { return }
    let after = snapshot()
    // Changes after an action that a hook has sent belong to that action.
    let belongsToAction = pending.withLock { pending in
      if pending.isEmpty { return false }
      pending[pending.count - 1].after = after
      return true
    }
    if !belongsToAction { afterStart = after }
  }

  /// Removes and returns the state that the hooks have left, if the test has not asserted it.
  func takeAfterStart() -> StateSnapshot? {
    defer { afterStart = nil }
    return afterStart
  }

  /// Writes to the state, and makes the test wait for the resulting reactions of all stores.
  func write(_ body: () -> SentAction) -> SentAction {
    isWriting = true
    countAtWrite = count
    defer {
      isWriting = false
      countAtWrite = nil
    }
    return body()
  }

  /// Removes and returns the state that the reactions to a write of the test have left.
  func takeAfterReactions() -> StateSnapshot? {
    defer { afterReactions = nil }
    return afterReactions
  }

  // MARK: Outputs

  func add(output: any Sendable) {
    outputs.withLock { $0.append(output) }
    callIfWanted()
  }

  func takeOutput() -> (any Sendable)? {
    outputs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func takeAllOutputs() -> [any Sendable] {
    outputs.withLock { outputs in
      defer { outputs = [] }
      return outputs
    }
  }

  func add(follower: SentAction) {
    followers.removeAll { $0.isDone }
    if !follower.isDone { followers.append(follower) }
  }

  var hasFollowers: Bool { !followers.isEmpty }

  func waitForFollowers() async {
    while let follower = followers.first {
      await follower.value
      followers.removeAll { $0.isDone }
    }
  }

  func cancelFollowers() {
    for follower in followers { follower.cancel() }
    followers = []
  }

  // MARK: Waits

  /// Calls `action` as soon as `isWanted` returns `true`, now or after a new event.
  ///
  /// - Returns: The number of the wait, which `stopWaiting` ends.
  func whenRecorded(_ isWanted: @escaping () -> Bool, _ action: @escaping () -> Void) -> Int {
    lastWait += 1
    waits[lastWait] = { if isWanted() { action() } }
    callIfWanted()
    return lastWait
  }

  func stopWaiting(_ wait: Int) { waits[wait] = nil }

  private func callIfWanted() {
    for wait in waits.keys.sorted() { waits[wait]?() }
  }

  var hasReceived: Bool { pending.withLock { !$0.isEmpty } }
  var hasOutput: Bool { outputs.withLock { !$0.isEmpty } }

  /// Suspends until no store has any work left, including cancelled work.
  func waitUntilIdle() async {
    // The end of one store's work may have started work in another.
    while let busy = members.withLock({ $0.first { $0.work.unfinishedCount > 0 } }) {
      await busy.work.waitUntilIdle()
    }
  }

  var runningCount: Int { members.withLock { $0.reduce(0) { $0 + $1.work.runningCount } } }
  /// The effects of all stores, and the handlers that wait.
  var effects: [String] {
    updateNames()
    return members.withLock { $0 }.flatMap { $0.effects(true) } + handlers
  }

  /// The handlers that are running, as text.
  nonisolated var handlers: [String] {
    current.withLock { current in
      current.values.sorted { $0.number < $1.number }.map { "the handler of \($0.name)" }
    }
  }

  /// Whether any store has work left.
  var isIdle: Bool { members.withLock { $0.allSatisfy { $0.work.unfinishedCount == 0 } } }

  /// Names the stores with running effects by the properties that currently lead to them.
  func updateNames() {
    for member in members.withLock({ $0 }) where member.work.unfinishedCount > 0 {
      member.updateName()
    }
  }

  func add(_ member: TreeMember) {
    members.withLock { members in
      members.removeAll { $0.isOver() }
      members.append(member)
    }
  }
}

/// The work of one of the stores of a tree.
struct TreeMember: Sendable {
  let work: RunningWork
  /// Returns the effects as text, each with the path to the store, with or without the cancelled ones.
  let effects: @Sendable (_ withCancelled: Bool) -> [String]
  /// Returns whether the store and all its work have ended.
  let isOver: @Sendable () -> Bool
  /// The position of the store, which the store keeps alive.
  private weak var position: StorePosition?

  @MainActor
  init<Action>(_ table: EffectTable<Action>, at position: StorePosition, isGone: Flag) {
    work = table.work
    self.position = position
    effects = { [name = position.name] withCancelled in
      let text = name.text.withLock { $0 }
      let start = text.isEmpty ? "" : "\(text): "
      return table.effects.filter { withCancelled || $0.state != .cancelled }
        .map { "\(start)\($0)" }
    }
    isOver = { isGone.isRaised && table.work.unfinishedCount == 0 }
    updateName()
  }

  @MainActor
  func updateName() { _ = position?.path }
}
