import Foundation
import StateRequests
import StateTestSupport
import Testing

/// Every program of up to five steps on one key, with two watchers and two callers that wait.
///
/// `TEST_FEWER_SEEDS` and the sanitizers limit the programs to four steps.
@Suite(.timeLimit(.minutes(20)))
struct RequestTableProgramsTests {
  private static let length = seedsOnOneThread(0..<10).count < 10 ? 4 : 5

  private static let steps: [RequestStep] = [
    .watch(0, by: 1, options: 0), .watch(0, by: 2, options: 1), .leave(1), .leave(2),
    .wait(0, by: 3, options: 0), .reload(0, by: 4, options: 2), .leave(3),
    .answer(0, attempt: 1), .answer(0, attempt: 2), .failure(0, attempt: 1, pause: nil),
    .failure(0, attempt: 1, pause: 5), .pass(10, wakes: true), .invalidate(0),
    .set(0, options: 0, age: 0), .apply(1, to: [0], options: 0),
    .commit(1, sentAt: 1, answered: [], options: 0),
    .commit(1, sentAt: 1, answered: [0], options: 0), .rollBack(1),
    .event(of: 1), .active(false), .active(true), .online(false), .online(true), .remove(0),
    .clear, .endTurn,
  ]

  /// The programs that begin with one of the steps.
  @Test(arguments: steps.indices) func allProgramsMatchTheReference(first: Int) {
    var limits = RequestLimits()
    limits.entries = 1
    var run = RequestRun(limits: limits)
    let step = Self.steps[first]
    guard Self.hasEffect(step, on: run) else { return }
    run.perform(step)
    guard run.faults.isEmpty else { return record(run, [step]) }
    check(run, [step])
  }

  /// - Returns: `false` if a program has failed.
  @discardableResult
  private func check(_ run: RequestRun, _ program: [RequestStep]) -> Bool {
    guard program.count < Self.length else { return true }
    for step in Self.steps where Self.hasEffect(step, on: run) {
      var next = run
      next.perform(step)
      guard next.faults.isEmpty else {
        record(next, program + [step])
        return false
      }
      guard check(next, program + [step]) else { return false }
    }
    return true
  }

  private func record(_ run: RequestRun, _ program: [RequestStep]) {
    Issue.record("\(run.faults)\n\(program)")
  }

  /// Whether a step may change something; programs with other steps equal shorter ones.
  private static func hasEffect(_ step: RequestStep, on run: RequestRun) -> Bool {
    let table = run.table
    switch step {
    case .watch(_, let caller, _), .wait(_, let caller, _), .reload(_, let caller, _),
      .reloadNext(_, let caller, _):
      return !run.callers.contains(caller)
    case .leave(let caller), .event(let caller):
      return table.watchers(of: 0).contains(caller) || table.waiters(of: 0).contains(caller)
    case .answer(_, let ordinal), .failure(_, let ordinal, _):
      return run.attempts[0]?[ordinal] != nil
    case .apply(let change, _, _): return !run.changes.contains(change)
    case .commit(let change, _, _, _), .rollBack(let change):
      return run.reference.isUnanswered(change)
    case .active(false): return table.isActive
    case .online(let isOnline): return isOnline != table.isOnline
    case .endTurn: return run.reference.awaitsEndOfTurn
    case .invalidate, .remove, .clear, .pass, .active: return table.count > 0 || !table.isActive
    default: return true
    }
  }
}
