extension WorkLedger {
  /// A piece of work in a list of what an owner runs.
  package struct Listed {
    package enum State: Sendable {
      case waiting
      case running
      case cancelled
    }

    package let label: any WorkLabel
    /// The innermost id that reaches it.
    package let key: TaskKey?
    package let state: State
  }

  /// The work below an owner that has a label, in the order in which it was begun.
  ///
  /// A composition is there only while none of its parts is.
  package func work(below owner: ID) -> [Listed] {
    guard contains(owner) else { return [] }
    return nodesBelow(owner.slot)
      .filter { self[$0].isWork && self[$0].workCount == 0 }
      .sorted { self[$0].generation < self[$1].generation }
      .compactMap { slot in
        self[slot].label.map {
          Listed(label: $0, key: innermostKey(of: slot), state: state(of: slot))
        }
      }
  }

  private func state(of slot: Int32) -> Listed.State {
    guard self[slot].isLive else { return .cancelled }
    guard self[slot].hasBegun, case .work(let kind) = self[slot].role else { return .waiting }
    return kind == .composition ? .waiting : .running
  }

  private func innermostKey(of slot: Int32) -> TaskKey? {
    if let alias = self[slot].aliases.last { return lanes[Int(alias)].key?.key }
    var next = slot
    while next >= 0 {
      if self[next].lane >= 0 { return lanes[Int(self[next].lane)].key?.key }
      next = self[next].parent
    }
    return nil
  }
}
