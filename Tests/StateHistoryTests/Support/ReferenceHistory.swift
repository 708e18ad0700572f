@testable import StateHistory

/// The rules of a history, on lists of all writes instead of fields with totals.
struct ReferenceHistory {
  struct Write {
    let key: Int
    let before: Int
    let after: Int
    var beforeBytes = TestValue.size
    var afterBytes = TestValue.size
    /// The children of the two values.
    var children: (before: [Int], after: [Int]) = ([], [])
    /// The sizes of the children that only one of the values contains.
    var sizes: [Int: Int] = [:]
  }

  struct Step {
    let id: Int
    var name: String?
    var writes: [Write] = []
    var marks: Set<Int> = []
    /// The key, the kind and the time of the last write, while only one field was written at first.
    var typed: (key: Int, kind: Int, time: Int)?
    let canJoin: Bool

    /// The fields that don't end where they began.
    var fields: [Int: (before: Int, after: Int)] {
      writesByField.compactMapValues { writes in
        guard let first = writes.first, let last = writes.last else { return nil }
        return (first.before, last.after)
      }
    }

    /// The writes of each field since it was where the step began; another step may have written it meanwhile.
    private var writesByField: [Int: [Write]] {
      var found: [Int: [Write]] = [:]
      for write in writes {
        var own = found[write.key, default: []]
        own.append(write)
        found[write.key] = own[0].before == write.after ? nil : own
      }
      return found
    }

    var bytes: Int {
      writesByField.values.reduce(128) { sum, writes in
        guard let first = writes.first, let last = writes.last else { return sum }
        return sum + 64 + first.beforeBytes + last.afterBytes + childBytes(writes)
      }
    }

    /// The sizes of the children that only the first or only the last value contains.
    private func childBytes(_ writes: [Write]) -> Int {
      let (before, after) = (writes.first?.children.before ?? [], writes.last?.children.after ?? [])
      let removed = Set(before).subtracting(after)
      let added = Set(after).subtracting(before)
      let first = removed.map { child in
        writes.first { $0.children.before.contains(child) && $0.sizes[child] != nil }
      }
      let last = added.map { child in
        writes.last { $0.children.after.contains(child) && $0.sizes[child] != nil }
      }
      return zip(removed, first).reduce(0) { $0 + ($1.1?.sizes[$1.0] ?? 0) }
        + zip(added, last).reduce(0) { $0 + ($1.1?.sizes[$1.0] ?? 0) }
    }
  }

  let limits: HistoryLimits
  let interval: Int?
  private(set) var undoable: [Step] = []
  /// The last one is the next to redo.
  private(set) var redoable: [Step] = []
  private var baseMarks: Set<Int> = []
  /// The step that the current root cause has begun, until its code ends.
  private var open: (step: Step, root: Int, burst: Int)?
  private var current: (root: Int, burst: Int)?
  /// The steps of each root cause, including removed ones.
  private var owners: [Int: [Int]] = [:]
  private var lastID = 0
  private var lastMark = 0
  private var isSeparated = false

  init(limits: HistoryLimits, interval: Int?) {
    self.limits = limits
    self.interval = interval
  }

  /// Creates the history of the steps that another one has saved.
  init(limits: HistoryLimits, interval: Int?, saved: [[Write]], undoCount: Int) {
    self.init(limits: limits, interval: interval)
    for writes in saved {
      lastID += 1
      let step = Step(id: lastID, name: nil, writes: writes, typed: nil, canJoin: false)
      if undoable.count < undoCount { undoable.append(step) } else { redoable.insert(step, at: 0) }
    }
    isSeparated = !saved.isEmpty
    trim()
  }

  /// The steps with the one that is being made.
  var allSteps: [Step] { undoable + [open?.step].compactMap(\.self) + redoable }

  /// The history after the code that runs now has ended.
  var settled: ReferenceHistory {
    var copy = self
    copy.settle()
    return copy
  }

  // MARK: Changes

  mutating func record(
    _ write: Write,
    root: Int,
    burst: Int,
    kind: Int?,
    name: String?,
    time: Int
  ) {
    if write.before == write.after { return }
    if let current, current != (root, burst) { settle() }
    current = (root, burst)
    if var own = open {
      own.step.writes.append(write)
      own.step.typed =
        own.step.typed?.key == write.key
        ? own.step.typed.map { ($0.key, $0.kind, time) } : nil
      // The position after a step that disappears is the one before it.
      open = own.step.fields.isEmpty ? nil : own
      if open == nil, !own.step.canJoin { isSeparated = true }
      trimUnlessJoining()
      return
    }
    if let owner = step(of: root), let index = undoable.firstIndex(where: { $0.id == owner }),
      !(undoable[(index + 1)...] + redoable).contains(where: { $0.fields[write.key] != nil })
    {
      undoable[index].writes.append(write)
      normalize()
      trim()
      return
    }
    if !redoable.isEmpty { isSeparated = true }
    redoable = []
    lastID += 1
    owners[root, default: []].append(lastID)
    open = (
      Step(
        id: lastID,
        name: name,
        writes: [write],
        typed: interval == nil ? nil : kind.map { (write.key, $0, time) },
        canJoin: !isSeparated
      ),
      root, burst
    )
    isSeparated = false
    trimUnlessJoining()
  }

  private func joins(_ step: Step) -> Bool {
    guard let interval, step.canJoin, let new = step.typed, let last = undoable.last,
      let old = last.typed, last.marks.isEmpty, step.fields.count == 1
    else { return false }
    return old.key == new.key && old.kind == new.kind && new.time - old.time <= interval
  }

  /// Removes the oldest steps while a limit is exceeded together with the step that is being made.
  private mutating func trimUnlessJoining() {
    guard let own = open, !joins(own.step) else { return }
    undoable.append(own.step)
    trim()
    if undoable.popLast() == nil { open = nil }
  }

  mutating func settle() {
    current = nil
    guard let (step, root, _) = open else { return }
    open = nil
    if joins(step), let last = undoable.last {
      undoable[undoable.count - 1].writes += step.writes
      undoable[undoable.count - 1].typed = step.typed
      undoable[undoable.count - 1].name = step.name
      owners[root, default: []].append(last.id)
      normalize()
    } else {
      for index in undoable.indices { undoable[index].typed = nil }
      undoable.append(step)
    }
    trim()
  }

  private mutating func normalize() {
    while let index = undoable.firstIndex(where: \.fields.isEmpty) {
      let isNewest = redoable.isEmpty && open == nil && index == undoable.count - 1
      if isNewest, !undoable[index].canJoin { isSeparated = true }
      let marks = undoable.remove(at: index).marks
      if index == 0 {
        baseMarks.formUnion(marks)
      } else {
        undoable[index - 1].marks.formUnion(marks)
      }
    }
    while let index = redoable.lastIndex(where: \.fields.isEmpty) {
      let marks = redoable.remove(at: index).marks
      if index < redoable.count {
        redoable[index].marks.formUnion(marks)
      } else if undoable.isEmpty {
        baseMarks.formUnion(marks)
      } else {
        undoable[undoable.count - 1].marks.formUnion(marks)
      }
    }
  }

  private mutating func trim() {
    func isTooLarge() -> Bool {
      undoable.count > limits.steps
        || (undoable + redoable).map(\.bytes).reduce(0, +) > limits.bytes
    }
    while !undoable.isEmpty, isTooLarge() { baseMarks = undoable.removeFirst().marks }
  }

  mutating func forget(where isRemoved: (Int) -> Bool, isForeign: Bool) {
    if isForeign {
      settle()
      isSeparated = true
    }
    if var own = open {
      own.step.writes.removeAll { isRemoved($0.key) }
      open = own.step.fields.isEmpty ? nil : own
      if open == nil, !own.step.canJoin { isSeparated = true }
    }
    for index in undoable.indices { undoable[index].writes.removeAll { isRemoved($0.key) } }
    for index in redoable.indices { redoable[index].writes.removeAll { isRemoved($0.key) } }
    normalize()
  }

  // MARK: Positions

  mutating func separate() {
    settle()
    isSeparated = true
  }

  mutating func mark() -> Int {
    settle()
    let marks = undoable.last?.marks ?? baseMarks
    if let mark = marks.max() { return mark }
    lastMark += 1
    if undoable.isEmpty {
      baseMarks = [lastMark]
    } else {
      undoable[undoable.count - 1].marks = [lastMark]
    }
    return lastMark
  }

  func canRevert(to mark: Int) -> Bool {
    baseMarks.contains(mark) || undoable.contains { $0.marks.contains(mark) }
  }

  /// Returns the identity of the step that a root cause has written last, if it exists.
  func step(of root: Int) -> Int? {
    let steps = (undoable + redoable + [open?.step].compactMap(\.self)).map(\.id)
    return owners[root]?.last { steps.contains($0) }
  }

  /// Returns the identities of the steps since a mark.
  func steps(after mark: Int) -> [Int] {
    guard canRevert(to: mark) else { return [] }
    let start = undoable.lastIndex { $0.marks.contains(mark) }.map { $0 + 1 } ?? 0
    return undoable[start...].map(\.id)
  }

  mutating func undo() -> [Int: Int]? {
    settle()
    guard let step = undoable.popLast() else { return nil }
    redoable.append(step)
    isSeparated = true
    return step.fields.mapValues(\.before)
  }

  mutating func redo() -> [Int: Int]? {
    guard let step = redoable.popLast() else { return nil }
    undoable.append(step)
    isSeparated = true
    return step.fields.mapValues(\.after)
  }

  mutating func revert(to mark: Int) -> [Int: Int]? {
    settle()
    guard canRevert(to: mark) else { return nil }
    var values: [Int: Int] = [:]
    while let last = undoable.last, !last.marks.contains(mark) {
      values.merge(last.fields.mapValues(\.before)) { $1 }
      redoable.append(undoable.removeLast())
    }
    isSeparated = true
    return values
  }

  mutating func clear() {
    (undoable, redoable, baseMarks, owners) = ([], [], [], [:])
    (open, current, isSeparated) = (nil, nil, true)
  }
}

/// A value that counts as changed if its number has changed.
struct TestValue: HistoryValue {
  static let size = 8

  let number: Int
  var bytes: Int { Self.size }

  init(_ number: Int) {
    self.number = number
  }

  func isSame(as other: TestValue) -> Bool { number == other.number }
}
