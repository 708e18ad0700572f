@testable import StateHistory

/// The rules of a history of a `Studio`, without stores.
struct StudioModel {
  typealias Field = StudioStep.Field
  typealias Place = StudioStep.Place
  typealias Content = StudioStep.Content
  typealias Assignment = StudioStep.Assignment

  struct Effect {
    let number: Int
    let root: Int
    let late: [Assignment]
    let cleanUp: [Assignment]
  }

  /// The work of a view, which isn't the user's.
  struct Presented {
    let changes: [Assignment]
    let late: [Assignment]
    /// Whether it waits for the end of a time travel.
    var isWaiting: Bool
    var isDone = false
  }

  private static let interval = 500

  /// Whether handlers end when `send` returns, and items have stores that start.
  let isFeature: Bool
  /// Whether items count the starts of their stores.
  let countsStarts: Bool
  let isCancelling: Bool
  let limits: HistoryLimits
  private(set) var reference: ReferenceHistory
  private(set) var effects: [Effect] = []
  private(set) var presented: Presented?
  /// The changes of the handlers of cancelled effects.
  private var cleanUps: [Assignment] = []
  private(set) var marks: [Int] = []
  private(set) var isTravelling = false
  private(set) var hasSide: Bool
  /// Whether the last launch couldn't use the saved steps.
  private(set) var hasLostSteps = false
  /// The number of moves after which a setter has changed a field that doesn't belong to the step.
  private(set) var setterCount = 0
  private var contents: [Content] = []
  private var numbers: [Content: Int] = [:]
  private var values: [Int: Int] = [:]
  /// The items whose stores have started; a move to another field changes nothing.
  private var begun: Set<Int> = []
  private var group: Int?
  private var lastRoot = 0
  private var burst = 0
  private var time = 0

  init(
    isFeature: Bool,
    countsStarts: Bool,
    isCancelling: Bool,
    hasSide: Bool,
    limits: HistoryLimits
  ) {
    self.isFeature = isFeature
    self.countsStarts = countsStarts
    self.isCancelling = isCancelling
    self.hasSide = hasSide
    self.limits = limits
    reference = ReferenceHistory(limits: limits, interval: Self.interval)
  }

  // MARK: Values

  private struct Key: Hashable {
    let object: Int
    let field: Field

    var number: Int { object * 16 + field.rawValue }

    init(_ object: Int, _ field: Field) {
      self.object = object
      self.field = field
    }

    init(_ number: Int) {
      object = number >> 4
      field = Field(rawValue: number & 15) ?? .title
    }
  }

  static func initial(_ field: Field) -> Content {
    switch field {
    case .title, .name: .text("")
    case .low, .high, .cursor, .starts: .number(0)
    case .lead, .shelf, .items, .named, .inner: .children([])
    }
  }

  func content(_ object: Int = 0, _ field: Field) -> Content { content(Key(object, field)) }

  private func content(_ key: Key) -> Content {
    values[key.number].map { contents[$0] } ?? Self.initial(key.field)
  }

  private mutating func number(_ content: Content) -> Int {
    if let number = numbers[content] { return number }
    contents.append(content)
    numbers[content] = contents.count - 1
    return contents.count - 1
  }

  /// The items that the state contains, with repetitions.
  var items: [Int] {
    var found: [Int] = []
    var open = [Field.lead, .shelf, .items, .named].flatMap { content(0, $0).serials }
    while let serial = open.popLast() {
      found.append(serial)
      open += content(serial, .inner).serials
    }
    return found
  }

  private func has(_ object: Int) -> Bool { object <= 0 || items.contains(object) }

  private func size(_ content: Content) -> Int {
    switch content {
    case .text(let text): text.utf8.count < 16 ? 16 : 48 + text.utf8.count
    case .number: 8
    case .children(let places): 32 + 64 * places.count
    case .label(let text): 16 + size(.text(text))
    }
  }

  private func size(ofItem serial: Int) -> Int {
    let inner = content(serial, .inner)
    return size(content(serial, .name)) + 8 + size(inner)
      + inner.serials.map { size(ofItem: $0) }.reduce(0, +)
  }

  private mutating func write(
    _ key: Key,
    from old: Content,
    to new: Content
  ) -> ReferenceHistory.Write {
    let changed = Set(old.serials).symmetricDifference(new.serials)
    return ReferenceHistory.Write(
      key: key.number,
      before: number(old),
      after: number(new),
      beforeBytes: size(old),
      afterBytes: size(new),
      children: (old.serials, new.serials),
      sizes: Dictionary(uniqueKeysWithValues: changed.map { ($0, size(ofItem: $0)) })
    )
  }

  // MARK: Steps

  /// Makes a step; returns whether the call of the history succeeds, if there is one.
  mutating func make(_ step: StudioStep) -> Bool? {
    // Code for the cancellation comes last, and isn't the user's.
    defer {
      forget(cleanUps)
      cleanUps = []
    }
    switch step {
    case .change(let changes): act(changes, kind: 1)
    case .edit(let changes): act(changes, kind: 2)
    case .name(let serial, let name):
      let change = Assignment(object: serial, field: .name, content: .text(name))
      act([change], kind: isFeature ? 100 + serial : 2)
    case .server(let changes): serve(changes)
    case .later(let number, let changes, let late, let cleanUp):
      actLater(number, changes, late, cleanUp)
    case .open(let number): open(number)
    case .observe(let changes):
      forget(changes)
      start(nil)
    case .present(let changes, let late, let undoes):
      let result = undoes ? move(.undo) : nil
      presented = Presented(changes: changes, late: late, isWaiting: true)
      if !isTravelling { beginPresented() }
      forgetLostItems()
      return result
    case .openPresented: openPresented()
    case .dismiss: presented = nil
    case .write(let changes): write(changes)
    case .group(let changes, _, _): makeGroup(changes)
    case .side(let title): sendToSide(title)
    case .endSide:
      hasSide = false
      reference.settle()
      reference.forget(where: { Key($0).object == -1 }, isForeign: false)
    case .undo, .redo, .revert: return move(step)
    case .mark: marks.append(reference.mark())
    case .separate: reference.separate()
    case .clear: reference.clear()
    case .wait(let duration): time += duration
    case .travel: isTravelling = true
    case .resume:
      isTravelling = false
      if presented?.isWaiting == true { beginPresented() }
    case .launch: launch()
    }
    forgetLostItems()
    return nil
  }

  // MARK: Changes

  /// Stores that show an earlier state drop actions.
  private mutating func act(_ changes: [Assignment], kind: Int) {
    if isTravelling { return }
    let root = newRoot()
    record(changes, root, kind: kind)
    start(root)
    endBurst()
  }

  private mutating func newRoot() -> Int {
    if let group { return group }
    lastRoot += 1
    return lastRoot
  }

  private mutating func serve(_ changes: [Assignment]) {
    if isTravelling { return }
    forget(changes)
    start(nil)
    endBurst()
  }

  private mutating func actLater(
    _ number: Int,
    _ changes: [Assignment],
    _ late: [Assignment],
    _ cleanUp: [Assignment]
  ) {
    if isTravelling { return }
    let root = newRoot()
    record(changes, root, kind: 3)
    effects.append(Effect(number: number, root: root, late: late, cleanUp: cleanUp))
    // The action of a screen continues.
    if isFeature {
      start(root)
      endBurst()
    }
  }

  private mutating func beginPresented() {
    guard let changes = presented?.changes else { return }
    presented?.isWaiting = false
    forget(changes)
    start(nil)
    if isFeature { endBurst() }
  }

  private mutating func openPresented() {
    guard let work = presented, !work.isWaiting, !work.isDone else { return }
    presented?.isDone = true
    forget(work.late)
    start(nil)
  }

  private mutating func open(_ number: Int) {
    guard let index = effects.firstIndex(where: { $0.number == number }) else { return }
    let effect = effects.remove(at: index)
    record(effect.late, effect.root, kind: 3)
    if isFeature { start(effect.root) } else { endBurst() }
  }

  private mutating func write(_ changes: [Assignment]) {
    lastRoot += 1
    burst += 1
    reference.settle()
    record(changes, lastRoot, kind: 0)
    start(nil)
  }

  private mutating func makeGroup(_ actions: [[Assignment]]) {
    reference.settle()
    lastRoot += 1
    group = lastRoot
    for changes in actions { act(changes, kind: 1) }
    group = nil
    reference.settle()
  }

  private mutating func sendToSide(_ title: String) {
    if !hasSide { return }
    record([Assignment(object: -1, field: .title, content: .text(title))], newRoot(), kind: 41)
    endBurst()
  }

  private mutating func record(_ changes: [Assignment], _ root: Int, kind: Int) {
    // The events of the changes follow their code.
    for change in changes.flatMap({ assign($0) }) {
      reference.record(
        write(change.key, from: change.old, to: change.new),
        root: root,
        burst: burst,
        kind: group == nil ? kind : nil,
        name: nil,
        time: time
      )
    }
    forgetLostItems()
  }

  private mutating func forget(_ changes: [Assignment]) {
    for change in changes.flatMap({ assign($0) }) {
      reference.forget(where: { $0 == change.key.number }, isForeign: true)
    }
    forgetLostItems()
  }

  private struct Change {
    let key: Key
    let old: Content
    let new: Content
  }

  /// Sets a field, and another one that its setter changes; returns the changes that are reported.
  ///
  /// Changes of items that the state doesn't contain aren't.
  private mutating func assign(_ change: Assignment) -> [Change] {
    let key = Key(change.object, change.field)
    let isReported = has(change.object)
    var changes = set(key, change.content)
    if change.field == .low { changes += raiseHigh() }
    return isReported ? changes : []
  }

  private mutating func raiseHigh() -> [Change] {
    guard case .number(let low) = content(0, .low), case .number(let high) = content(0, .high),
      high < low
    else { return [] }
    return set(Key(0, .high), .number(low))
  }

  private mutating func set(_ key: Key, _ new: Content) -> [Change] {
    let old = content(key)
    if old == new { return [] }
    values[key.number] = number(new)
    return [Change(key: key, old: old, new: new)]
  }

  private mutating func endBurst() {
    burst += 1
    reference.settle()
    forgetLostItems()
  }

  /// Starts the stores of items that a change has added, on behalf of its cause.
  private mutating func start(_ root: Int?) {
    guard isFeature else { return }
    let old = begun
    let present = [Field.lead, .items, .named].flatMap { content(0, $0).serials }
    begun = Set(present)
    for serial in present where !old.contains(serial) {
      guard case .number(let starts) = content(serial, .starts) else { continue }
      let new = countsStarts ? starts + 1 : max(starts, 1)
      let change = Assignment(object: serial, field: .starts, content: .number(new))
      if let root { record([change], root, kind: 0) } else { forget([change]) }
      endBurst()
    }
  }

  /// Forgets the fields of items that neither the state nor a step contains.
  private mutating func forgetLostItems() {
    var count = -1
    while true {
      let steps = reference.allSteps
      let left = steps.map(\.fields.count).reduce(0, +)
      if left == count { return }
      count = left
      var kept = Set(items)
      for step in steps {
        for field in step.fields.values {
          for value in [field.before, field.after] { keep(contents[value].serials, &kept) }
        }
      }
      reference.forget(where: { Key($0).object > 0 && !kept.contains($0 >> 4) }, isForeign: false)
    }
  }

  private func keep(_ serials: [Int], _ kept: inout Set<Int>) {
    for serial in serials where kept.insert(serial).inserted {
      keep(content(serial, .inner).serials, &kept)
    }
  }

  // MARK: Undo

  private mutating func move(_ step: StudioStep) -> Bool {
    if isTravelling { return false }
    reference.settle()
    forgetLostItems()
    let new: [Int: Int]?
    let running = effects
    switch step {
    case .redo: new = reference.redo()
    case .revert(let number):
      let steps = reference.steps(after: number)
      cancel(steps)
      new = steps.isEmpty ? nil : reference.revert(to: number)
    default:
      cancel(reference.undoable.suffix(1).map(\.id))
      new = reference.undo()
    }
    guard let new else { return false }
    let present = Set(items)
    for (key, value) in new { values[key] = value }
    let returned = Set(items).subtracting(present)
    // The setter of a field that the step contains may change one that it doesn't contain.
    let (low, high) = (Key(0, .low).number, Key(0, .high).number)
    if new[low] != nil, new[high] == nil, !raiseHigh().isEmpty {
      start(nil)
      setterCount += 1
      reference.forget(where: { $0 == high }, isForeign: true)
    }
    start(nil)
    forgetChangedFields(of: returned)
    forgetLostItems()
    let left = Set(effects.map(\.number))
    for effect in running where !left.contains(effect.number) { cleanUps += effect.cleanUp }
    return true
  }

  /// Forgets fields that have changed while no state contained their items.
  private mutating func forgetChangedFields(of items: Set<Int>) {
    for key in items.flatMap({ item in StudioStep.Field.ofItem.map { Key(item, $0).number } }) {
      let after = reference.undoable.last { $0.fields[key] != nil }?.fields[key]?.after
      let before = reference.redoable.last { $0.fields[key] != nil }?.fields[key]?.before
      guard let expected = after ?? before else { continue }
      if contents[expected] != content(Key(key)) {
        reference.forget(where: { $0 == key }, isForeign: true)
      }
    }
  }

  private mutating func cancel(_ steps: [Int]) {
    guard isCancelling else { return }
    let settled = reference
    effects.removeAll { effect in settled.step(of: effect.root).map(steps.contains) ?? false }
  }

  // MARK: Launch

  private mutating func launch() {
    time += 600
    reference.settle()
    forgetLostItems()
    let (steps, undoCount) = savedSteps()
    effects = []
    presented = nil
    marks = []
    for field in [Field.cursor, .shelf, .named] { values[Key(0, field).number] = nil }
    begun = []
    let before = values
    reference = ReferenceHistory(limits: limits, interval: Self.interval)
    start(nil)
    // Stores that start change the state, so the steps don't belong to it.
    hasLostSteps = !steps.isEmpty && before != values
    if hasLostSteps || steps.isEmpty { return }
    var writes: [[ReferenceHistory.Write]] = []
    for step in steps {
      writes.append(
        step.fields.map { key, field in
          write(Key(key), from: contents[field.before], to: contents[field.after])
        }
      )
    }
    reference = ReferenceHistory(
      limits: limits,
      interval: Self.interval,
      saved: writes,
      undoCount: undoCount
    )
    forgetLostItems()
  }

  /// The newest steps of which all fields are saved, in both directions.
  private func savedSteps() -> (steps: [ReferenceHistory.Step], undoCount: Int) {
    var known: [Int] = []
    for field in [Field.lead, .items] {
      for serial in content(0, field).serials { add(serial, &known) }
    }
    func prefix(_ steps: [ReferenceHistory.Step]) -> [ReferenceHistory.Step] {
      Array(steps.prefix { isSaved($0, &known) })
    }
    let undoable = Array(prefix(reference.undoable.reversed()).reversed())
    let redoable = prefix(reference.redoable.reversed())
    // After a load, such an item would be several objects.
    if Set(known).count < known.count { return ([], 0) }
    return (undoable + redoable, undoable.count)
  }

  private func add(_ serial: Int, _ known: inout [Int]) {
    known.append(serial)
    for inner in content(serial, .inner).serials { add(inner, &known) }
  }

  private func isSaved(_ step: ReferenceHistory.Step, _ known: inout [Int]) -> Bool {
    var open = step.fields.map { (key: Key($0.key), value: $0.value) }
    while !open.isEmpty {
      let count = open.count
      for index in open.indices.reversed() {
        let (key, value) = open[index]
        guard key.object == 0 || known.contains(key.object) else { continue }
        guard key.field.isSaved else { return false }
        for serial in [value.before, value.after].flatMap({ contents[$0].serials })
        where !known.contains(serial) { add(serial, &known) }
        open.remove(at: index)
      }
      if open.count == count { return false }
    }
    return true
  }
}
