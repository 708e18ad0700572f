package import StateCore

/// The list of a store's effects; safe to use from any context.
package struct EffectTable<Action: Sendable>: Sendable {
  package let work: RunningWork
  let owner: RunningWork.ID

  /// The running effects, in the order of their start.
  ///
  /// A composition is listed only while none of its parts is.
  package var effects: [RunningEffect<Action>] {
    work.work(below: owner).compactMap { listed in
      guard let label = listed.label as? EffectLabel else { return nil }
      return RunningEffect(
        name: label.name,
        id: listed.key?.value,
        action: label.cause.action as? Action,
        change: label.cause.action as? FieldChange,
        hook: label.cause.action as? LifeCycleCause,
        fileID: label.cause.origin.fileID,
        line: label.cause.origin.line,
        start: label.start,
        state: state(listed.state)
      )
    }
  }

  private func state(_ state: WorkLedger.Listed.State) -> RunningEffect<Action>.State {
    switch state {
    case .waiting: .waiting
    case .running: .running
    case .cancelled: .cancelled
    }
  }
}

/// The entry of an effect in the list of its store's effects.
package final class EffectLabel: WorkLabel {
  package let name: String?
  let cause: EffectCause
  let start = ContinuousClock.now
  /// The place where the action of the effect was sent.
  package var place: SendPlace { cause.origin.place }

  init(_ name: String?, _ cause: EffectCause) {
    self.name = name
    self.cause = cause
  }
}
