import StateTestSupport
import StateTesting
import Testing

@testable import StateCore

/// Random operations.
///
/// After each one, the counts match the nodes, and in the end nothing is left.
@Suite struct WorkLedgerRandomTests {
  private static let rules: [ExecutionPolicy.Rule] = [
    .allow, .restart, .refuse, .drop, .wait(limit: 1), .wait(limit: 2), .wait(limit: 3),
    .debounce(.seconds(1)), .throttle(.seconds(1), latest: true),
    .throttle(.seconds(1), latest: false),
  ]
  private static let kinds: [WorkRequest.Kind] = [
    .leaf, .leaf, .submission, .composition, .group,
  ]

  @Test(arguments: 0..<10) func countsDoNotDrift(block: Int) {
    for seed in seedsOnOneThread((block * 10)..<(block * 10 + 10)) {
      var run = Run(random: SeededGenerator(seed: seed))
      // With few slots, slots are often freed.
      run.script.ledger.slotsToKeep = seed.isMultiple(of: 2) ? 1 : 64
      for _ in 0..<80 {
        run.doSomething()
        guard run.script.hasNoFaults else { return }
      }
      run.endAll()
      let ledger = run.script.ledger
      #expect(ledger.count == 0, "seed \(seed)")
      #expect(ledger.keys.isEmpty && ledger.lanesByTimer.isEmpty)
      #expect(ledger.claims.isEmpty && ledger.claimants.isEmpty && ledger.withdrawals.isEmpty)
      #expect(ledger.runningCount == 0 && ledger.liveCount == 0 && ledger.unfinishedCount == 0)
    }
  }

  private struct Run {
    var random: SeededGenerator
    let script = LedgerScript()
    private var count = 0
    private var work: [String] = []
    /// The actions with observers.
    private var actions: [String] = []

    init(random: SeededGenerator) {
      self.random = random
    }

    mutating func doSomething() {
      switch Int.random(in: 0..<21, using: &random) {
      case 0..<7: begin()
      case 7, 8: insertAction()
      case 9: if let name = pick(actions) { script.endHandler(name) }
      case 10: if let name = pick(actions) { dropHandle(name) }
      case 11..<14: if let name = pick(work) { end(name) }
      case 14: if let name = pick(work) { script.cancel(name) }
      case 15:
        let key = TaskKey(makeKey())
        let part = pick(work).flatMap { script.ids[$0] }
        script.change { $0.cancel(key, by: part, &$1) }
      case 16: fireTimer()
      case 17: if let name = pick(actions) { script.cancel(name) }
      case 18: cancelBelow()
      case 19: pause()
      default: if let id = pick(work).flatMap({ script.ids[$0] }) { awaitParts(id) }
      }
      endFinishers()
      let names = work
      work = names.filter { script[$0] != "gone" }
    }

    mutating func endAll() {
      for name in work { script.cancel(name) }
      for name in work { script.end(name) }
      for name in actions { script.endHandler(name) }
      endFinishers()
      while !script.timers.isEmpty { script.fireTimer() }
      while let name = actions.first { dropHandle(name) }
      let owner = script.owner
      script.change { $0.endOwner(owner, &$1) }
    }

    private mutating func begin() {
      count += 1
      let kind = WorkLedgerRandomTests.kinds.randomElement(using: &random) ?? .leaf
      let isKeyed = Int.random(in: 0..<3, using: &random) > 0
      var rule = WorkLedgerRandomTests.rules.randomElement(using: &random) ?? .allow
      if kind == .group { rule = .restart }
      let aliases = Int.random(in: 0..<4, using: &random) == 0 ? [makeKey(), makeKey()] : []
      let name = "work \(count)"
      let id = script.begin(
        name,
        isKeyed ? makeKey() : nil,
        rule,
        below: makeParent(),
        kind: kind,
        isPart: count % 2 == 0,
        aliases: aliases,
        claims: count % 3 == 0 ? [makeKey()] : [],
        keepsClaims: count % 6 == 0
      )
      if id != nil { work.append(name) }
    }

    /// Returns an action, or a running composition.
    private mutating func makeParent() -> LedgerScript.ID? {
      let parents = work.filter { name in
        guard script[name] == "runs", let slot = script.ids[name]?.slot,
          case .work(let kind) = script.ledger.nodes[slot].role
        else { return false }
        return kind == .composition || kind == .group
      }
      let undone = actions.filter { script.ids[$0].map(script.ledger.isDone) == false }
      return pick(parents + undone).flatMap { script.ids[$0] }
    }

    private mutating func insertAction() {
      count += 1
      let parent = pick(actions)
      let name = "action \(count)"
      let finisher = count % 3 == 0 ? name : nil
      script.insertAction(name, parent: parent, isQueued: count % 2 == 0, finisher: finisher)
      actions.append(name)
    }

    private mutating func dropHandle(_ name: String) {
      actions.removeAll { $0 == name }
      // Its handler is still running, or it is done.
      script.endHandler(name)
      script.dropHandle(name)
    }

    private mutating func end(_ name: String) {
      guard script[name] != "waits" || Bool.random(using: &random) else { return }
      script.end(name, isComplete: Bool.random(using: &random))
    }

    private mutating func endFinishers() {
      while true {
        let events = script.takeEvents()
        let finished = events.filter { $0.hasPrefix("resume action") }
        if finished.isEmpty { return }
        for event in finished { script.endFinisher(String(event.dropFirst("resume ".count))) }
      }
    }

    private mutating func pause() {
      guard let id = pick(work).flatMap({ script.ids[$0] }) else { return }
      let key = TaskKey(makeKey())
      if Bool.random(using: &random) {
        script.change { $0.pause(id, reachedBy: [key], &$1) }
      } else {
        script.change { $0.endPause(id, &$1) }
      }
    }

    private mutating func fireTimer() {
      if !script.timers.isEmpty { script.fireTimer() }
    }

    private mutating func cancelBelow() {
      let owner = script.owner
      if Bool.random(using: &random) {
        script.change { $0.cancelAllWork(&$1) }
      } else {
        script.change { _ = $0.cancelWork(below: owner, &$1) }
      }
    }

    private mutating func awaitParts(_ id: LedgerScript.ID) {
      _ = script.ledger.awaitParts(of: id, .named("parts"))
    }

    private mutating func makeKey() -> String {
      ["x", "y", "z"].randomElement(using: &random) ?? "x"
    }

    private mutating func pick(_ names: [String]) -> String? {
      names.randomElement(using: &random)
    }
  }
}
