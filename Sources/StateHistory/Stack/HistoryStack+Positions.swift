/// Positions of a history: marks, undo and redo, and the steps of an earlier launch.
extension HistoryStack {
  /// Lets the next change begin a step.
  mutating func separate() {
    settle()
    isSeparated = true
  }

  /// Returns the mark of the current position.
  mutating func mark() -> Int {
    settle()
    if let mark = marks(before: cursor).max() { return mark }
    lastMark += 1
    setMarks(before: cursor, [lastMark])
    return lastMark
  }

  func marks(before index: Int) -> [Int] {
    index > first ? all[index - 1].marks : baseMarks
  }

  mutating func setMarks(before index: Int, _ marks: [Int]) {
    if index > first { all[index - 1].marks = marks } else { baseMarks = marks }
  }

  /// Whether an undo of some steps leads to a marked position.
  func canRevert(to mark: Int) -> Bool { position(of: mark) != nil }

  private func position(of mark: Int) -> Int? {
    (first...cursor).last { marks(before: $0).contains(mark) }
  }

  // MARK: Undo and redo

  /// Moves the position before the next step to undo.
  ///
  /// - Returns: The fields with their values from before.
  mutating func undo() -> [Key: Value]? {
    settle()
    guard cursor > first else { return nil }
    cursor -= 1
    isSeparated = true
    return all[cursor].fields.mapValues(\.before)
  }

  /// Moves the position after the next step to redo.
  ///
  /// - Returns: The fields with their values from after it.
  mutating func redo() -> [Key: Value]? {
    guard cursor < all.count else { return nil }
    isSeparated = true
    cursor += 1
    return all[cursor - 1].fields.mapValues(\.after)
  }

  /// Moves the position back to a marked one.
  ///
  /// - Returns: The fields with the values that they had there.
  mutating func revert(to mark: Int) -> [Key: Value]? {
    settle()
    guard let target = position(of: mark) else { return nil }
    var values: [Key: Value] = [:]
    while cursor > target {
      cursor -= 1
      for (key, field) in all[cursor].fields { values[key] = field.before }
    }
    isSeparated = true
    return values
  }

  /// The steps that `revert` undoes.
  func steps(after mark: Int) -> ArraySlice<Step> {
    guard let target = position(of: mark) else { return [] }
    return all[target..<cursor]
  }

  // MARK: Saved steps

  /// Replaces all steps by those of an earlier launch.
  mutating func restore(
    _ steps: [(name: String?, fields: [Key: (before: Value, after: Value)])],
    undoCount: Int
  ) {
    clear()
    for (place, new) in steps.enumerated() {
      lastID += 1
      var step = Step(id: lastID, name: new.name, canJoin: false)
      for (key, values) in new.fields where !values.before.isSame(as: values.after) {
        step.set(key, from: values.before, to: values.after)
      }
      if step.fields.isEmpty { continue }
      for key in step.fields.keys { counts[key, default: 0] += 1 }
      bytes += step.bytes
      all.append(step)
      if place < undoCount { cursor += 1 }
    }
    trim()
  }
}
