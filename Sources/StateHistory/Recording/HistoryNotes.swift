import StateCore
import StateFields
import StateRecord

/// What the journals know about the steps of a history.
struct HistoryNotes {
  /// The number of the history in the process.
  let number = SerialNumber.next()
  /// The steps in their last events; `nil` if no journal takes them.
  var told: [Int: HistoryEvent.Step]?
  /// The last turn after which `tell` runs.
  var turn: Int?
}

/// The history's events for journals.
///
/// Without a journal, nothing is described.
extension HistoryRecorder {
  /// Tells journals what has changed since the last time.
  func tell() {
    guard EventCenter.takesHistories else {
      if notes.told != nil { stopTelling() }
      return
    }
    guard var told = notes.told else { return tellAll() }
    let touched = takeTouched()
    if touched.isEmpty { return }
    var changed: [HistoryEvent.Step] = []
    var removed: [(step: HistoryEvent.Step, byLimit: Bool)] = []
    for (number, byLimit) in touched.sorted(by: { $0.key < $1.key }) {
      guard let step = stack.step(number: number) else {
        if let old = told.removeValue(forKey: number) { removed.append((old, byLimit)) }
        continue
      }
      let new = describe(step)
      if told.updateValue(new, forKey: number) != new { changed.append(new) }
    }
    notes.told = told
    emit(.trim, removed.filter(\.byLimit).map(\.step))
    emit(.remove, removed.filter { !$0.byLimit }.map(\.step))
    for step in changed { emit(.step, [step]) }
  }

  /// Tells journals what has changed after this turn, because each change would describe the whole step.
  func tellLater() {
    guard EventCenter.takesHistories else { return tell() }
    let turn = Frame.turnNumber
    if notes.turn == turn { return }
    notes.turn = turn
    ImmediateTask.detached { @MainActor [weak self] in self?.tell() }
  }

  /// Tells journals that steps were undone or redone, before the changes.
  func tell(_ move: Move, _ steps: [Int]) {
    guard let told = notes.told else { return }
    let change: HistoryEvent.Change =
      switch move {
      case .undo: .undo
      case .redo: .redo
      case .revert: .revert
      }
    emit(change, steps.compactMap { told[$0] })
  }

  /// Tells a journal that begins to record a store which steps exist.
  func tellAll() {
    guard EventCenter.takesHistories else { return }
    follow(true)
    let steps = stack.allSteps.map { describe($0) }
    notes.told = Dictionary(uniqueKeysWithValues: steps.map { ($0.number, $0) })
    emit(.list, steps)
  }

  /// Tells journals that the history has ended.
  func tellEnd() {
    guard let told = notes.told else { return }
    if !told.isEmpty || !stores.isEmpty { emit(.end, [], isEnd: true) }
    stopTelling()
  }

  private func stopTelling() {
    notes.told = nil
    follow(false)
  }

  private var stores: [StoreID] { scopes.all.map(\.id) }

  private func emit(
    _ change: HistoryEvent.Change,
    _ steps: [HistoryEvent.Step],
    isEnd: Bool = false
  ) {
    guard let store = stores.first, isEnd || !steps.isEmpty else { return }
    let redoCount = stack.redoCount
    let event = HistoryEvent(
      history: notes.number,
      change: change,
      steps: steps,
      undoCount: isEnd ? 0 : stack.allSteps.count - redoCount,
      redoCount: isEnd ? 0 : redoCount,
      stores: stores
    )
    EventCenter.emit(.history(event), of: store)
  }

  private func describe(_ step: Stack.Step) -> HistoryEvent.Step {
    let names = step.fields.keys.map { name(of: $0) }
    return HistoryEvent.Step(
      number: step.id,
      name: step.name,
      fields: Set(names).sorted(),
      bytes: step.bytes
    )
  }

  private func name(of key: FieldKey) -> String {
    guard let way = scopes.way(to: key) else {
      // No state contains the object.
      let shape = key.object.shape
      return "\(ValueText.name(of: shape.type)).\(shape.fields[key.field].name)"
    }
    return way.fields.map { $0.object.shape.fields[$0.field].name }.joined(separator: ".")
  }
}
