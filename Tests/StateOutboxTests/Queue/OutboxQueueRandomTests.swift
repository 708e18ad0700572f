import StateCore
import StateTestSupport
import Testing

@testable import StateOutbox

/// Random programs of a queue, compared with the reference after each step.
@Suite(.timeLimit(.minutes(20)))
struct OutboxQueueRandomTests {
  @Test(arguments: 0..<20) func randomProgramsMatchTheReference(block: Int) {
    for seed in seedsOnOneThread((block * 100)..<(block * 100 + 100)) {
      var maker = OutboxProgramMaker(seed: seed)
      maker.make(length: 60)
      guard maker.run.faults.isEmpty else {
        let shrunk = maker.program.shrunk()
        Issue.record(
          "seed \(seed), prompt \(shrunk.isPrompt): \(shrunk.run().faults)\n\(shrunk.steps)"
        )
        return
      }
      if let fault = faultAtTheEnd(of: maker.run) {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }

  /// Sends everything that a program has left.
  ///
  /// - Returns: A fault, if a change is neither applied exactly once nor failed.
  private func faultAtTheEnd(of ended: OutboxRun) -> String? {
    var run = ended
    run.perform(.online(true))
    run.perform(.resume)
    var count = 0
    while run.faults.isEmpty, run.queue.canSend || !run.attempts.isEmpty {
      count += 1
      guard count < 1_000 else { return "the queue sends without an end" }
      if !run.writes.isEmpty {
        run.perform(.stored)
      } else if run.isLeaseRequested {
        run.perform(.gainLease)
      } else if !run.attempts.isEmpty {
        run.perform(.end(0, .interrupted))
        run.perform(.end(0, .answer))
      } else {
        run.perform(.pass(20, wakes: true))
      }
    }
    guard run.faults.isEmpty else { return "\(run.faults)" }
    let applied = run.server.applied.map(\.key)
    if Set(applied).count != applied.count { return "a change was applied twice" }
    let kept = run.queue.views()
    let isBlocked = kept.contains {
      $0.state == .held || $0.state == .rejected || $0.state == .undecodable
    }
    if !isBlocked, let pending = kept.first(where: { $0.state.isPending }) {
      return "\(pending.key.number) is \(pending.state)"
    }
    return nil
  }
}
