import StateTestSupport
import Testing

@testable import StateOutbox

/// Every program of up to four steps, after two changes of one lane and one of another were enqueued.
@Suite(.timeLimit(.minutes(20)))
struct OutboxQueueProgramsTests {
  private static let length = seedsOnOneThread(0..<10).count < 10 ? 3 : 4

  private static let steps: [OutboxStep] = [
    .enqueue(lane: 0, rules: 1), .enqueueMerged(lane: 0, cancelsOut: false),
    .enqueueMerged(lane: 0, cancelsOut: true), .end(0, .answer), .end(0, .retry(5)),
    .end(0, .replace), .end(0, .reject), .end(0, .holdLane), .end(1, .holdAll),
    .end(0, .interrupted), .pass(10, wakes: true), .pass(60, wakes: true), .online(false),
    .online(true), .pause, .resume, .cancel(2), .discard(1), .replace(1), .retryNow(1),
    .retryNow(nil), .loseLease, .restart(kept: 0), .restart(kept: 1),
  ]

  /// The programs that begin with one of the steps.
  @Test(arguments: steps.indices) func allProgramsMatchTheReference(first: Int) {
    var run = OutboxRun(options: OutboxQueue.Options(lanesAtOnce: 2), isPrompt: true)
    for step: OutboxStep in [
      .enqueue(lane: 0, rules: 3), .enqueue(lane: 0, rules: 2), .enqueue(lane: 1, rules: 1),
    ] {
      run.perform(step)
    }
    let step = Self.steps[first]
    guard Self.hasEffect(step, on: run) else { return }
    run.perform(step)
    check(run, [step])
  }

  /// - Returns: `false` if a program has failed.
  @discardableResult
  private func check(_ run: OutboxRun, _ program: [OutboxStep]) -> Bool {
    guard run.faults.isEmpty else {
      Issue.record("\(run.faults)\n\(program)")
      return false
    }
    guard program.count < Self.length else { return true }
    for step in Self.steps where Self.hasEffect(step, on: run) {
      var next = run
      next.perform(step)
      guard check(next, program + [step]) else { return false }
    }
    return true
  }

  /// Whether a step may change something; programs with other steps equal shorter ones.
  private static func hasEffect(_ step: OutboxStep, on run: OutboxRun) -> Bool {
    switch step {
    case .end(let number, .interrupted):
      run.attempts.indices.contains(number) && run.attempts[number].isCancelled
    case .end(let number, _): run.attempts.indices.contains(number)
    case .online(let isOnline): isOnline != run.queue.isOnline
    case .pause: !run.queue.isPaused
    case .cancel(let number), .replace(let number): run.queue[.number(number)] != nil
    case .discard(let number): run.queue[.number(number)].map { !$0.state.isPending } ?? false
    case .retryNow(let number?): run.queue[.number(number)] != nil
    case .loseLease: run.queue.lease == .held
    default: true
    }
  }
}
