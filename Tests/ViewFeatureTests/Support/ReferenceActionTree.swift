/// What `ActionTree` has to be equal to, seen from outside: the same rules, with nothing ever removed
/// or dissolved.
struct ReferenceActionTree {
  enum Phase {
    case queued
    case running
    case handled
  }

  struct Node {
    var parent: Int?
    var phase: Phase
    var effects = 0
    var handles = 0
    var isCancelled = false
    var finisher: String?
    var completionWaiters: [String] = []
    var handledWaiters: [String] = []

    var isActive: Bool { phase != .handled || effects > 0 }
    var isWatched: Bool {
      handles > 0 || finisher != nil || !completionWaiters.isEmpty || !handledWaiters.isEmpty
    }
  }

  private(set) var nodes: [Node] = []

  func isDone(_ id: Int) -> Bool {
    nodes[id].finisher == nil && isReadyToFinish(id)
  }

  mutating func insert(parent: Int?, isQueued: Bool, finisher: String?) -> Int {
    var node = Node(parent: parent, phase: isQueued ? .queued : .running)
    node.finisher = finisher
    if let parent { node.isCancelled = nodes[parent].isCancelled }
    nodes.append(node)
    return nodes.count - 1
  }

  mutating func dequeue(_ id: Int) -> Bool {
    guard nodes[id].phase == .queued else { return false }
    nodes[id].phase = .running
    return true
  }

  mutating func beginWork(_ id: Int) -> Bool {
    if nodes[id].isCancelled { return false }
    nodes[id].effects += 1
    return true
  }

  mutating func takeHandle(_ id: Int) {
    nodes[id].handles += 1
  }

  mutating func dropHandle(_ id: Int) {
    nodes[id].handles -= 1
  }

  mutating func endWork(_ id: Int) -> Set<String> {
    nodes[id].effects -= 1
    return takeWaiters()
  }

  mutating func endHandler(_ id: Int) -> Set<String> {
    nodes[id].phase = .handled
    return takeWaiters()
  }

  mutating func waitForCompletion(of id: Int, _ waiter: String) -> Bool {
    if isDone(id) { return false }
    nodes[id].completionWaiters.append(waiter)
    return true
  }

  mutating func waitForHandler(of id: Int, _ waiter: String) -> Bool {
    if nodes[id].phase == .handled { return false }
    nodes[id].handledWaiters.append(waiter)
    return true
  }

  /// Answers the actions with running work that the cancel reaches, and who is to be told.
  mutating func cancel(_ id: Int) -> (reached: Set<Int>, waiters: Set<String>) {
    cancel(Set(nodes.indices.filter { $0 == id || (isPart($0, of: id) && !isDone($0)) }))
  }

  mutating func cancelAll() -> (reached: Set<Int>, waiters: Set<String>) {
    cancel(Set(nodes.indices.filter { !isDone($0) || nodes[$0].handles > 0 }))
  }

  private mutating func cancel(_ ids: Set<Int>) -> (reached: Set<Int>, waiters: Set<String>) {
    let reached = ids.filter { nodes[$0].isActive }
    for id in ids {
      nodes[id].isCancelled = true
      if nodes[id].phase == .queued { nodes[id].phase = .handled }
    }
    return (reached, takeWaiters())
  }

  private mutating func takeWaiters() -> Set<String> {
    var waiters: Set<String> = []
    for id in nodes.indices where isReadyToFinish(id) {
      guard let finisher = nodes[id].finisher else { continue }
      waiters.insert(finisher)
      nodes[id].finisher = nil
      nodes[id].effects += 1
    }
    for id in nodes.indices {
      if nodes[id].phase == .handled {
        waiters.formUnion(nodes[id].handledWaiters)
        nodes[id].handledWaiters = []
      }
      if isDone(id) {
        waiters.formUnion(nodes[id].completionWaiters)
        nodes[id].completionWaiters = []
      }
    }
    return waiters
  }

  private func isReadyToFinish(_ id: Int) -> Bool {
    !nodes[id].isActive && children(of: id).allSatisfy(isDone)
  }

  private func children(of id: Int) -> [Int] {
    nodes.indices.filter { nodes[$0].parent == id }
  }

  private func isPart(_ id: Int, of ancestor: Int) -> Bool {
    var next = nodes[id].parent
    while let id = next {
      if id == ancestor { return true }
      next = nodes[id].parent
    }
    return false
  }
}
