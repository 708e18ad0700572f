import Foundation
import StateCore

@testable import StateOutbox

/// A program of steps.
struct OutboxProgram {
  let options: OutboxQueue.Options
  let isPrompt: Bool
  var steps: [OutboxStep] = []

  func run() -> OutboxRun {
    var run = OutboxRun(options: options, isPrompt: isPrompt)
    for step in steps {
      run.perform(step)
      if !run.faults.isEmpty { break }
    }
    return run
  }

  /// Returns the program without the steps that its faults don't need.
  func shrunk() -> OutboxProgram {
    var program = self
    var size = steps.count / 2
    while size > 0 {
      var start = 0
      while start < program.steps.count {
        var shorter = program
        shorter.steps.removeSubrange(start..<min(start + size, program.steps.count))
        if shorter.run().faults.isEmpty { start += size } else { program = shorter }
      }
      size /= 2
    }
    return program
  }
}

/// A maker of random programs, which runs each program to know what its next step can name.
struct OutboxProgramMaker {
  private var random: SeededGenerator
  private(set) var run: OutboxRun
  private(set) var program: OutboxProgram

  init(seed: Int) {
    random = SeededGenerator(seed: seed)
    var options = OutboxQueue.Options()
    options.lanesAtOnce = [1, 2, 4][seed % 3]
    options.holdsLaneOfUndecodable = seed / 3 % 2 == 0
    options.limit = seed % 5 == 0 ? 4 : 100
    let isPrompt = seed / 2 % 3 > 0
    run = OutboxRun(options: options, isPrompt: isPrompt)
    program = OutboxProgram(options: options, isPrompt: isPrompt)
  }

  mutating func make(length: Int) {
    while program.steps.count < length, run.faults.isEmpty {
      guard let step = makeStep() else { continue }
      program.steps.append(step)
      run.perform(step)
    }
  }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
  private mutating func change() -> Int? {
    run.queue.views().randomElement(using: &random)?.key.number
  }

  private mutating func makeStep() -> OutboxStep? {
    switch number(0..<60) {
    case 0..<8: .enqueue(lane: number(0..<3), rules: number(0..<outboxRules.count))
    case 8..<11: .enqueueMerged(lane: number(0..<3), cancelsOut: number(0..<3) == 0)
    case 11..<19: run.writes.isEmpty ? nil : number(0..<8) == 0 ? .notStored : .stored
    case 19..<22: run.attempts.isEmpty ? nil : .deliver(number(0..<run.attempts.count))
    case 22: run.lost.isEmpty ? nil : .deliverLate(number(0..<run.lost.count))
    case 23..<36: makeEnd()
    case 36..<41:
      .pass(number(0..<3) == 0 ? number(0..<400) : number(1..<12), wakes: number(0..<3) > 0)
    case 41: number(0..<2) == 0 ? .setBack(number(1..<60)) : nil
    case 42: .online(false)
    case 43, 44: .online(true)
    case 45: number(0..<3) == 0 ? .pause : .resume
    case 46: .resume
    case 47: change().map { .cancel($0) }
    case 48: change().map { number(0..<2) == 0 ? .discard($0) : .replace($0) }
    case 49: number(0..<4) == 0 ? change().map { .setAside($0) } : nil
    case 50, 51: .retryNow(number(0..<3) == 0 ? nil : change())
    case 52: number(0..<6) == 0 ? .removeAll : nil
    case 53, 54: .gainLease
    case 55: number(0..<2) == 0 ? .loseLease : nil
    case 56:
      number(0..<2) == 0 ? .otherEnqueues(lane: number(0..<3)) : change().map { .otherStarts($0) }
    case 57: run.othersInFlight.first.map { .otherEnds($0.number) }
    case 58: number(0..<3) == 0 ? .compact : nil
    default: number(0..<2) == 0 ? .restart(kept: number(0..<4)) : nil
    }
  }

  private mutating func makeEnd() -> OutboxStep? {
    guard !run.attempts.isEmpty else { return nil }
    let attempt = number(0..<run.attempts.count)
    let ends: [OutboxStep.End] = [
      .answer, .answer, .answer, .applied, .retry(number(0..<20)), .retry(2), .retry(5), .replace,
      .reject, .reject, .holdLane, .holdAll, .interrupted, .interrupted, .undecodable, .unknown,
    ]
    return ends.randomElement(using: &random).map { .end(attempt, $0) }
  }
}
