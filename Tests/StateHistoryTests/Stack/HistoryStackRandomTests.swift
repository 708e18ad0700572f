import StateTestSupport
import Testing

@testable import StateHistory

@Suite struct HistoryStackRandomTests {
  @Test(arguments: seedsOnOneThread(0..<2_000))
  func followsTheReference(seed: Int) {
    var random = SeededRandom(seed: seed)
    var limits = HistoryLimits()
    if random.next(below: 2) == 0 { limits.steps = random.next(below: 6) }
    if random.next(below: 3) == 0 { limits.bytes = 200 + random.next(below: 1_000) }
    let interval = random.next(below: 3) == 0 ? nil : 2
    var program = StackProgram(limits: limits, interval: interval)
    var lines: [String] = []
    for _ in 0..<(5 + random.next(below: 60)) {
      let step = random.step()
      lines.append("\(step)")
      program.run(step)
      if !program.problems.isEmpty { break }
    }
    if program.problems.isEmpty { program.checkRoundTrip() }
    #expect(program.problems.isEmpty, "\(lines.suffix(12).joined(separator: "\n"))")
  }

  /// Two fields and a field of a child, which may end.
  @Test func followsTheReferenceInAllShortPrograms() {
    var count = 0
    func follow(_ program: StackProgram, _ depth: Int, _ path: [StackProgram.Step]) {
      count += 1
      guard program.problems.isEmpty else {
        Issue.record("\(program.problems): \(path)")
        return
      }
      if depth == 0 { return }
      for step in steps(in: program) {
        var next = program
        next.run(step)
        follow(next, depth - 1, path + [step])
      }
    }
    var limits = HistoryLimits()
    limits.steps = 3
    let depth = seedsOnOneThread(0..<14).count < 14 ? 3 : 5
    follow(StackProgram(limits: limits, interval: 2), depth, [])
    #expect(count > 1_000)
  }

  private func steps(in program: StackProgram) -> [StackProgram.Step] {
    func write(_ key: Int, _ root: Int, _ isTyped: Bool = false) -> StackProgram.Step {
      .write(key: key, to: 1 - program.fields[key, default: 0], root: root, isTyped: isTyped)
    }
    return [
      write(0, 1), write(1, 1), write(0, 2), write(2, 2), write(1, 4, true), write(1, 6, true),
      .burst, .foreign(key: 0, to: 5), .end(key: 2), .undo, .redo, .mark, .revert(0),
    ]
  }
}

private struct SeededRandom {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(seed)
  }

  mutating func next(below bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }

  mutating func step() -> StackProgram.Step {
    switch next(below: 24) {
    case 0...8:
      return .write(
        key: next(below: 4),
        to: next(below: 3),
        root: next(below: 8),
        isTyped: next(below: 2) == 0
      )
    case 9...10: return .burst
    case 11: return .wait(1 + next(below: 3))
    case 12...13: return .foreign(key: next(below: 4), to: next(below: 9))
    case 14: return .end(key: next(below: 4))
    case 15...17: return .undo
    case 18...19: return .redo
    case 20: return .separate
    case 21: return .mark
    case 22: return .revert(next(below: 9))
    default: return next(below: 6) == 0 ? .clear : .burst
    }
  }
}
