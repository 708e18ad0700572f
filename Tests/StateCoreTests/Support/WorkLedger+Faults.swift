@testable import StateCore

extension WorkLedger {
  /// The inconsistencies between the ledger's counts and links and its nodes.
  var faults: [String] {
    let used = nodes.indices.filter {
      if case .none = nodes[$0].role { false } else { true }
    }
    return countFaults(used) + used.flatMap(nodeFaults) + laneFaults(used)
  }

  private func countFaults(_ used: [Int]) -> [String] {
    let work = used.filter { nodes[$0].isWork }
    let unhandled = used.count { nodes[$0].action?.isHandled == false }
    return different("count", count, used.count)
      + different("repeatingCount", repeatingCount, work.count { nodes[$0].keepsClaims })
      + different("liveCount", liveCount, work.count { nodes[$0].isLive })
      + different("unfinishedCount", unfinishedCount, work.count + unhandled)
      + different(
        "runningCount",
        runningCount,
        work.count { !isGroup($0) && runs($0) && !children($0).contains(where: runs) }
      )
  }

  private func nodeFaults(_ slot: Int) -> [String] {
    let node = nodes[slot]
    let children = children(slot)
    let work = children.filter { nodes[$0].isWork }
    var faults =
      different("workCount of \(slot)", node.workCount, work.count)
      + different("liveWorkCount of \(slot)", node.liveWorkCount, work.count(where: runs))
      + different("lastChild of \(slot)", node.lastChild, children.last ?? -1)
    for child in children where nodes[child].parent != slot {
      faults.append("\(child) has another parent than \(slot)")
    }
    // A cancel reaches everything below.
    if !node.isLive, children.contains(where: { nodes[$0].isLive }), node.action?.isDone != true {
      faults.append("\(slot) was cancelled, and not all below it")
    }
    if !node.isLive, !attachments[slot].aliases.isEmpty { faults.append("\(slot) keeps aliases") }
    if !node.isLive, claims[slot] != nil { faults.append("\(slot) keeps claims") }
    return faults
  }

  private func laneFaults(_ used: [Int]) -> [String] {
    var faults = different("lanes", lanes.count, laneIndices.all.count + freeLanes.count)
    for (key, lane) in laneIndices.all {
      let index = lanes[lane]
      let members = used.filter {
        nodes[$0].lane == lane && (nodes[$0].hasBegun || nodes[$0].isLive)
      }
      let reached = members + used.filter { attachments[$0].aliases.contains(lane) }
      let live = Set(reached.filter { nodes[$0].isLive }.map { id(of: $0) })
      faults += different("live of \(key.key)", Set(self.members(of: lane)), live)
      faults += different(
        "running of \(key.key)",
        index.runningCount,
        members.count { nodes[$0].hasBegun }
      )
      faults += different(
        "live running of \(key.key)",
        index.liveRunningCount,
        members.count(where: runs)
      )
      let waiting = members.filter {
        nodes[$0].isLive && !nodes[$0].hasBegun && index.pending != id(of: $0)
      }
      faults += different("waiting of \(key.key)", index.waitingCount, waiting.count)
      if let timer = index.timer, lanesByTimer[timer] != lane {
        faults.append("timer of \(key.key)")
      }
      if index.isEmpty, !used.contains(where: { nodes[$0].lane == lane }) {
        faults.append("\(key.key) is kept")
      }
      let first = index.waiting.elements.first { contains($0.id) && nodes[$0.id.slot].isLive }
      if let first, index.runningCount < first.limit { faults.append("\(key.key) stands still") }
    }
    for (lane, queue) in claimants {
      let claiming = claims.filter { $0.value.contains(lane) }.keys.map { id(of: $0) }
      faults += different("claims of \(lane.key)", Set(queue.all), Set(claiming))
    }
    return faults + different("timers", lanesByTimer.count, lanes.count { $0.timer != nil })
  }

  private func children(_ slot: Int) -> [Int] {
    var children: [Int] = []
    var next = nodes[slot].firstChild
    while next >= 0 {
      children.append(next)
      next = nodes[next].next
    }
    return children
  }

  private func isGroup(_ slot: Int) -> Bool {
    if case .work(.group) = nodes[slot].role { true } else { false }
  }

  private func runs(_ slot: Int) -> Bool {
    guard nodes[slot].isWork, nodes[slot].isLive, nodes[slot].hasBegun else { return false }
    return !isGroup(slot) || children(slot).contains(where: runs)
  }

  private func different<Value: Equatable>(
    _ name: String,
    _ value: Value,
    _ expected: Value
  ) -> [String] {
    value == expected ? [] : ["\(name) is \(value), not \(expected)"]
  }
}
