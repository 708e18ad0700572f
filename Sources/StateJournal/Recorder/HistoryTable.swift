package import StateCore
package import StateRecord

/// The steps of a history, as its events have told.
package struct JournalHistory: Sendable {
  /// The number of the history in the process.
  package let number: Int
  /// The stores that it belongs to.
  package fileprivate(set) var stores: [StoreID]
  /// The steps to undo, the oldest first.
  package fileprivate(set) var undo: [HistoryEvent.Step] = []
  /// The steps to redo, the next one first.
  package fileprivate(set) var redo: [HistoryEvent.Step] = []
}

/// The steps of the histories whose stores a journal records.
struct HistoryTable {
  private var histories: [Int: JournalHistory] = [:]

  /// The histories, the oldest first.
  var list: [JournalHistory] { histories.values.sorted { $0.number < $1.number } }

  mutating func add(_ event: HistoryEvent) {
    if event.change == .end {
      histories[event.history] = nil
      return
    }
    var history =
      histories[event.history] ?? JournalHistory(number: event.history, stores: event.stores)
    // All steps in one order, with the position between those to undo and those to redo.
    var steps = history.undo + history.redo
    switch event.change {
    case .list: steps = event.steps
    case .step: for step in event.steps { steps.put(step) }
    case .trim, .remove:
      let removed = Set(event.steps.map(\.number))
      steps.removeAll { removed.contains($0.number) }
    case .undo, .redo, .revert, .end: break
    }
    let position = min(max(event.undoCount, 0), steps.count)
    history.undo = Array(steps[..<position])
    history.redo = Array(steps[position...])
    histories[event.history] = history
  }

  /// Removes a store that isn't recorded any more.
  mutating func remove(_ store: StoreID) {
    for (number, history) in histories where history.stores.contains(store) {
      histories[number]?.stores.removeAll { $0 == store }
      if history.stores == [store] { histories[number] = nil }
    }
  }
}

extension [HistoryEvent.Step] {
  /// Replaces the step with a number, or inserts it in order.
  fileprivate mutating func put(_ step: HistoryEvent.Step) {
    let place = indices.firstPlace { self[$0].number >= step.number }
    if place < count, self[place].number == step.number {
      self[place] = step
    } else {
      insert(step, at: place)
    }
  }
}
