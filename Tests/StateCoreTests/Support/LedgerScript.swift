import Testing

@testable import StateCore

/// A ledger whose work has names, and a log of the outcomes.
final class LedgerScript {
  typealias Ledger = WorkLedger
  typealias ID = Ledger.ID
  typealias Rule = ExecutionPolicy.Rule

  var ledger = Ledger()
  let owner: ID
  /// The outcomes in order.
  var events: [String] = []
  private(set) var ids: [String: ID] = [:]
  private(set) var timers: [Int] = []
  private(set) var hasNoFaults = true

  init() {
    owner = ledger.insertOwner()
  }

  /// Begins work, which waits for its turn if necessary.
  @discardableResult
  func begin(
    _ name: String,
    _ key: String? = nil,
    _ rule: Rule = .allow,
    below parent: ID? = nil,
    kind: WorkRequest.Kind = .leaf,
    isPart: Bool = false,
    aliases: [String] = [],
    claims: [String] = [],
    keepsClaims: Bool = false
  ) -> ID? {
    var request = WorkRequest(parent: parent ?? owner, key: key.map { TaskKey($0) }, rule: rule)
    request.kind = kind
    request.isPart = isPart
    request.inside = .make(
      aliases: aliases.map { TaskKey($0) },
      claims: claims.map { TaskKey($0) },
      keepsClaims: keepsClaims
    )
    // Plain operations have a separate entrance.
    let isPlain = key == nil && kind == .leaf && request.inside == nil
    let admission = change { ledger, outcome in
      guard isPlain else { return ledger.begin(request, &outcome) }
      let id = ledger.begin(below: request.parent, isPart: isPart, label: nil)
      return id.map { .started($0) } ?? .cancelled
    }
    switch admission {
    case .refused, .cancelled: return nil
    case .started(let id), .waiting(let id):
      ids[name] = id
      _ = ledger.attach(.named(name), to: id)
      _ = ledger.awaitTurn(of: id, .named(name))
      return id
    }
  }

  @discardableResult
  func insertAction(
    _ name: String,
    parent: String? = nil,
    isQueued: Bool = false,
    finisher: String? = nil
  ) -> ID {
    let id = ledger.insertAction(
      owner: owner,
      parent: parent.flatMap { ids[$0] },
      isQueued: isQueued,
      finisher: finisher.map { .named($0) }
    )
    ids[name] = id
    return id
  }

  func end(_ name: String, isComplete: Bool = true) {
    with(name) { $0.end($1, isComplete: isComplete, &$2) }
  }

  func close(_ name: String) { with(name) { $0.closeGroup($1, &$2) } }
  func cancel(_ name: String) { with(name) { $0.cancel($1, &$2) } }
  func endHandler(_ name: String) { with(name) { $0.endHandler($1, &$2) } }
  func endFinisher(_ name: String) { with(name) { $0.endFinisher($1, &$2) } }
  func dropHandle(_ name: String) { with(name) { $0.dropHandle($1, &$2) } }

  func cancel(key: String) {
    change { $0.cancel(TaskKey(key), &$1) }
  }

  /// Fires the timer that was started last.
  func fireTimer() {
    guard let timer = timers.popLast() else { return }
    change { $0.timerFired(timer, &$1) }
  }

  func attach(_ handle: String, to id: ID) -> Bool { ledger.attach(.named(handle), to: id) }
  func dequeue(_ id: ID) -> Bool { ledger.dequeue(id) }
  func awaitCompletion(of id: ID, _ signal: String) -> Bool {
    ledger.awaitCompletion(of: id, .named(signal))
  }
  func awaitHandler(of id: ID, _ signal: String) -> Bool {
    ledger.awaitHandler(of: id, .named(signal))
  }

  subscript(name: String) -> String {
    guard let id = ids[name], ledger.contains(id) else { return "gone" }
    guard ledger.nodes[id.slot].isLive else { return "cancelled" }
    return ledger.nodes[id.slot].hasBegun ? "runs" : "waits"
  }

  func isRunning(_ key: String) -> Bool {
    ledger.isRunning(TaskKey(key))
  }

  func with(_ name: String, _ body: (inout Ledger, ID, inout Ledger.Outcome) -> Void) {
    guard let id = ids[name] else { return }
    change { body(&$0, id, &$1) }
  }

  @discardableResult
  func change<Result>(_ body: (inout Ledger, inout Ledger.Outcome) -> Result) -> Result {
    var outcome = Ledger.Outcome()
    let result = body(&ledger, &outcome)
    ledger.trim()
    events += outcome.cancel.map { "cancel \($0.name)" }
    events += outcome.drop.map { "drop \($0.name)" }
    events += outcome.begin.map { "begin \($0.signal.name)" }
    events += outcome.resume.map { "resume \($0.signal.name)\($0.isComplete ? "" : " incomplete")" }
    for timer in outcome.stoppedTimers {
      events.append("stop timer")
      timers.removeAll { $0 == timer }
    }
    if let timer = outcome.timer {
      events.append("timer \(timer.duration / .seconds(1))")
      timers.append(timer.id)
    }
    // Cancelled work never begins.
    for (signal, id) in outcome.begin {
      #expect(ledger.isCancelled(id) == false, "\(signal.name) begins and is cancelled")
    }
    let faults = ledger.faults
    #expect(faults.isEmpty)
    if !faults.isEmpty { hasNoFaults = false }
    return result
  }

  /// Returns the events since the last call.
  @discardableResult
  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }
}

extension WorkSignal {
  /// Returns a signal that does nothing and has a name.
  static func named(_ name: String) -> WorkSignal { .submission(NamedWork(name)) }

  var name: String {
    if case .submission(let work as NamedWork) = self { work.name } else { "?" }
  }
}

private final class NamedWork: SubmittedWork {
  let name: String

  init(_ name: String) {
    self.name = name
  }

  func grant() {}
  func begin() {}
  func cancel() {}
  func drop() {}
}
