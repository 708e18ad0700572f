import ScreenStateKit
import StateCore
import StateFields
import StateJournal
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateHistory

/// A store of one style with a history, for random programs.
@MainActor
protocol HistorySubject: AnyObject {
  var rows: [Row] { get }
  var title: String { get set }
  var text: String { get set }
  var length: Int { get }
  /// The field of another history.
  var note: String { get set }
  /// The title of another store, which may have ended.
  var side: String? { get }
  /// Whether a handler has ended when `send` returns.
  var isSynchronous: Bool { get }
  func makeHistory(_ limits: HistoryLimits, _ effects: UndoneEffects) -> History
  func record(in journal: Journal)
  func makeHistoryOfNote() -> History
  func send(_ action: HistoryAction)
  func run(_ action: HistoryAction) async
  func sendToSide(_ title: String)
  func endSide()
}

enum HistoryAction: ActionLockable, Sendable {
  case title(String)
  case both(String, String)
  case refresh(String)
  case add(Row)
  case remove(Int)
  case name(row: Int, String)
  /// Sets the title now, and the text when the gate opens.
  case later(number: Int, String, Gate, String)
  case refreshRows([Row])
  /// Sets the text to each element.
  case watch(AsyncStream<String>)

  var lockKey: AnyHashable {
    switch self {
    case .later(let number, _, _, _): number
    case .watch: "watch"
    default: "other"
    }
  }

  static func isIgnored(_ action: HistoryAction) -> Bool {
    switch action {
    case .refresh, .refreshRows: true
    default: false
    }
  }
}

/// A random program of a store, compared with the rules of a history.
@MainActor
final class HistoryRun {
  private struct Effect {
    let gate: Gate
    let root: Int
    let text: String
  }

  private let subject: any HistorySubject
  private let history: History
  private let clock: TestClock
  private let journal: Journal?
  private let isCancelling: Bool
  private var random: SeededGenerator
  private var reference: ReferenceHistory
  /// The expected values by key: the title, the text, its length, and the rows.
  ///
  /// 4 is the title of another store, and 10 and more are the names of rows.
  private var fields: [Int: Int] = [:]
  /// The history of the note, with its rules.
  private let notes: History
  private var noteReference = ReferenceHistory(limits: HistoryLimits(), interval: nil)
  private var note = 0
  private let texts = AsyncStream.makeStream(of: String.self)
  private var values: [String] = [""]
  private var rows: [Row] = []
  private var effects: [Effect] = []
  private var marks: [(mark: HistoryMark, number: Int)] = []
  private var group: Int?
  private var burst = 0
  private var time = 0
  private var lastRoot = 0
  private(set) var lines: [String] = []
  private(set) var problems: [String] = []

  init(seed: Int, _ subject: any HistorySubject, clock: TestClock) {
    self.subject = subject
    self.clock = clock
    random = SeededGenerator(seed: seed)
    var limits = HistoryLimits()
    if seed % 3 == 0 { limits.steps = 1 + seed % 7 }
    isCancelling = seed % 4 != 0
    journal = seed % 2 == 0 ? Journal() : nil
    history = subject.makeHistory(limits, isCancelling ? .cancel : .continue)
    if let journal { subject.record(in: journal) }
    reference = ReferenceHistory(limits: limits, interval: 500)
    notes = subject.makeHistoryOfNote()
    note = number(subject.note)
  }

  private func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  /// The number that stands for a value.
  private func number(_ value: String) -> Int {
    if let index = values.firstIndex(of: value) { return index }
    values.append(value)
    return values.count - 1
  }

  private func number(of list: [Row]) -> Int {
    number(list.map { "\(index(of: $0))" }.joined(separator: ","))
  }

  private func index(of row: Row) -> Int {
    if let index = rows.firstIndex(where: { $0 === row }) { return index }
    rows.append(row)
    return rows.count - 1
  }

  // MARK: Programs

  func run(_ count: Int) async {
    subject.send(.watch(texts.stream))
    await settle()
    endBurst()
    for _ in 0..<count where problems.isEmpty {
      await step()
      await settle()
      compare()
    }
    if problems.isEmpty { await checkRoundTrip() }
    for effect in effects { effect.gate.open() }
    await settle()
    texts.continuation.finish()
    history.end()
    notes.end()
  }

  private func step() async {
    let word = ["", "a", "b", "c"][next(4)]
    switch next(34) {
    case 0...3: send(.title(word))
    case 4...5: send(.both(word, ["", "x", "xy"][next(3)]))
    case 6: send(.refresh(word))
    case 7...8:
      let free = Set(0..<4).subtracting(subject.rows.map(\.id)).sorted()
      if let id = free.randomElement(using: &random) { send(.add(Row(id))) }
    case 9:
      guard let row = subject.rows.randomElement(using: &random) else { return }
      send(.remove(row.id))
    case 10...11:
      if subject.rows.isEmpty { return }
      send(.name(row: next(subject.rows.count), word))
    case 12...13:
      // Time travel doesn't notice a write of the shown value.
      send(.later(number: lastRoot, word, Gate(), "late \(lastRoot)"))
    case 14: await open()
    case 15:
      lines.append("advance")
      let duration = [200, 700][next(2)]
      time += duration
      await clock.advance(by: .milliseconds(duration))
    case 16...17: write(word)
    case 18...19: undo()
    case 20: redo()
    case 21:
      lines.append("mark")
      let number = reference.mark()
      marks.append((history.mark(), number))
    case 22: revert()
    case 23: await travel()
    case 24...26: await sendGroup()
    case 27: await observe(word)
    case 28...29: writeNote(word)
    case 30: sendToSide(word)
    default:
      if next(3) > 0 { return send(.refreshRows(rowsOfServer())) }
      lines.append("separate")
      history.separate()
      reference.separate()
    }
  }

  // MARK: Others

  /// Some of the rows in any order, and perhaps a new one.
  private func rowsOfServer() -> [Row] {
    var rows = subject.rows.filter { _ in next(3) > 0 }
    if next(3) == 0 { rows.shuffle(using: &random) }
    let free = Set(0..<4).subtracting(rows.map(\.id)).sorted()
    if next(3) == 0, let id = free.randomElement(using: &random) { rows.append(Row(id)) }
    return rows
  }

  /// Lets a sequence emit an element.
  private func observe(_ text: String) async {
    lines.append("observe \(text)")
    forget(1, number(text))
    if subject.isSynchronous { forget(2, number("\(text.count)"), initially: number("0")) }
    texts.continuation.yield(text)
    await settle()
    endBurst()
  }

  /// Changes the field of the other history, or undoes that.
  private func writeNote(_ word: String) {
    let text = ["note", "other"][next(2)]
    switch next(4) {
    case 0:
      lines.append("undo note")
      apply(noteReference.undo(), notes.undo())
    case 1:
      lines.append("redo note")
      apply(noteReference.redo(), notes.redo())
    default:
      lines.append("note \(text)")
      lastRoot += 1
      endBurst()
      let write = ReferenceHistory.Write(key: 0, before: note, after: number(text))
      noteReference.record(write, root: lastRoot, burst: burst, kind: nil, name: nil, time: 0)
      noteReference.settle()
      note = number(text)
      subject.note = text
    }
  }

  private func apply(_ expected: [Int: Int]?, _ result: Bool) {
    check(result == (expected != nil), "the other history returned \(result)")
    note = expected?[0] ?? note
  }

  private func sendToSide(_ word: String) {
    if subject.side == nil { return }
    if next(12) == 0 {
      lines.append("end side")
      subject.endSide()
      reference.settle()
      return reference.forget(where: { $0 == 4 }, isForeign: false)
    }
    lines.append("side \(word)")
    lastRoot += 1
    record(4, number(word), group ?? lastRoot, kind: 40)
    subject.sendToSide(word)
    endBurst()
  }

  // MARK: Actions

  private func send(_ action: HistoryAction) {
    note(action)
    subject.send(action)
    noteEnd(of: action)
  }

  private func run(_ action: HistoryAction) async {
    note(action)
    await subject.run(action)
    noteEnd(of: action)
  }

  private func note(_ action: HistoryAction) {
    lines.append("\(action)")
    let root: Int
    if let group {
      root = group
    } else {
      lastRoot += 1
      root = lastRoot
    }
    switch action {
    case .title(let title): record(0, number(title), root, kind: 1)
    case .both(let title, let text):
      record(0, number(title), root, kind: 2)
      record(text: text, root, kind: 2)
    case .refresh(let title): forget(0, number(title))
    case .add(let row):
      _ = index(of: row)
      record(3, number(of: subject.rows + [row]), root, kind: 3)
    case .remove(let id):
      record(3, number(of: subject.rows.filter { $0.id != id }), root, kind: 4)
    case .name(let row, let name):
      let index = index(of: subject.rows[row])
      record(10 + index, number(name), root, kind: 10 + index)
    case .later(_, let title, let gate, let text):
      record(0, number(title), root, kind: 5)
      effects.append(Effect(gate: gate, root: root, text: text))
    case .refreshRows(let rows):
      forget(3, number(of: rows))
      forgetLostRows()
    case .watch: break
    }
  }

  private func noteEnd(of action: HistoryAction) {
    if case .later = action, !subject.isSynchronous { return }
    endBurst()
  }

  private func record(text: String, _ root: Int, kind: Int?) {
    record(1, number(text), root, kind: kind)
    if subject.isSynchronous { record(2, number("\(text.count)"), root, kind: kind) }
  }

  private func record(_ key: Int, _ value: Int, _ root: Int, kind: Int?) {
    let before = fields[key, default: key == 2 ? number("0") : 0]
    fields[key] = value
    reference.record(
      ReferenceHistory.Write(key: key, before: before, after: value),
      root: root,
      burst: burst,
      kind: group == nil ? kind : nil,
      name: nil,
      time: time
    )
    if key == 3 { forgetLostRows() }
  }

  private func endBurst() {
    burst += 1
    reference.settle()
    forgetLostRows()
  }

  private func forget(_ key: Int, _ value: Int, initially first: Int = 0) {
    let before = fields[key, default: first]
    fields[key] = value
    if before != value { reference.forget(where: { $0 == key }, isForeign: true) }
  }

  /// Forgets the names of rows that neither the state nor a step contains.
  private func forgetLostRows() {
    var kept = Set(list(fields[3, default: 0]))
    for step in reference.allSteps {
      guard let field = step.fields[3] else { continue }
      kept.formUnion(list(field.before) + list(field.after))
    }
    reference.forget(where: { $0 >= 10 && !kept.contains($0 - 10) }, isForeign: false)
  }

  private func list(_ value: Int) -> [Int] {
    values[value].split(separator: ",").compactMap { Int($0) }
  }

  private func open() async {
    guard !effects.isEmpty else { return }
    let effect = effects.remove(at: next(effects.count))
    lines.append("open \(effect.text)")
    let outer = group
    group = nil
    let isChange = fields[1, default: 0] != number(effect.text)
    record(text: effect.text, effect.root, kind: 5)
    group = outer
    effect.gate.open()
    await settle()
    // The action of the screen, or the reaction to the text, has ended.
    if isChange || !subject.isSynchronous { endBurst() }
  }

  /// Writes as a view does, in one turn.
  private func write(_ word: String) {
    lines.append("write \(word)")
    lastRoot += 1
    burst += 1
    reference.settle()
    record(0, number(word), lastRoot, kind: 0)
    subject.title = word
    if next(2) == 0 {
      let text = ["", "x", "long"][next(3)]
      lines.append("and \(text)")
      record(text: text, lastRoot, kind: 0)
      subject.text = text
    }
  }

  private func sendGroup() async {
    lines.append("group")
    lastRoot += 1
    reference.settle()
    group = lastRoot
    if next(2) == 0, subject.isSynchronous {
      history.group { sendInGroup() }
    } else {
      await history.group { await runInGroup() }
    }
    finishGroup()
  }

  private func sendInGroup() {
    for _ in 0..<(1 + next(4)) {
      if next(5) == 0 { sendToSide("g") } else { send(actionOfGroup()) }
    }
  }

  private func runInGroup() async {
    for _ in 0..<(1 + next(4)) {
      await run(actionOfGroup())
      await settle()
    }
  }

  /// Adds, names and removes rows, so that some are in no state before and after the group.
  private func actionOfGroup() -> HistoryAction {
    let word = ["", "g", "h"][next(3)]
    let row = subject.rows.randomElement(using: &random)
    let free = Set(0..<4).subtracting(subject.rows.map(\.id)).sorted()
    switch next(6) {
    case 0: return .title(word)
    case 1: return .both(word, word)
    case 2...3:
      guard let id = free.randomElement(using: &random) else { return .title(word) }
      return .add(Row(id))
    case 4:
      if subject.rows.isEmpty { return .title(word) }
      return .name(row: next(subject.rows.count), word)
    default: return row.map { .remove($0.id) } ?? .title(word)
    }
  }

  private func finishGroup() {
    group = nil
    reference.settle()
    forgetLostRows()
  }

  // MARK: Undo

  private func cancel(_ steps: [Int]) {
    guard isCancelling else { return }
    let settled = reference.settled
    effects.removeAll { effect in settled.step(of: effect.root).map(steps.contains) ?? false }
  }

  private func undo() {
    lines.append("undo")
    reference.settle()
    cancel(reference.undoable.suffix(1).map(\.id))
    apply(reference.undo(), history.undo(), "undo")
  }

  private func redo() {
    lines.append("redo")
    reference.settle()
    apply(reference.redo(), history.redo(), "redo")
  }

  private func revert() {
    guard let (mark, number) = marks.randomElement(using: &random) else { return }
    lines.append("revert \(number)")
    reference.settle()
    if reference.canRevert(to: number) {
      cancel(reference.steps(after: number))
      let isMoved = !reference.steps(after: number).isEmpty
      let values = reference.revert(to: number)
      apply(isMoved ? values : nil, history.revert(to: mark), "revert")
    } else {
      check(!history.revert(to: mark), "reverts to a lost mark")
    }
  }

  private func apply(_ expected: [Int: Int]?, _ result: Bool, _ name: String) {
    check(result == (expected != nil), "\(name) returned \(result)")
    for (key, value) in expected ?? [:] { fields[key] = value }
    forgetLostRows()
  }

  private func travel() async {
    guard let journal, let first = journal.entries.first, let last = journal.entries.last else {
      return
    }
    lines.append("travel")
    guard journal.travel(to: Int.random(in: first.number...last.number, using: &random)) else {
      return
    }
    check(!history.canUndo && !history.undo() && !history.redo(), "undo while travelling")
    await open()
    await settle()
    journal.resume()
  }

  // MARK: Comparison

  private func check(_ isTrue: Bool, _ problem: String) {
    if !isTrue { problems.append(problem) }
  }

  private func compare() {
    let expected = reference.settled
    let (undoable, redoable) = (expected.undoable, expected.redoable)
    check(history.undoCount == undoable.count, "\(history.undoCount), not \(undoable.count) steps")
    check(history.redoCount == redoable.count, "\(history.redoCount), not \(redoable.count) redos")
    check(history.canUndo == !undoable.isEmpty, "canUndo")
    check(notes.undoCount == noteReference.undoable.count, "\(notes.undoCount) other steps")
    check(notes.redoCount == noteReference.redoable.count, "\(notes.redoCount) other redos")
    check(subject.note == values[note], "the note is \(subject.note)")
    for (mark, number) in marks {
      check(history.canRevert(to: mark) == expected.canRevert(to: number), "mark \(number)")
    }
    compareFields()
  }

  private func compareFields() {
    check(subject.title == values[fields[0, default: 0]], "the title is \(subject.title)")
    if let side = subject.side {
      check(side == values[fields[4, default: 0]], "the other title is \(side)")
    }
    check(subject.text == values[fields[1, default: 0]], "the text is \(subject.text)")
    if subject.isSynchronous {
      let length = values[fields[2, default: number("0")]]
      check("\(subject.length)" == length, "the length is \(subject.length), not \(length)")
    }
    let list = list(fields[3, default: 0])
    check(subject.rows.map(index(of:)) == list, "the rows are \(subject.rows.map(index(of:)))")
    for row in list {
      check(rows[row].name == values[fields[10 + row, default: 0]], "row \(row): \(rows[row].name)")
    }
  }

  private func checkRoundTrip() async {
    lines.append("round trip")
    while !effects.isEmpty {
      await open()
      await settle()
    }
    let fields = fields
    let count = history.undoCount
    for _ in 0..<count { undo() }
    check(history.undoCount == 0, "not all is undone")
    compareFields()
    for _ in 0..<count { redo() }
    await settle()
    check(self.fields == fields, "undo and redo aren't the identity")
    compareFields()
  }
}
