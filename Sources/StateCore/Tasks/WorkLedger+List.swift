extension WorkLedger {
  /// An item in the list of an owner's work.
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

  /// Returns the labelled work below an owner, in the order of its beginning.
  ///
  /// A composition is listed only while none of its parts is.
  package func work(below owner: ID) -> [Listed] {
    guard contains(owner) else { return [] }
    return nodesBelow(owner.slot)
      .filter { nodes[$0].isWork && nodes[$0].workCount == 0 }
      .sorted { nodes[$0].generation < nodes[$1].generation }
      .compactMap { slot in
        attachments[slot].label.map {
          Listed(label: $0, key: innermostKey(of: slot), state: state(of: slot))
        }
      }
  }

  private func state(of slot: Int) -> Listed.State {
    guard nodes[slot].isLive else { return .cancelled }
    guard nodes[slot].hasBegun, case .work(let kind) = nodes[slot].role else { return .waiting }
    return kind == .composition ? .waiting : .running
  }

  private func innermostKey(of slot: Int) -> TaskKey? {
    if let alias = attachments[slot].aliases.last { return lanes[alias].key?.key }
    var next = slot
    while next >= 0 {
      if nodes[next].lane >= 0 { return lanes[nodes[next].lane].key?.key }
      next = nodes[next].parent
    }
    return nil
  }
}
