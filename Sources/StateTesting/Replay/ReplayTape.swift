import StateCore
import StateJournal

/// The actions of a session's store and its child stores, with their senders and the times of their handlers.
struct ReplayTape {
  /// An action that was sent.
  struct Action {
    let id: SessionID
    let sent: SessionAction
    /// The number of the entry that records it.
    let number: Int
    /// The position of that entry.
    let index: Int
    fileprivate(set) var isQueued = false
    /// The reason why it wasn't handled, as the name of a `StateEvent.DropReason`.
    fileprivate(set) var dropReason: String?
    /// The position of the first entry of its handler; `nil` if the handler didn't run.
    fileprivate(set) var begin: Int?
    /// The position of the entry that records the end of the handler.
    fileprivate(set) var end: Int?

    /// Whether its handler has run or begun to run.
    var isReplayed: Bool { dropReason == nil && begin != nil }
    /// Whether it represents the reactions of a turn, or functions for the life cycle.
    var isReaction: Bool { sent.action.json == nil && sent.origin == nil && reaction != nil }
    /// The functions for the life cycle that it represents, if any.
    var hook: LifeCycleHook? { isReaction ? reaction?.hook : nil }
    private var reaction: Reaction? {
      sent.action.type == "Reaction" ? Reaction(rawValue: sent.action.caseName ?? "") : nil
    }
    /// A readable name of the action.
    var text: String {
      isReaction && hook == nil
        ? "the reaction to changes" : sent.action.caseName ?? sent.action.description
    }
  }

  /// The turns of a store that no action causes, by their names in a session.
  enum Reaction: String {
    case onChange
    case onStart
    case whilePresented

    var hook: LifeCycleHook? {
      switch self {
      case .onChange: nil
      case .onStart: .onStart
      case .whilePresented: .whilePresented
      }
    }
  }

  /// A value that a handler took from its environment.
  struct Draw {
    let name: String
    let value: SessionValue
  }

  /// The root store.
  let root: Int
  /// The root store and the stores below it.
  let stores: [Int: SessionStore]
  /// The position of the entry with which the recording of the root began.
  let start: Int
  private(set) var actions: [SessionID: Action] = [:]
  /// For each action, the actions that its handler sent, in order.
  private(set) var sentByHandlers: [SessionID: [SessionID]] = [:]
  private(set) var draws: [SessionID: [Draw]] = [:]

  /// Returns `nil` if the session doesn't contain the beginning of the store's recording.
  init?(_ session: StateSession, root: Int) {
    self.root = root
    stores = Self.stores(session, below: root)
    let start = session.entries.firstIndex { entry in
      if case .storeMade = entry.kind { entry.store == root } else { false }
    }
    guard let start else { return nil }
    self.start = start
    for (index, entry) in session.entries.enumerated().dropFirst(start) { add(entry, index) }
    if !session.hasValues { beginOpenActions() }
  }

  /// A session without changes doesn't show that a handler has begun, such as one that ended the process.
  private mutating func beginOpenActions() {
    for action in actions.values where !action.isQueued && action.dropReason == nil {
      begin(action.id, action.index)
    }
  }

  private static func stores(_ session: StateSession, below root: Int) -> [Int: SessionStore] {
    var found: [Int: SessionStore] = [:]
    // Parents are listed before their children.
    for store in session.stores where store.id == root || found[store.parent ?? -1] != nil {
      found[store.id] = store
    }
    return found
  }

  private mutating func add(_ entry: SessionEntry, _ index: Int) {
    switch entry.kind {
    case .actionReceived(let sent):
      if let sender = handler(sent.cause) {
        begin(sender, index)
        sentByHandlers[sender, default: []].append(sent.id)
      }
      guard stores[entry.store] != nil else { return }
      actions[sent.id] = Action(id: sent.id, sent: sent, number: entry.number, index: index)
    case .actionQueued(let id): actions[id]?.isQueued = true
    case .actionDropped(let id, let reason): actions[id]?.dropReason = reason
    case .actionHandled(let id, _):
      begin(id, index)
      actions[id]?.end = index
    case .change(let change): handler(change.cause).map { begin($0, index) }
    case .drawn(let name, let value, let cause):
      guard let id = handler(cause) else { return }
      begin(id, index)
      draws[id, default: []].append(Draw(name: name, value: value))
    default: return
    }
  }

  private func handler(_ cause: SessionCause) -> SessionID? {
    guard case .handler(let id) = cause, actions[id] != nil else { return nil }
    return id
  }

  private mutating func begin(_ id: SessionID, _ index: Int) {
    guard let action = actions[id], action.begin == nil else { return }
    // An action that didn't wait began when it was sent.
    actions[id]?.begin = action.isQueued ? index : action.index
  }

  // MARK: Questions

  /// Returns the action whose replayed handler sent another action, and therefore sends it again.
  func sender(of action: Action) -> Action? {
    guard case .handler(let id) = action.sent.cause, let sender = actions[id], sender.isReplayed
    else { return nil }
    return sender
  }

  /// Returns the action that an entry belongs to, if its handler is replayed.
  func owner(of entry: SessionEntry) -> Action? {
    let id: SessionID
    switch entry.kind {
    case .actionReceived(let sent): id = sent.id
    case .actionQueued(let action), .actionDropped(let action, _), .actionHandled(let action, _),
      .actionFailed(let action, _), .actionDone(let action):
      id = action
    case .change(let change):
      guard let action = handler(change.cause) else { return nil }
      id = action
    case .drawn(_, _, let cause):
      guard let action = handler(cause) else { return nil }
      id = action
    default: return nil
    }
    return actions[id].flatMap { $0.isReplayed ? $0 : nil }
  }

  /// Whether an action led to another one through handlers alone.
  func leads(_ action: SessionID, to other: SessionID) -> Bool {
    var next: SessionID? = other
    while let id = next {
      if id == action { return true }
      next = actions[id].flatMap { sender(of: $0)?.id }
    }
    return false
  }

  /// Whether replayed handlers produce an entry, or the entry is irrelevant for a replay.
  func comesByItself(_ entry: SessionEntry, _ begun: Set<SessionID>) -> Bool {
    switch entry.kind {
    case .change(let change):
      guard let id = handler(change.cause) else { return false }
      return begun.contains(id)
    case .actionReceived(let sent):
      guard let action = actions[sent.id], action.dropReason == nil else { return true }
      return begun.contains(action.id)
    case .travel, .resume, .commit: return false
    default: return true
    }
  }
}
