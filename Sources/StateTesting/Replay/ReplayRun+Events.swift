import FeatureStore
import StateCore
import StateJournal
import StateRecord

extension ReplayRun: EventSink {
  var takesEventsAtOnce: Bool { true }

  func take(_ event: StateEvent) {
    if case .storeMade(let description) = event.kind {
      if let parent = description.parent, stores.contains(parent) { stores.insert(event.store) }
      return
    }
    guard stores.contains(event.store), failure == nil, !isOver else { return }
    switch event.kind {
    case .actionReceived(let id, let received): receive(id, received)
    case .actionDropped(let id, let reason): drop(id, reason)
    case .actionHandled(let id, _): handle(id)
    default: return
    }
    wakeUp()
  }

  /// Handles an action that the store received from the replay or from a replayed handler.
  private func receive(_ id: ActionID, _ received: ReceivedAction) {
    let name = received.action.caseName ?? ""
    let reaction = received.origin == nil ? ReplayTape.Reaction(rawValue: name) : nil
    let isReaction = reaction != nil
    if let action = sending, action.isReaction == isReaction, action.hook == reaction?.hook {
      sending = nil
      return begin(action, id)
    }
    let sender = sender(by: received.cause)
    let expected =
      next(sentBy: sender, to: id.store)
      ?? reaction.flatMap { nextReaction(of: id.store, $0.hook) }
    guard let action = expected else {
      return failUnexpected(received.action, sender)
    }
    let isSame = received.action.whole.map { action.sent.action.isSame(as: $0) } ?? true
    guard isSame || action.isReaction else {
      return failOther(received.action, action, sender)
    }
    begin(action, id)
  }

  private func begin(_ action: ReplayTape.Action, _ id: ActionID) {
    actions[id] = action.id
    begun.insert(action.id)
    open.insert(action.id)
    if !isInSend { suspended.insert(action.id) }
    storeNumbers[id.store] = action.id.store
    environment.give(
      tape.draws[action.id] ?? [],
      to: id,
      action.text,
      isStrict: !isOfLast(action)
    )
  }

  private func drop(_ id: ActionID, _ reason: StateEvent.DropReason) {
    guard let number = actions[id], let action = tape.actions[number] else { return }
    noteEnd(of: action)
    if action.dropReason == nil, !isOfLast(action) {
      fail(
        "\(action.text), entry \(action.number), is now dropped: \(reason.rawValue). In the session, it was handled."
      )
    }
  }

  private func handle(_ id: ActionID) {
    guard let number = actions[id], let action = tape.actions[number] else { return }
    noteEnd(of: action)
    if let text = environment.takeFailure() { return fail(text) }
    if let reason = action.dropReason {
      if isOfLast(action) { return }
      return fail(
        "\(action.text), entry \(action.number), is now handled. In the session, it was dropped: \(reason)."
      )
    }
    if number == last?.id {
      // If the handler has suspended, changes may remain to be written.
      if action.end.map(hasAllBefore) ?? true { finish() }
      return
    }
    guard let end = action.end, isBeforeLimit(end), !isOfLast(action) else { return }
    if canCompare(at: end) { compare(behind: action, at: end) } else { uncompared.insert(number) }
  }

  private func noteEnd(of action: ReplayTape.Action) {
    ended.insert(action.id)
    open.remove(action.id)
    suspended.remove(action.id)
    lastBegin = max(lastBegin, action.begin ?? 0)
  }

  // MARK: Actions of handlers

  private func sender(by cause: EventCause) -> ReplayTape.Action? {
    guard case .handler(let id) = cause else { return nil }
    return actions[id].flatMap { tape.actions[$0] }
  }

  /// Returns the recorded action that a handler sends next to a store.
  private func next(sentBy sender: ReplayTape.Action?, to store: StoreID) -> ReplayTape.Action? {
    guard let sender else { return nil }
    return tape.sentByHandlers[sender.id]?.lazy.compactMap { self.tape.actions[$0] }
      .first { !self.begun.contains($0.id) && self.fits($0.id.store, store) }
  }

  /// Returns the recorded reaction to a written value.
  ///
  /// If a handler has suspended, the replay may reach it too early.
  private func nextReaction(of store: StoreID, _ hook: LifeCycleHook?) -> ReplayTape.Action? {
    tape.actions.values.filter {
      $0.isReaction && $0.hook == hook && $0.isReplayed && !begun.contains($0.id)
        && fits($0.id.store, store)
    }.min { $0.index < $1.index }
  }

  /// Whether a store of the session can correspond to a store of the replay.
  private func fits(_ number: Int, _ store: StoreID) -> Bool {
    if let known = storeNumbers[store] { return known == number }
    return !storeNumbers.values.contains(number)
  }

  /// Whether an action is the last one or was sent by its handler.
  ///
  /// Such an action may now behave differently.
  private func isOfLast(_ action: ReplayTape.Action) -> Bool {
    last.map { tape.leads($0.id, to: action.id) } ?? false
  }

  private func failUnexpected(_ action: EventValue, _ sender: ReplayTape.Action?) {
    if let sender, isOfLast(sender) { return }
    let name = action.caseName ?? action.text
    guard let sender else {
      return fail("\(name) is sent in the replay, but not in the session.")
    }
    fail(
      """
      The handler of \(sender.text), entry \(sender.number), now sends \(action.text), which it doesn't send in the session.
      """
    )
  }

  private func failOther(
    _ action: EventValue,
    _ recorded: ReplayTape.Action,
    _ sender: ReplayTape.Action?
  ) {
    if let sender, isOfLast(sender) { return }
    let text = sender.map { "The handler of \($0.text), entry \($0.number)," } ?? "A handler"
    fail(
      """
      \(text) sends a different action than at entry \(recorded.number): recorded \
      \(recorded.sent.action), replayed \(action.text)
      """
    )
  }
}

extension ReplayRun {
  /// Whether a replayed handler is running, in which a store begins and ends by itself.
  func isInHandler() -> Bool {
    if case .handler = CurrentCause.now { true } else { false }
  }

  /// Returns the reason why the action that a store now receives was not handled in the recording; `nil` if it was
  /// handled.
  func dropReason(of action: any Sendable, in store: StoreID) -> StateEvent.DropReason? {
    if sending != nil { return nil }
    guard let name = next(sentBy: sender(by: CurrentCause.now), to: store)?.dropReason else {
      return nil
    }
    // Middleware refuses actions itself.
    return name == "middleware" ? nil : StateEvent.DropReason(named: name)
  }
}

extension StateEvent.DropReason {
  /// Returns the reason with a name from a session.
  fileprivate init?(named name: String) {
    let all: [StateEvent.DropReason] = [
      .isLocked, .policy, .wasCancelled, .senderWasCancelled, .middleware, .storeHasEnded,
      .isTravelling,
    ]
    guard let reason = all.first(where: { "\($0)" == name }) else { return nil }
    self = reason
  }
}
