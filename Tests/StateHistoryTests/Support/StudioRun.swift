import StateHistoryPersistence
import StateJournal
import StatePersistence
import StateTestSupport
import StateTesting
import Testing

@testable import StateHistory

/// A program on a store with a history, compared with the model.
@MainActor
final class StudioRun {
  typealias Change = StudioAction.Change

  private(set) var model: StudioModel
  private let clock = TestClock()
  private let recordsJournal: Bool
  private let memory: PersistenceMemory?
  private var subject: (any StudioSubject)?
  private var history: History?
  private var journal: Journal?
  private var saved: SavedState<Studio>?
  private var objects: [Int: Item] = [:]
  private var gates: [Int: Gate] = [:]
  private var gateOfView: Gate?
  private var marks: [Int: HistoryMark] = [:]
  private var elements = AsyncStream.makeStream(of: StudioAction.Element.self)
  private var errors: [SavedStateError.Code] = []
  private(set) var steps: [StudioStep] = []
  private(set) var problems: [String] = []

  private struct Failure: Error {}

  init(_ model: StudioModel, recordsJournal: Bool, saves: Bool) async {
    self.model = model
    self.recordsJournal = recordsJournal
    memory = saves ? PersistenceMemory() : nil
    await begin()
  }

  private func begin() async {
    let state = Studio()
    if let memory {
      do { saved = try await SavedStates.attach(state, to: .memory(memory), clock: clock) } catch {
        problems.append("\(error)")
      }
    }
    let subject: any StudioSubject =
      if model.isFeature {
        FeatureStudio(state, clock, hasSide: model.hasSide)
      } else {
        await ScreenStudio(state, clock, hasSide: model.hasSide)
      }
    self.subject = subject
    let history = subject.makeHistory(model.limits, model.isCancelling ? .cancel : .continue)
    self.history = history
    if let memory {
      do {
        try await history.persist(to: .memory(memory, key: "history")) { [weak self] error in
          self?.errors.append(error.code)
        }
      } catch { problems.append("\(error)") }
    }
    journal = recordsJournal ? Journal() : nil
    if let journal { subject.record(in: journal) }
    elements = AsyncStream.makeStream(of: StudioAction.Element.self)
    subject.send(.watch(elements.stream))
    await settle()
  }

  /// Releases the stores; returns whether nothing keeps them.
  private func end() async -> Bool {
    weak let recorder = history?.recorder
    weak let store = subject
    await release()
    return recorder == nil && store == nil
  }

  private func release() async {
    journal?.resume()
    elements.continuation.finish()
    journal = nil
    history = nil
    let state = subject?.state
    subject = nil
    withExtendedLifetime(state) {}
    if let saved {
      await settle()
      await saved.flush()
      await saved.detach()
    }
    saved = nil
    for gate in gates.values { gate.open() }
    gates = [:]
    gateOfView?.open()
    gateOfView = nil
    await settle()
  }

  // MARK: Steps

  func make(_ step: StudioStep) async {
    steps.append(step)
    let expected = model.make(step)
    var result: Bool?
    if case .launch = step { await launch() } else { result = await perform(step) }
    check(result == expected, "returned \(result as Any)")
    await settle()
    openGatesOfCancelled()
    await settle()
    compare()
  }

  /// Effects that an undo has cancelled change nothing any more.
  private func openGatesOfCancelled() {
    let running = Set(model.effects.map(\.number))
    for (number, gate) in gates where !running.contains(number) {
      gate.open()
      gates[number] = nil
    }
  }

  private func perform(_ step: StudioStep) async -> Bool? {
    guard let subject, let history else { return nil }
    let number = steps.count
    switch step {
    case .change(let changes): subject.send(.change(number, change(changes)))
    case .edit(let changes): subject.send(.edit(number, change(changes)))
    case .server(let changes): subject.send(.server(number, change(changes)))
    case .later(let effect, let changes, let late, let cleanUp):
      let gate = Gate()
      gates[effect] = gate
      let cleaning = cleanUp.isEmpty ? nil : change(cleanUp)
      subject.send(.later(number, change(changes), gate, change(late), cleanUp: cleaning))
    case .open(let number): gates.removeValue(forKey: number)?.open()
    case .name(let serial, let name):
      let item = object(serial)
      if !subject.name(item, name) { subject.send(.edit(number) { _ in item.name = name }) }
    case .observe(let changes):
      elements.continuation.yield(StudioAction.Element(change: change(changes)))
    case .present(let changes, let late, let undoes):
      let gate = Gate()
      gateOfView = gate
      subject.present(
        StudioWork.Script(change: change(changes), gate: gate, late: change(late))
      )
      if undoes { return history.undo() }
    case .openPresented: if model.presented?.isDone == true { gateOfView?.open() }
    case .dismiss: subject.present(nil)
    case .write(let changes): change(changes)(subject.state)
    case .group(let actions, let fails, let suspends):
      await group(actions, number, fails: fails, suspends: suspends)
    case .side(let title): subject.sendToSide(.change(number) { $0.title = title })
    case .endSide: subject.endSide()
    case .undo: return history.undo()
    case .redo: return history.redo()
    case .mark: marks[model.marks.last ?? 0] = history.mark()
    case .revert(let number): return marks[number].map { history.revert(to: $0) } ?? false
    case .separate: history.separate()
    case .clear: history.clear()
    case .wait(let duration): await clock.advance(by: .milliseconds(duration))
    case .travel(let place): travel(to: place)
    case .resume: journal?.resume()
    case .launch: break
    }
    return nil
  }

  private func group(
    _ actions: [[StudioStep.Assignment]],
    _ number: Int,
    fails: Bool,
    suspends: Bool
  ) async {
    let actions = actions.enumerated().map { index, changes in
      StudioAction.change(number * 100 + index, change(changes))
    }
    if suspends {
      try? await history?.group("group") {
        for action in actions {
          await subject?.run(action)
          await settle()
        }
        if fails { throw Failure() }
      }
    } else {
      try? history?.group("group") {
        for action in actions { subject?.send(action) }
        if fails { throw Failure() }
      }
    }
  }

  private func travel(to place: Double) {
    guard let journal, let first = journal.entries.first, let last = journal.entries.last else {
      return check(false, "no journal")
    }
    let number = first.number + Int(Double(last.number - first.number) * place)
    check(journal.travel(to: number), "no travel")
  }

  private func launch() async {
    await settle()
    await clock.advance(by: .milliseconds(300))
    await settle()
    await clock.advance(by: .milliseconds(300))
    await settle()
    check(await saved?.flush() ?? false, "not saved")
    await settle()
    await release()
    marks = [:]
    objects = [:]
    errors = []
    await begin()
    check(errors == (model.hasLostSteps ? [.otherValues] : []), "launch: \(errors)")
  }

  // MARK: Objects

  private func object(_ serial: Int) -> Item {
    if let object = objects[serial] { return object }
    let object = Item(serial, counts: model.countsStarts)
    objects[serial] = object
    return object
  }

  private func change(_ changes: [StudioStep.Assignment]) -> Change {
    { [self] state in
      for change in changes { assign(change, state) }
    }
  }

  private func items(of state: Studio) -> [Item] {
    var found: [Item] = []
    var open = [state.lead].compactMap(\.self) + state.items + state.named.values
    switch state.shelf {
    case .item(let item), .other(let item): open.append(item)
    case .label, nil: break
    }
    while let item = open.popLast() {
      found.append(item)
      if let inner = item.inner { open.append(inner) }
    }
    return found
  }

  private func assign(_ change: StudioStep.Assignment, _ state: Studio) {
    let children = change.content.serials.map { object($0) }
    switch (change.field, change.content) {
    case (.title, .text(let text)): state.title = text
    case (.low, .number(let number)): state.low = number
    case (.high, .number(let number)): state.high = number
    case (.cursor, .number(let number)): state.cursor = number
    case (.lead, .children): state.lead = children.first
    case (.shelf, .label(let text)): state.shelf = .label(text)
    case (.shelf, .children(let places)):
      state.shelf = children.first.map { places[0].name == "item" ? .item($0) : .other($0) }
    case (.items, .children): state.items = children
    case (.named, .children(let places)):
      state.named = Dictionary(uniqueKeysWithValues: zip(places.map(\.name), children))
    case (.name, .text(let text)): object(change.object).name = text
    case (.inner, .children): object(change.object).inner = children.first
    default: check(false, "\(change)")
    }
  }

  // MARK: Comparison

  private func check(_ isTrue: Bool, _ problem: String) {
    if !isTrue { problems.append(problem) }
  }

  private func compare() {
    guard let history, let subject else { return check(false, "no history") }
    let expected = model.reference.settled
    let (undoable, redoable) = (expected.undoable, expected.redoable)
    check(history.undoCount == undoable.count, "\(history.undoCount), not \(undoable.count) steps")
    check(history.redoCount == redoable.count, "\(history.redoCount), not \(redoable.count) redos")
    check(history.canUndo == (!undoable.isEmpty && !model.isTravelling), "canUndo")
    check(history.canRedo == (!redoable.isEmpty && !model.isTravelling), "canRedo")
    var stack = history.recorder.stack
    stack.settle()
    check(stack.bytes <= model.limits.bytes, "too many bytes")
    for (number, mark) in marks {
      let canRevert = expected.canRevert(to: number) && !model.isTravelling
      check(history.canRevert(to: mark) == canRevert, "mark \(number)")
    }
    if let side = subject.side { check(.text(side) == model.content(-1, .title), "side: \(side)") }
    if !model.isTravelling { compareValues(subject.state) }
  }

  private func compareValues(_ state: Studio) {
    for field in StudioStep.Field.allCases where !StudioStep.Field.ofItem.contains(field) {
      let (found, expected) = (content(field, state), model.content(0, field))
      check(found == expected, "\(field) is \(found), not \(expected)")
    }
    for item in items(of: state) {
      check(object(item.serial, found: item) === item, "another object \(item.serial)")
      for field in StudioStep.Field.ofItem {
        let (found, expected) = (content(field, item), model.content(item.serial, field))
        check(found == expected, "\(field) of \(item.serial) is \(found), not \(expected)")
      }
    }
  }

  /// Returns the object of a serial number, which a launch has made.
  private func object(_ serial: Int, found item: Item) -> Item {
    if objects[serial] == nil { objects[serial] = item }
    return object(serial)
  }

  private func content(_ field: StudioStep.Field, _ state: Studio) -> StudioStep.Content {
    switch field {
    case .title: .text(state.title)
    case .low: .number(state.low)
    case .high: .number(state.high)
    case .cursor: .number(state.cursor)
    case .lead: .children([state.lead].compactMap(\.self).map { .init(serial: $0.serial) })
    case .items: .children(state.items.map { .init(serial: $0.serial) })
    case .named:
      .children(
        state.named.sorted { $0.key < $1.key }.map { .init(name: $0.key, serial: $0.value.serial) }
      )
    case .shelf:
      switch state.shelf {
      case .label(let text): .label(text)
      case .item(let item): .children([.init(name: "item", serial: item.serial)])
      case .other(let item): .children([.init(name: "other", serial: item.serial)])
      case nil: .children([])
      }
    case .name, .starts, .inner: .number(-1)
    }
  }

  private func content(_ field: StudioStep.Field, _ item: Item) -> StudioStep.Content {
    switch field {
    case .name: .text(item.name)
    case .starts: .number(item.starts)
    default: .children([item.inner].compactMap(\.self).map { .init(serial: $0.serial) })
    }
  }

  // MARK: End

  var lines: [String] { steps.map { "\($0)" } }

  /// Removes steps from a failing program while it fails.
  static func shortened(
    _ steps: [StudioStep],
    _ model: StudioModel,
    _ recordsJournal: Bool,
    _ saves: Bool
  ) async -> StudioRun {
    func run(_ steps: [StudioStep]) async -> StudioRun {
      let run = await StudioRun(model, recordsJournal: recordsJournal, saves: saves)
      for step in steps where run.problems.isEmpty { await run.make(step) }
      await run.finish()
      return run
    }
    var best = await run(steps)
    var isShorter = true
    while isShorter, !best.problems.isEmpty {
      isShorter = false
      for index in best.steps.indices.reversed() where index < best.steps.count {
        var fewer = best.steps
        fewer.remove(at: index)
        let shorter = await run(fewer)
        if shorter.problems.isEmpty || shorter.steps.count >= best.steps.count { continue }
        best = shorter
        isShorter = true
      }
    }
    return await run(best.steps)
  }

  /// Undoes and redoes everything, and releases the stores.
  func finish() async {
    if problems.isEmpty { await checkRoundTrip() }
    let isReleased = await end()
    check(isReleased, "a store or a history is kept")
  }

  /// Undoes and redoes all steps, and returns to the same values.
  private func checkRoundTrip() async {
    if model.isTravelling { await make(.resume) }
    while let effect = model.effects.first, problems.isEmpty { await make(.open(effect.number)) }
    let state = subject.map { subject in
      StudioStep.Field.allCases.map { content($0, subject.state) }
    }
    let (count, setterCount) = (model.reference.settled.undoable.count, model.setterCount)
    let redoCount = model.reference.redoable.count
    for _ in 0..<count where problems.isEmpty { await make(.undo) }
    let left = model.reference.redoable.count - redoCount
    for _ in 0..<count where problems.isEmpty { await make(.redo) }
    guard let subject, problems.isEmpty, left == count, model.setterCount == setterCount
    else { return }
    let end = StudioStep.Field.allCases.map { content($0, subject.state) }
    check(state == end, "undo and redo aren't the identity")
  }
}
