import StateEngine

/// The list of a store's effects; safe to use from any context.
struct EffectTable<Action: Sendable>: Sendable {
  let work: RunningWork
  let owner: RunningWork.ID

  /// The running effects, in the order of their start.
  ///
  /// A composition is there only while none of its parts is.
  var effects: [RunningEffect<Action>] {
    work.work(below: owner).compactMap { listed in
      guard let label = listed.label as? EffectLabel<Action> else { return nil }
      return RunningEffect(
        name: label.name,
        id: listed.key?.value,
        action: label.action,
        fileID: label.origin.fileID,
        line: label.origin.line,
        start: label.start,
        state: state(listed.state)
      )
    }
  }

  private func state(_ state: RunningWork.Ledger.Listed.State) -> RunningEffect<Action>.State {
    switch state {
    case .waiting: .waiting
    case .running: .running
    case .cancelled: .cancelled
    }
  }
}
