package import StateCore

/// A change of the steps of a history.
public struct HistoryEvent: Hashable, Sendable {
  /// The number of the history in the process.
  public let history: Int
  /// What changed.
  public let change: Change
  /// The steps that changed.
  public let steps: [Step]
  /// The number of steps to undo afterwards.
  public let undoCount: Int
  /// The number of steps to redo afterwards.
  public let redoCount: Int
  /// The stores of the history; empty in a session.
  package let stores: [StoreID]

  package init(
    history: Int,
    change: Change,
    steps: [Step],
    undoCount: Int,
    redoCount: Int,
    stores: [StoreID] = []
  ) {
    self.history = history
    self.change = change
    self.steps = steps
    self.undoCount = undoCount
    self.redoCount = redoCount
    self.stores = stores
  }

  /// The kind of a change.
  public enum Change: String, Hashable, Sendable {
    /// A recording began. The steps are all of the history, those to undo first.
    case list
    /// A step was added, or contains more or fewer changes than before.
    case step
    /// A step was undone. The next changes are its own.
    case undo
    /// A step was redone. The next changes are its own.
    case redo
    /// Steps were undone in one turn, the newest first. The next changes are their own.
    case revert
    /// A limit removed steps.
    case trim
    /// Steps were removed because their fields changed otherwise, or because others replace them.
    case remove
    /// The history ended.
    case end
  }

  /// A step of a history.
  public struct Step: Hashable, Sendable {
    /// The number of the step in the history.
    public let number: Int
    /// The name of the step, if it has one.
    public let name: String?
    /// The names of the fields that it changes, prefixed by the children that lead to them, in order.
    public let fields: [String]
    /// The approximate size of the step in bytes.
    public let bytes: Int

    package init(number: Int, name: String?, fields: [String], bytes: Int) {
      self.number = number
      self.name = name
      self.fields = fields
      self.bytes = bytes
    }
  }
}

extension HistoryEvent {
  /// The approximate size in bytes.
  var size: Int {
    steps.reduce(16 * stores.count) { sum, step in
      step.fields.reduce(sum + 64 + (step.name?.utf8.count ?? 0)) { $0 + 16 + $1.utf8.count }
    }
  }

  /// The same event, as a session contains it.
  package var withoutStores: HistoryEvent {
    HistoryEvent(
      history: history,
      change: change,
      steps: steps,
      undoCount: undoCount,
      redoCount: redoCount
    )
  }

  /// Whether the next changes of the history's fields are those of its steps.
  package var isMove: Bool {
    switch change {
    case .undo, .redo, .revert: true
    case .list, .step, .trim, .remove, .end: false
    }
  }
}
