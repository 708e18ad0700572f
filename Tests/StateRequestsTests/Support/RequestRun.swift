import StateRequests

/// A table and its reference, which do the same steps, and the faults that are found.
struct RequestRun {
  private(set) var table: RequestTable<Int, [String]>
  private(set) var reference: RequestReference
  private(set) var audit: RequestAudit
  private(set) var faults: [String] = []
  private(set) var now = RequestTime(clock: .zero, date: .seconds(1_000))
  /// The attempts that haven't ended, including cancelled ones, by key.
  private(set) var attempts: [Int: [Int: RequestAttempt]] = [:]
  private(set) var stepCount = 0
  /// The callers and the changes that the program has named.
  private(set) var callers = Set<RequestCaller>()
  private(set) var changes = Set<RequestChange>()
  /// The commands in order, except those for the owner's timers.
  private(set) var commandTexts: [String] = []
  private var attemptCounts: [Int: Int] = [:]
  /// The last caller before the first invalidation that only the answer of an attempt shows.
  private var invalidatedAnswers: [RequestAttempt: RequestCaller] = [:]
  private var names: [RequestAttempt: String] = [:]
  private var lastTexts: [Int: String] = [:]
  private var wake: Duration?
  private var awaitsEndOfTurn = false

  /// Whether the reference does the steps, too.
  private let isCompared: Bool

  init(limits: RequestLimits, isCompared: Bool = true) {
    self.isCompared = isCompared
    table = RequestTable(limits: limits) { _, content in content.count }
    reference = RequestReference(limits: limits)
    audit = RequestAudit(limit: limits.entries)
  }

  mutating func perform(_ step: RequestStep) {
    // The other steps keep their labels with and without a guest.
    if !step.isOfGuest { stepCount += 1 }
    if let caller = step.newCaller { callers.insert(caller) }
    if case .apply(let change, _, _) = step { changes.insert(change) }
    if case .insert(let new, _, _, _, _) = step { changes.formUnion(new) }
    let label = "\(stepCount)"
    switch step {
    case .pass(let seconds, _):
      now.clock += .seconds(seconds)
      now.date += .seconds(seconds)
    case .setBack(let seconds): now.date -= .seconds(seconds)
    default: break
    }
    let views = lastTexts
    var commands: [RequestCommand<Int, [String]>] = []
    apply(step, label, &commands)
    let shown = note(commands)
    commandTexts += shown
    guard isCompared else { return }
    reference.take(step, at: now, label: label)
    let new = texts
    lastTexts = new
    compare(shown, step, new)
    let published = Set(commands.compactMap { if case .publish(let key) = $0 { key } else { nil } })
    for key in Set(views.keys).union(new.keys)
    where views[key] != new[key] && !published.contains(key) && !isWatch(step, of: key) {
      faults.append("\(key) has changed and wasn't published")
    }
    faults += audit.check(step, commands, names, table, now)
    faults = faults.map { $0.hasPrefix("step ") ? $0 : "step \(label), \(step): \($0)" }
  }

  /// The number of watchers is the only change without a publication.
  private func isWatch(_ step: RequestStep, of key: Int) -> Bool {
    switch step {
    case .watch(key, _, _), .leave: true
    // The entry may be new and empty.
    case .wait(key, _, _), .reload(key, _, _), .reloadNext(key, _, _): true
    default: false
    }
  }

  private var texts: [Int: String] {
    Dictionary(uniqueKeysWithValues: table.keys.map { ($0, text($0)) })
  }

  func text(_ key: Int) -> String {
    guard let view = table[key] else { return "" }
    var retry = "no retry"
    if let known = view.retry {
      let time = known.time.map { "\($0)" } ?? "reconnection"
      retry = "attempt \(known.nextAttempt) after \(name(known.error)) at \(time)"
    }
    return """
      \(view.content ?? ["nothing"]) of \(view.loadedAt.map { "\($0)" } ?? "never"), \
      \(view.isLoading ? "loading" : "idle"), \(retry), \(view.error.map(name) ?? "no error"), \
      \(view.isInvalidated ? "invalidated" : "valid"), \(view.isPending ? "pending" : "settled"), \
      \(view.watcherCount) watchers
      """
  }

  private func name(_ error: any Error) -> String { (error as? RequestFault)?.name ?? "?" }

  // MARK: Steps

  private mutating func apply(
    _ step: RequestStep,
    _ label: String,
    _ commands: inout [RequestCommand<Int, [String]>]
  ) {
    switch step {
    case .pass(_, let wakes): if wakes { table.wake(at: now, &commands) }
    case .setBack: return
    case .watch(let key, let caller, let options):
      table.watch(key, by: caller, requestOptions[options], at: now, &commands)
    case .wait(let key, let caller, let options):
      table.wait(for: key, by: caller, requestOptions[options], at: now, &commands)
    case .reloadNext(let key, let caller, let options):
      let options = requestOptions[options]
      table.reload(key, by: caller, joinsTurn: false, options, at: now, &commands)
    case .reload(let key, let caller, let options):
      table.reload(key, by: caller, requestOptions[options], at: now, &commands)
    case .leave(let caller): table.leave(caller, at: now, &commands)
    case .event(let caller): table.event(of: caller, at: now, &commands)
    case .answer(let key, let ordinal):
      guard let attempt = attempts[key]?.removeValue(forKey: ordinal) else {
        return table.wake(at: now, &commands)
      }
      let caller = invalidatedAnswers[attempt]
      table.answer(attempt, ["\(key)/\(ordinal)"], at: now, &commands) { _ in caller }
    case .failure(let key, let ordinal, let pause):
      guard let attempt = attempts[key]?.removeValue(forKey: ordinal) else {
        return table.wake(at: now, &commands)
      }
      let error = RequestFault(name: label)
      table.failure(attempt, error, retryAfter: pause.map { .seconds($0) }, at: now, &commands)
    case .set(let key, let options, let age):
      let date = now.date - .seconds(age)
      table.set([label], for: key, loadedAt: date, requestOptions[options], at: now, &commands)
    case .invalidate(let key): table.invalidate(key, at: now, &commands)
    case .dependency(let key, let isUsed):
      let attempt = isUsed ? attempts[key]?.max { $0.key < $1.key }?.value : nil
      table.invalidate(key, usedBy: attempt, at: now, &commands)
    case .invalidateAnswer(let key):
      table.wake(at: now, &commands)
      for attempt in attempts[key, default: [:]].values {
        let last = callers.max() ?? 0
        invalidatedAnswers[attempt] = invalidatedAnswers[attempt] ?? last
      }
    case .update(let key): table.update(key, at: now, &commands) { $0.append(label) }
    case .apply(let change, let keys, let options):
      for key in keys {
        table.apply(change, to: key, requestOptions[options], at: now, &commands) {
          $0.append("c\(change)")
        }
      }
    case .insert(let changes, let key, let options, let later, let old):
      let placed = changes.map { change in
        RequestTable<Int, [String]>.PlacedChange(
          change,
          sentAt: nil,
          to: key,
          requestOptions[options]
        ) {
          $0.append("c\(change)")
        }
      }
      table.exchange(old.map { [$0] } ?? [], for: placed, at: now, &commands) {
        later.contains($1)
      }
    case .send(let change, let number):
      table.wake(at: now, &commands)
      table.send(change, at: number)
    case .commit(let change, let number, let answered, let options):
      let answers = answered.map { key in
        RequestTable<Int, [String]>.Answer(
          key: key,
          content: ["\(label) of \(key)"],
          options: requestOptions[options]
        )
      }
      table.commit(change, sentAt: number, answers, at: now, &commands)
    case .rollBack(let change): table.rollBack(change, at: now, &commands)
    case .active(let isActive): table.setActive(isActive, at: now, &commands)
    case .online(let isOnline): table.setOnline(isOnline, at: now, &commands)
    case .freeMemory: table.freeMemory(at: now, &commands)
    case .remove(let key): table.remove(key, at: now, &commands)
    case .clear: table.clear(at: now, &commands)
    case .endTurn:
      awaitsEndOfTurn = false
      table.endTurn(at: now, &commands)
    }
  }

  /// Returns the commands as texts like those of the reference.
  private mutating func note(_ commands: [RequestCommand<Int, [String]>]) -> [String] {
    var texts: [String] = []
    var isNextTurn = false
    for command in commands {
      switch command {
      case .start(let attempt, let key):
        attemptCounts[key, default: 0] += 1
        let ordinal = attemptCounts[key] ?? 0
        attempts[key, default: [:]][ordinal] = attempt
        names[attempt] = "\(key)/\(ordinal)"
        texts.append("start \(key)/\(ordinal), attempt \(attempt.attempt), \(attempt.reason)")
      case .cancel(let attempt): texts.append("cancel \(names[attempt] ?? "?")")
      case .wake(let time): wake = time
      case .endTurn: isNextTurn = true
      case .resume(let caller, let outcome): texts.append("resume \(caller): \(text(outcome))")
      case .endWatch(let caller): texts.append("end watch \(caller)")
      case .publish, .read, .store, .call: break
      }
    }
    if isNextTurn { awaitsEndOfTurn = true }
    return texts
  }

  private func text(_ outcome: RequestOutcome<[String]>) -> String {
    switch outcome {
    case .content(let content, let isLoaded): "\(content), \(isLoaded ? "loaded" : "fresh")"
    case .failure(let error): name(error)
    case .removed: "removed"
    case .cancelled: "cancelled"
    }
  }

  // MARK: Comparison

  private mutating func compare(
    _ commands: [String],
    _ step: RequestStep,
    _ new: [Int: String]
  ) {
    guard commands.sorted() == reference.commands.sorted() else {
      return faults.append("commands \(commands), expected \(reference.commands)")
    }
    for key in Set(table.keys).union(reference.knownKeys) {
      let expected = reference.text(key)
      let found = new[key]
      if found != expected {
        faults.append("entry \(key) is \(found ?? "absent"), expected \(expected ?? "absent")")
      } else if table.waiters(of: key).sorted() != reference.waiters(key).sorted() {
        faults.append("waiters \(table.waiters(of: key)), expected \(reference.waiters(key))")
      }
    }
    if case .pass(_, false) = step { return }
    if case .setBack = step { return }
    if wake != reference.wake {
      faults.append(
        "wakes at \(String(describing: wake)), expected \(String(describing: reference.wake))"
      )
    }
    if awaitsEndOfTurn != reference.awaitsEndOfTurn {
      faults.append("awaits the end of the turn: \(awaitsEndOfTurn)")
    }
  }
}
