/// The steps of a history, and the position between those to undo and those to redo.
///
/// The struct writes nothing and knows neither stores nor clocks. It notes which values fields had before and after
/// each step, and returns what an undo has to write.
struct HistoryStack<Key: Hashable, Value: HistoryValue, Kind: Equatable> {
  typealias Step = HistoryStep<Key, Value, Kind>

  /// The root cause of a change.
  struct Cause {
    /// The number of the root action, or of a group of actions or writes.
    let root: Int
    /// A number that changes when the code that began the cause ends, such as its first handler.
    let burst: Int
    let name: String?
    /// The kind of a cause whose changes may be coalesced; `nil` if they may not.
    let kind: Kind?
  }

  let limits: HistoryLimits
  /// The longest time between coalesced changes; `nil` if no changes are coalesced.
  let interval: Duration?
  /// The steps to undo, followed by those to redo, behind removed ones.
  var all: [Step] = []
  /// The number of removed steps at the beginning of `all`.
  var first = 0
  /// The index of the first step to redo.
  var cursor = 0
  /// The marks of the position before the first step.
  var baseMarks: [Int] = []
  /// The newest step of each root cause, which may have been removed.
  private var steps: [Int: Int] = [:]
  /// The number of steps that contain each field.
  var counts: [Key: Int] = [:]
  /// The fields of which steps have lost values since the last call of `takeReleased`.
  private var released: [Key] = []
  /// Whether steps to redo have been removed since the last call of `takeRemovedRedo`.
  private var hasRemovedRedo = false
  var lastID = 0
  var lastMark = 0
  /// Whether the next change begins a step in any case.
  var isSeparated = false
  /// The approximate size of all steps in bytes.
  var bytes = 0
  /// Whether a step alone has exceeded the limit in bytes.
  private(set) var hasExceeded = false
  /// The steps that have changed or disappeared, each with whether a limit removed it; `nil` without a journal.
  var touched: [Int: Bool]?

  init(limits: HistoryLimits = HistoryLimits(), interval: Duration? = nil) {
    self.limits = limits
    self.interval = interval
  }

  // MARK: Reading

  /// The number of steps to undo.
  var undoCount: Int { cursor - first - (isJoinPending ? isJoinReversal ? 2 : 1 : 0) }
  /// The name of the next step to undo, as soon as the code that runs now has ended.
  var undoName: String? {
    let index = cursor - (isJoinPending && isJoinReversal ? 3 : 1)
    return index >= first ? all[index].name : nil
  }
  /// The name of the next step to redo.
  var redoName: String? { cursor < all.count ? all[cursor].name : nil }
  /// The number of steps to redo.
  var redoCount: Int { all.count - cursor }
  /// The next step to undo.
  var nextUndo: Step? { cursor > first ? all[cursor - 1] : nil }
  /// The next step to redo.
  var nextRedo: Step? { cursor < all.count ? all[cursor] : nil }
  /// The steps to undo and then those to redo, in the order in which they were made.
  var allSteps: ArraySlice<Step> { all[first...] }
  /// The identities and names of the steps that the counts include: those to undo, and then those to redo.
  var countedSteps: [(id: Int, name: String?)] {
    let joining = isJoinPending ? isJoinReversal ? 2 : 1 : 0
    var steps = allSteps.dropLast(joining).map { (id: $0.id, name: $0.name) }
    if joining == 1 { steps[steps.count - 1].name = undoName }
    return steps
  }
  /// Whether there are steps to undo or to redo.
  var hasSteps: Bool { all.count > first }

  /// Returns a step, if it exists.
  func step(number: Int) -> Step? { index(of: number).map { all[$0] } }

  /// Returns the identity of the step that a root cause has written last, if it exists.
  func step(of root: Int) -> Int? {
    steps[root].flatMap { index(of: $0) == nil ? nil : $0 }
  }

  /// The number of root causes that may still make changes.
  var rootCount: Int { steps.count }

  /// Whether any step contains a field.
  func contains(_ key: Key) -> Bool { counts[key] != nil }

  /// Returns the value of a field at the current position; `nil` if no step contains the field.
  func value(of key: Key) -> Value? {
    if counts[key] == nil { return nil }
    if let last = all[first..<cursor].last(where: { $0.fields[key] != nil }) {
      return last.fields[key]?.after
    }
    return all[cursor...].first { $0.fields[key] != nil }?.fields[key]?.before
  }

  /// The fields of all steps.
  var keys: some Collection<Key> { counts.keys }

  /// Returns the fields of which steps have lost values since the last call.
  mutating func takeReleased() -> [Key] {
    if released.isEmpty { return [] }
    defer { released = [] }
    return released
  }

  /// Returns whether steps to redo have been removed since the last call.
  mutating func takeRemovedRedo() -> Bool {
    defer { hasRemovedRedo = false }
    return hasRemovedRedo
  }

  private func index(of step: Int) -> Int? {
    var (low, high) = (first, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].id < step { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].id == step ? low : nil
  }

  // MARK: Changes

  /// Adds a change to the step of its cause, or begins a step.
  ///
  /// The two values differ.
  mutating func record(
    _ key: Key,
    from before: Value,
    to after: Value,
    by cause: Cause,
    at time: Duration = .zero
  ) {
    let opening = Step.Opening(root: cause.root, burst: cause.burst)
    if let last = all.indices.last, let open = all[last].opening, open != opening { settle() }
    if let step = steps[cause.root], let index = index(of: step), index < cursor,
      !isChanged(key, after: index)
    {
      if let typing = all[index].typing, all[index].opening != nil {
        if typing.key == key { all[index].typing?.time = time } else { all[index].typing = nil }
      }
      set(key, from: before, to: after, at: index)
    } else {
      begin(key, from: before, to: after, by: cause, opening, time)
    }
    if !isJoinPending { trim() }
  }

  /// Whether a step after one changes a field, including the steps to redo.
  private func isChanged(_ key: Key, after index: Int) -> Bool {
    guard let count = counts[key] else { return false }
    if count == 1, all[index].fields[key] != nil { return false }
    return all[(index + 1)...].contains { $0.fields[key] != nil }
  }

  /// Changes a field of a step, and keeps the totals.
  private mutating func set(_ key: Key, from before: Value, to after: Value, at index: Int) {
    let oldBytes = all[index].bytes
    let (wasChanged, isChanged) = all[index].set(key, from: before, to: after)
    touched?[all[index].id] = false
    bytes += all[index].bytes - oldBytes
    if isChanged, !wasChanged { counts[key, default: 0] += 1 }
    if wasChanged, !isChanged { release(key) }
    if wasChanged { released.append(key) }
    if !isChanged { removeIfEmpty(index) }
  }

  private mutating func begin(
    _ key: Key,
    from before: Value,
    to after: Value,
    by cause: Cause,
    _ opening: Step.Opening,
    _ time: Duration
  ) {
    settle()
    if cursor < all.count { isSeparated = true }
    removeRedo()
    lastID += 1
    var step = Step(id: lastID, name: cause.name, canJoin: !isSeparated, opening: opening)
    step.causes = [Step.Cause(root: cause.root, previous: steps[cause.root])]
    isSeparated = false
    if interval != nil, let kind = cause.kind {
      step.typing = Step.Typing(key: key, kind: kind, time: time)
    }
    step.set(key, from: before, to: after)
    counts[key, default: 0] += 1
    bytes += step.bytes
    all.append(step)
    touched?[lastID] = false
    cursor += 1
    steps[cause.root] = lastID
  }

  private mutating func release(_ key: Key) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }

  /// Ends the code that has made the last changes: a step that may join the one before it does.
  mutating func settle() {
    guard let opening = all.last?.opening else { return }
    let last = all.count - 1
    let isJoining = isJoinPending
    all[last].opening = nil
    if last == first { return }
    guard isJoining, let typing = all[last].typing, let field = all[last].fields[typing.key] else {
      all[last - 1].typing = nil
      return
    }
    let (name, causes) = (all[last].name, all[last].causes)
    all[last].causes = []
    remove(last)
    steps[opening.root] = all[last - 1].id
    all[last - 1].causes += causes
    all[last - 1].name = name
    all[last - 1].typing = typing
    set(typing.key, from: field.before, to: field.after, at: last - 1)
    trim()
  }

  /// Whether the newest step joins the one before it as soon as its code ends.
  private var isJoinPending: Bool {
    // Without copies of the steps, because each change of a field comes here.
    let last = all.count - 1
    guard let interval, last > first, all[last].opening != nil, all[last].canJoin,
      let new = all[last].typing, let old = all[last - 1].typing, all[last - 1].marks.isEmpty
    else { return false }
    return all[last].fields.count == 1 && new.key == old.key && new.time - old.time <= interval
      && new.kind == old.kind
  }

  /// Whether the newest step reverts the step that it joins, so that both disappear.
  private var isJoinReversal: Bool {
    guard let last = all.last, let typing = last.typing, let new = last.fields[typing.key] else {
      return false
    }
    let previous = all[all.count - 2]
    guard let old = previous.fields[typing.key] else { return false }
    return previous.fields.count == 1 && old.before.isSame(as: new.after)
  }

  /// Notes a change that no undo reverts: the field is removed from all steps.
  mutating func forget(_ key: Key) {
    settle()
    isSeparated = true
    guard counts[key] != nil else { return }
    removeFields { $0 == key }
  }

  /// Removes fields from all steps, because their objects no longer exist.
  mutating func removeFields(where isRemoved: (Key) -> Bool) {
    for index in (first..<all.count).reversed() {
      let removed = all[index].fields.keys.filter(isRemoved)
      if removed.isEmpty { continue }
      touched?[all[index].id] = false
      let oldBytes = all[index].bytes
      for key in removed {
        all[index].remove(key)
        release(key)
        released.append(key)
      }
      bytes += all[index].bytes - oldBytes
      removeIfEmpty(index)
    }
  }

  /// Names the steps of a root cause that have no name.
  mutating func rename(stepsOf root: Int, to name: String?) {
    var next = steps[root]
    while let id = next, let index = index(of: id) {
      if all[index].name == nil {
        all[index].name = name
        touched?[id] = false
      }
      next = all[index].causes.first { $0.root == root }?.previous
    }
  }

  /// Releases a root cause that makes no more changes.
  mutating func forget(root: Int) { steps[root] = nil }

  // MARK: Removal

  /// Removes all steps and marks.
  mutating func clear() {
    for step in allSteps { touched?[step.id] = false }
    (all, first, cursor, bytes) = ([], 0, 0, 0)
    (baseMarks, steps, counts) = ([], [:], [:])
    isSeparated = true
  }

  private mutating func removeRedo() {
    if cursor < all.count { hasRemovedRedo = true }
    while all.count > cursor { remove(all.count - 1) }
  }

  /// Removes a step whose fields all end where they began; its position is that before it.
  private mutating func removeIfEmpty(_ index: Int) {
    guard all[index].fields.isEmpty else { return }
    let marks = all[index].marks
    setMarks(before: index, self.marks(before: index) + marks)
    // It has kept the changes before and after it apart.
    if index == all.count - 1, !all[index].canJoin { isSeparated = true }
    remove(index)
  }

  private mutating func remove(_ index: Int) {
    for key in all[index].fields.keys { release(key) }
    released += all[index].fields.keys
    bytes -= all[index].bytes
    for cause in all[index].causes { leave(all[index].id, cause) }
    touched?[all[index].id] = false
    all.remove(at: index)
    if index < cursor { cursor -= 1 }
  }

  /// Lets a root cause write to its step from before one that disappears.
  private mutating func leave(_ step: Int, _ cause: Step.Cause) {
    guard var newer = steps[cause.root] else { return }
    if newer == step {
      steps[cause.root] = cause.previous
      return
    }
    while let index = index(of: newer),
      let own = all[index].causes.firstIndex(where: { $0.root == cause.root })
    {
      guard let previous = all[index].causes[own].previous else { return }
      if previous == step {
        all[index].causes[own].previous = cause.previous
        return
      }
      newer = previous
    }
  }

  /// Removes the oldest steps while a limit is exceeded.
  mutating func trim() {
    while cursor > first, cursor - first > limits.steps || bytes > limits.bytes { removeFirst() }
  }

  private mutating func removeFirst() {
    for key in all[first].fields.keys { release(key) }
    released += all[first].fields.keys
    bytes -= all[first].bytes
    touched?[all[first].id] = true
    if all[first].bytes > limits.bytes { hasExceeded = true }
    baseMarks = all[first].marks
    all[first] = Step(id: all[first].id, name: nil, canJoin: false)
    first += 1
    guard first >= 64, 2 * first > all.count else { return }
    all.removeFirst(first)
    cursor -= first
    first = 0
  }
}
