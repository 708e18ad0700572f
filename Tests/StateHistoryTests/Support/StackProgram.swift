@testable import StateHistory

/// A history of numbers next to its reference, with the fields that they belong to.
struct StackProgram {
  enum Step {
    case write(key: Int, to: Int, root: Int, isTyped: Bool)
    /// The code of the current cause ends.
    case burst
    case wait(Int)
    case foreign(key: Int, to: Int)
    /// The objects of some fields no longer exist.
    case end(key: Int)
    case undo
    case redo
    case separate
    case mark
    case revert(Int)
    case clear
  }

  private(set) var stack: HistoryStack<Int, TestValue, Int>
  private(set) var reference: ReferenceHistory
  private(set) var fields: [Int: Int] = [:]
  /// The last foreign value of each field, while no other change has followed.
  private var foreign: [Int: Int] = [:]
  private var marks: [Int] = []
  private var burst = 0
  private var time = 0
  private(set) var problems: [String] = []

  init(limits: HistoryLimits, interval: Int?) {
    stack = HistoryStack(limits: limits, interval: interval.map { .seconds($0) })
    reference = ReferenceHistory(limits: limits, interval: interval)
  }

  mutating func run(_ step: Step) {
    switch step {
    case .write(let key, let value, let root, let isTyped):
      let before = fields[key, default: 0]
      let kind = isTyped ? root % 2 : nil
      let cause = HistoryStack<Int, TestValue, Int>.Cause(
        root: root,
        burst: burst,
        name: "\(root)",
        kind: kind
      )
      let time = Duration.seconds(time)
      if before == value { break }
      stack.record(key, from: TestValue(before), to: TestValue(value), by: cause, at: time)
      let write = ReferenceHistory.Write(key: key, before: before, after: value)
      reference.record(
        write,
        root: root,
        burst: burst,
        kind: kind,
        name: "\(root)",
        time: self.time
      )
      fields[key] = value
      foreign[key] = nil
    case .burst:
      burst += 1
      stack.settle()
      reference.settle()
    case .wait(let seconds): time += seconds
    case .foreign(let key, let value):
      fields[key] = value
      foreign[key] = value
      stack.forget(key)
      reference.forget(where: { $0 == key }, isForeign: true)
    case .end(let key):
      stack.settle()
      reference.settle()
      stack.removeFields { $0 == key }
      reference.forget(where: { $0 == key }, isForeign: false)
    case .undo:
      let (values, expected) = (stack.undo(), reference.undo())
      apply(values, expected, "undo")
    case .redo:
      let (values, expected) = (stack.redo(), reference.redo())
      apply(values, expected, "redo")
    case .separate:
      stack.separate()
      reference.separate()
    case .mark:
      let (mark, expected) = (stack.mark(), reference.mark())
      check(mark == expected, "mark \(mark), expected \(expected)")
      marks.append(mark)
    case .revert(let index):
      if marks.isEmpty { return }
      let mark = marks[index % marks.count]
      let (values, expected) = (stack.revert(to: mark), reference.revert(to: mark))
      apply(values, expected, "revert")
    case .clear:
      stack.clear()
      reference.clear()
    }
    compare()
  }

  private mutating func apply(_ values: [Int: TestValue]?, _ expected: [Int: Int]?, _ name: String)
  {
    let values = values?.mapValues(\.number)
    check(values == expected, "\(name) \(values as Any), expected \(expected as Any)")
    for (key, value) in values ?? [:] {
      check(foreign[key] == nil, "\(name) overwrites a foreign value")
      fields[key] = value
    }
  }

  private mutating func check(_ isTrue: Bool, _ problem: String) {
    if !isTrue { problems.append(problem) }
  }

  private mutating func compare() {
    let expected = reference.settled
    let count = stack.undoCount
    check(count == expected.undoable.count, "\(count) steps, expected \(expected.undoable.count)")
    check(count <= stack.limits.steps, "too many steps")
    check(stack.redoCount == expected.redoable.count, "\(stack.redoCount) steps to redo")
    var settled = stack
    settled.settle()
    check(settled.undoCount == count, "the count before the end of the code")
    check(stack.undoName == expected.undoable.last?.name, "the name before the end of the code")
    check(settled.bytes <= stack.limits.bytes, "too many bytes")
    let steps = settled.allSteps
    let all = expected.undoable + expected.redoable.reversed()
    check(steps.count == all.count, "\(steps.count) steps in all")
    check(settled.bytes == steps.map(\.bytes).reduce(0, +), "bytes")
    for (step, other) in zip(steps, all) {
      check(step.name == other.name, "a step is named \(step.name ?? "nil")")
      check(step.bytes == other.bytes, "\(step.bytes) bytes, expected \(other.bytes)")
      let fields = step.fields.mapValues { [$0.before.number, $0.after.number] }
      check(fields == other.fields.mapValues { [$0.before, $0.after] }, "fields \(fields)")
    }
    for mark in Set(marks) {
      check(settled.canRevert(to: mark) == expected.canRevert(to: mark), "mark \(mark)")
    }
    // The fields continue from the steps, in both directions.
    for (key, value) in fields {
      let undoable = steps.prefix(settled.undoCount)
      if let last = undoable.last(where: { $0.fields[key] != nil }) {
        check(last.fields[key]?.after.number == value, "\(key) isn't as the last step left it")
      }
      let redoable = steps.dropFirst(settled.undoCount)
      if let next = redoable.first(where: { $0.fields[key] != nil }) {
        check(next.fields[key]?.before.number == value, "\(key) isn't as before the next redo")
      }
      let has = steps.contains { $0.fields[key] != nil }
      check(settled.contains(key) == has, "\(key) is counted")
    }
  }

  /// Undoes and redoes everything, which must lead back to the same fields.
  mutating func checkRoundTrip() {
    let before = fields
    let count = stack.undoCount
    for _ in 0..<count { run(.undo) }
    check(stack.undoCount == 0, "not all is undone")
    for _ in 0..<count { run(.redo) }
    check(fields == before, "undo and redo aren't the identity")
  }
}
