import StateRecord

extension HistoryEvent {
  /// A readable description: `undo of step 3 "Delete Task" (tasks), 512 bytes; 2 to undo, 1 to redo`.
  var text: String {
    switch change {
    case .list: "has a history\(counts)"
    case .step: "has \(list)\(counts)"
    case .undo: "undoes \(list)\(counts)"
    case .redo: "redoes \(list)\(counts)"
    case .revert: "reverts \(list)\(counts)"
    case .trim: "loses \(list) by a limit\(counts)"
    case .remove: "loses \(list)\(counts)"
    case .end: "has ended its history"
    }
  }

  /// Returns the number of a step with its name.
  func text(ofStep step: Step) -> String {
    "step \(step.number)\(step.name.map { " \"\($0)\"" } ?? "")"
  }

  private var list: String {
    let longest = 8
    let shown = steps.prefix(longest).map { step in
      let fields = step.fields.prefix(longest).joined(separator: ", ")
      let rest = step.fields.count > longest ? ", …" : ""
      return "\(text(ofStep: step)) (\(fields)\(rest); \(step.bytes) bytes)"
    }
    return shown.joined(separator: ", ") + (steps.count > longest ? ", …" : "")
  }

  private var counts: String { ": \(undoCount) to undo, \(redoCount) to redo" }
}
