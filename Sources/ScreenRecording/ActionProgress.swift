package import StateCore

/// The order of an action's events: the action is received once, and is dropped or done once.
package struct ActionProgress {
  package enum Event: Equatable {
    case received
    case queued
    case dropped(DropReason)
    case handled
    case done
  }

  private enum Phase {
    case ahead
    case waiting
    /// Its turn has come, but its work has not begun.
    case admitted
    case performing
    case handled
    case over
  }

  private var phase = Phase.ahead
  /// The reason of a cancel that has not dropped the action.
  private var cancelReason: DropReason?

  package init() {}

  /// Whether the action was received and has not ended.
  package var isOpen: Bool { phase != .ahead && phase != .over }

  /// Records a step of the work in the ledger.
  ///
  /// The first step makes the action received. `reason` applies if the action is dropped.
  package mutating func take(_ step: WorkEvent.Step, _ reason: DropReason) -> [Event] {
    var events: [Event] = []
    if phase == .over { return events }
    let isFirst = phase == .ahead
    if isFirst {
      phase = .admitted
      events.append(.received)
    }
    switch step {
    case .waiting:
      guard isFirst else { break }
      phase = .waiting
      events.append(.queued)
    case .started:
      if phase == .waiting { phase = .admitted }
    case .dropped:
      guard isFirst else { break }
      events += drop(reason)
    case .cancelled:
      if phase == .waiting { events += drop(reason) } else { cancelReason = reason }
    case .ended, .done: break
    }
    return events
  }

  /// Records that the work begins.
  package mutating func begin() {
    if isOpen { phase = .performing }
  }

  /// Records that the work has ended.
  package mutating func handle() -> [Event] {
    guard phase == .performing else { return [] }
    phase = .handled
    return [.handled]
  }

  /// Records the end; an action whose work has not begun is dropped.
  package mutating func end(_ reason: DropReason) -> [Event] {
    switch phase {
    case .ahead, .over: return []
    case .waiting, .admitted: return drop(cancelReason ?? reason)
    case .performing, .handled:
      let events = handle()
      phase = .over
      return events + [.done]
    }
  }

  private mutating func drop(_ reason: DropReason) -> [Event] {
    guard isOpen else { return [] }
    phase = .over
    return [.dropped(reason)]
  }
}
