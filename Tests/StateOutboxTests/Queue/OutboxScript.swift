import Foundation

@testable import StateOutbox

/// A queue whose commands are noted as short texts; writes and leases end at once unless a test says otherwise.
final class OutboxScript {
  var queue: OutboxQueue
  var now = OutboxTime(
    clock: .zero,
    date: Date(timeIntervalSinceReferenceDate: 1_000_000)
  )
  var isPrompt = true
  /// The synced writes that haven't ended.
  var writes: [OutboxWrite] = []
  var log: [OutboxRecord] = []
  private var events: [String] = []

  init(_ options: OutboxQueue.Options = OutboxQueue.Options()) {
    queue = OutboxQueue(options: options, at: now)
  }

  func draft(
    _ number: Int,
    lane: String = "a",
    _ change: (inout OutboxRules) -> Void = { _ in }
  )
    -> OutboxDraft
  {
    var rules = OutboxRules()
    change(&rules)
    return OutboxDraft(
      key: .number(number),
      name: "Rename",
      lane: lane,
      subject: nil,
      enqueuedAt: now.date,
      payload: number,
      rules: rules
    )
  }

  /// Performs an input, and returns its commands.
  @discardableResult
  func perform(
    _ input: (inout OutboxQueue, OutboxTime, inout [OutboxCommand]) -> Void
  ) -> [String] {
    events = []
    run(input)
    return events
  }

  private func run(_ input: (inout OutboxQueue, OutboxTime, inout [OutboxCommand]) -> Void) {
    var commands: [OutboxCommand] = []
    input(&queue, now, &commands)
    for command in commands { execute(command) }
    while isPrompt, !writes.isEmpty {
      let write = writes.removeFirst()
      run { $0.stored(write, at: $1, &$2) }
    }
  }

  private func execute(_ command: OutboxCommand) {
    switch command {
    case .write(let record, let number):
      log.append(record)
      if let number { writes.append(number) }
    case .start(let key, let attempt, _): events.append("start \(key.number) #\(attempt)")
    case .cancel(let key, _): events.append("cancel \(key.number)")
    case .resume(let key, .settled(let way)): events.append("\(key.number) gets \(way)")
    case .resume(let key, let outcome): events.append("\(key.number) gets \(outcome)")
    case .show(let key, let payload): events.append("show \(key.number) as \(payload)")
    case .hide(let key): events.append("hide \(key.number)")
    case .commit(let key, _): events.append("commit \(key.number)")
    case .replaced(let key, let other): events.append("\(other.number) for \(key.number)")
    case .report(let key): events.append("report \(key.number)")
    case .acquireLease: if isPrompt { run { $0.gainLease(at: $1, &$2) } }
    case .releaseLease, .wake, .publish: break
    }
  }

  @discardableResult
  func enqueue(
    _ number: Int,
    lane: String = "a",
    _ change: (inout OutboxRules) -> Void = { _ in }
  ) -> [String] {
    let draft = draft(number, lane: lane, change)
    return perform { _ = $0.enqueue(draft, at: $1, &$2) }
  }

  @discardableResult
  func end(_ number: Int, _ end: OutboxEnd, attempt: Int = 1) -> [String] {
    perform { $0.ended(.number(number), attempt: attempt, end, at: $1, &$2) }
  }

  @discardableResult
  func pass(_ seconds: Double) -> [String] {
    now.clock += .seconds(seconds)
    now.date += seconds
    return perform { $0.pass(at: $1, &$2) }
  }

  @discardableResult
  func online(_ isOnline: Bool, jitter: Double = 0) -> [String] {
    perform { $0.setOnline(isOnline, at: $1, random: { jitter }, &$2) }
  }

  @discardableResult
  func retryNow(_ number: Int? = nil) -> [String] {
    perform { $0.retryNow(number.map { .number($0) }, at: $1, &$2) }
  }

  @discardableResult
  func resume() -> [String] { perform { $0.resume(at: $1, &$2) } }

  /// Ends the process after a pause; the records that `isKept` doesn't name are lost.
  @discardableResult
  func restart(after seconds: Double = 0, keeping count: Int = .max) -> [String] {
    now.clock += .seconds(seconds)
    now.date += seconds
    log = Array(log.prefix(count))
    writes = []
    queue = OutboxQueue(log, options: queue.options, at: now)
    return perform { $0.pass(at: $1, &$2) }
  }

  func state(_ number: Int) -> OutboxView.State? { queue[.number(number)]?.state }
}
