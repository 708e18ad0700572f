import StateJournal

/// The actions of a session's store and of those below it: who has sent them, and when their handlers have run.
struct ReplayTape {
  /// An action that was sent.
  struct Action {
    let id: SessionID
    let sent: SessionAction
    /// The number of the entry that tells of it.
    let number: Int
    /// The place of that entry.
    let index: Int
    fileprivate(set) var isQueued = false
    /// Why it was not handled; the name of a `StateEvent.DropReason`.
    fileprivate(set) var dropReason: String?
    /// The place of the first entry at which its handler runs; nothing if it did not.
    fileprivate(set) var begin: Int?
    /// The place of the entry that tells of the handler's end.
    fileprivate(set) var end: Int?

    /// Whether its handler has run, or had begun to.
    var isReplayed: Bool { dropReason == nil && begin != nil }
    /// Whether it stands for the reactions of a turn.
    var isReaction: Bool {
      sent.action.type == "Reaction" && sent.action.caseName == "onChange"
        && sent.action.json == nil && sent.origin == nil
    }
    /// The action for people.
    var text: String {
      isReaction ? "the reaction to changes" : sent.action.caseName ?? sent.action.description
    }
  }

  /// A value that a handler has taken from its environment.
  struct Draw {
    let name: String
    let value: SessionValue
  }

  /// The store at the top.
  let root: Int
  /// It and the stores below it.
  let stores: [Int: SessionStore]
  /// The place of the entry with which the recording of the root has begun.
  let start: Int
  private(set) var actions: [SessionID: Action] = [:]
  /// For each action those that its handler has sent, in their order.
  private(set) var sentByHandlers: [SessionID: [SessionID]] = [:]
  private(set) var draws: [SessionID: [Draw]] = [:]

  /// Nothing if the store's recording has no beginning in the session.
  init?(_ session: StateSession, root: Int) {
    self.root = root
    stores = Self.stores(session, below: root)
    let start = session.entries.firstIndex { entry in
      if case .storeMade = entry.kind { entry.store == root } else { false }
    }
    guard let start else { return nil }
    self.start = start
    for (index, entry) in session.entries.enumerated().dropFirst(start) { add(entry, index) }
  }

  private static func stores(_ session: StateSession, below root: Int) -> [Int: SessionStore] {
    var found: [Int: SessionStore] = [:]
    // Parents come first.
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
    // One that did not wait has begun when it was sent.
    actions[id]?.begin = action.isQueued ? index : action.index
  }

  // MARK: Questions

  /// The action whose handler sent another one and was replayed, so that it sends that one again.
  func sender(of action: Action) -> Action? {
    guard case .handler(let id) = action.sent.cause, let sender = actions[id], sender.isReplayed
    else { return nil }
    return sender
  }

  /// The action of which an entry is a part, if its handler is replayed.
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

  /// Whether one action has led to another one by handlers alone.
  func leads(_ action: SessionID, to other: SessionID) -> Bool {
    var next: SessionID? = other
    while let id = next {
      if id == action { return true }
      next = actions[id].flatMap { sender(of: $0)?.id }
    }
    return false
  }

  /// Whether an entry is made by the handlers that were replayed, or is of no importance for a replay.
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
