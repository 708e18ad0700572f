import StateCore
import StateTestSupport
import Testing

@testable import StateRequests

/// Random programs of a table, compared with the reference after each step.
@Suite(.timeLimit(.minutes(20)))
struct RequestTableRandomTests {
  @Test(arguments: 0..<20) func randomProgramsMatchTheReference(block: Int) {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      var maker = RequestProgramMaker(seed: seed)
      maker.make(length: 60)
      guard maker.run.faults.isEmpty else {
        let shrunk = maker.program.shrunk()
        Issue.record("seed \(seed): \(shrunk.run().faults)\n\(shrunk.steps)")
        return
      }
      if let fault = faultAtTheEnd(of: maker.run) {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  // MARK: Callers that leave

  /// A caller that joins what others want, and leaves, changes nothing for them.
  @Test(arguments: 0..<5) func aCallerThatLeavesChangesNothingForOthers(block: Int) {
    var count = 0
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      var maker = RequestProgramMaker(seed: seed)
      maker.make(length: 40)
      var random = SeededGenerator(seed: seed + 1)
      // Few programs can be extended so.
      for _ in 0..<(isSanitized ? 80 : 8) {
        let start = Int.random(in: 0..<40, using: &random)
        let end = Int.random(in: start..<40, using: &random)
        let key = Int.random(in: 0..<3, using: &random)
        let isReload = Bool.random(using: &random)
        guard let longer = maker.program.with(isReload, to: key, from: start, until: end) else {
          continue
        }
        count += 1
        let difference = maker.program.difference(from: longer)
        #expect(difference == nil, "seed \(seed), \(start)..<\(end)")
        if difference != nil { return }
      }
    }
    // A sanitizer may have a single one.
    #expect(count > 0 || isSanitized)
  }

  /// Ends everything that a program has left.
  ///
  /// - Returns: A fault, if a caller still waits then, or an entry is kept.
  private func faultAtTheEnd(of ended: RequestRun) -> String? {
    var run = ended
    run.perform(.online(true))
    run.perform(.active(true))
    // Failed attempts have no pause now, so each load ends.
    while let (key, attempts) = run.attempts.first(where: { !$0.value.isEmpty }),
      let ordinal = attempts.keys.min()
    {
      run.perform(.failure(key, attempt: ordinal, pause: nil))
      if !run.faults.isEmpty { return "\(run.faults)" }
    }
    run.perform(.pass(100, wakes: false))
    for caller in run.table.keys.flatMap({ run.table.watchers(of: $0) }) {
      run.perform(.leave(caller))
    }
    run.perform(.endTurn)
    while let (key, attempts) = run.attempts.first(where: { !$0.value.isEmpty }),
      let ordinal = attempts.keys.min()
    {
      run.perform(.failure(key, attempt: ordinal, pause: nil))
    }
    for change in run.changes.sorted() where run.reference.isUnanswered(change) {
      run.perform(.rollBack(change))
    }
    run.perform(.pass(1_000, wakes: true))
    if !run.faults.isEmpty { return "\(run.faults)" }
    if !run.audit.waiting.isEmpty { return "\(run.audit.waiting) still wait" }
    if run.table.count > 0 || run.table.callerCount > 0 { return "\(run.table.keys) are kept" }
    return nil
  }
}
