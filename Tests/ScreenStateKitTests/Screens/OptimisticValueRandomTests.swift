import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

struct OptimisticValueRandomTests {
  @Test(.notRepeated) func everyRunFollowsTheModel() {
    var wrong: [Int] = []
    for seed in 0..<1_000 {
      var run = OptimisticRun(seed: seed)
      if !run.follows(steps: 40) { wrong.append(seed) }
    }
    #expect(wrong.isEmpty, "\(wrong.count) seeds, such as \(wrong.prefix(3))")
  }
}

/// An optimistic value and its model, which forgets nothing and computes everything from scratch.
private struct OptimisticRun {
  private struct Entry {
    /// Contained: confirmed and part of the base.
    ///
    /// Superseded: unanswered and part of the base.
    enum State { case pending, confirmed, contained, superseded, gone }

    let change: OptimisticValue<[Int]>.Change
    var digit: Int
    var state = State.pending
  }

  private var generator: SeededGenerator
  private var value = OptimisticValue([0])
  private var base = [0]
  private var entries: [Entry] = []
  private var last = 0

  init(seed: Int) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func follows(steps: Int) -> Bool {
    for _ in 0..<steps {
      guard step() else { return false }
      let shown =
        base + entries.filter { [.pending, .confirmed].contains($0.state) }.map(\.digit)
      let confirmed = base + entries.filter { $0.state == .confirmed }.map(\.digit)
      let pending = entries.count { [.pending, .superseded].contains($0.state) }
      guard value.value == shown, value.confirmedValue == confirmed else { return false }
      guard value.pendingCount == pending, value.isPending == (pending > 0) else { return false }
    }
    return true
  }

  private mutating func step() -> Bool {
    let digit = newDigit()
    let operation = Int.random(in: 0..<12, using: &generator)
    if operation < 4 {
      let change = value.apply { $0.append(digit) }
      entries.append(Entry(change: change, digit: digit))
      return true
    }
    if operation == 4 {
      value.refresh([digit])
      rebase([digit])
      return true
    }
    guard let index = entries.indices.randomElement(using: &generator) else { return true }
    let change = entries[index].change
    if entries[index].state == .superseded {
      entries[index].state = .gone
      return switch operation {
      case 5..<8: value.commit(change)
      case 8: value.commit(change) { $0.append(digit) }
      case 9: value.commit(change, result: [digit])
      default: value.rollback(change)
      }
    }
    let isPending = entries[index].state == .pending
    switch operation {
    case 5..<8:
      if isPending { entries[index].state = .confirmed }
      return value.commit(change) == isPending
    case 8:
      if isPending {
        entries[index].state = .confirmed
        entries[index].digit = digit
      }
      return value.commit(change) { $0.append(digit) } == isPending
    case 9:
      if isPending {
        entries[index].state = .contained
        base = [digit]
        for earlier in 0..<index {
          switch entries[earlier].state {
          case .confirmed: entries[earlier].state = .contained
          case .pending: entries[earlier].state = .superseded
          case .contained, .superseded, .gone: break
          }
        }
        for later in index + 1..<entries.count where entries[later].state == .contained {
          entries[later].state = .confirmed
        }
      }
      return value.commit(change, result: [digit]) == isPending
    default:
      if isPending { entries[index].state = .gone }
      return value.rollback(change) == isPending
    }
  }

  private mutating func rebase(_ base: [Int]) {
    self.base = base
    for index in entries.indices where entries[index].state == .confirmed {
      entries[index].state = .contained
    }
  }

  private mutating func newDigit() -> Int {
    last += 1
    return last
  }
}
