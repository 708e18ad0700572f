import StateTestSupport
import StateTesting
import Testing

@testable import ViewFeature

/// Compares `ActionTree` with a model that never removes anything.
@Suite struct ActionTreeRandomTests {
  /// A tree and its model, which are given the same operations.
  struct Pair {
    var tree = ActionTree()
    var model = ReferenceActionTree()
    var random: SeededGenerator
    var lastWaiter = 0
    let told = LockIsolated<Set<String>>([])

    init(seed: Int) {
      random = SeededGenerator(seed: seed)
    }
  }

  @Test(.notRepeated, arguments: 0..<10)
  func behavesLikeATreeThatKeepsEverything(block: Int) {
    for seed in (block * 100)..<(block * 100 + 100) {
      var pair = Pair(seed: seed)
      for step in 0..<60 {
        pair.doSomething()
        let difference = pair.difference()
        #expect(difference == nil, "seed \(seed), step \(step)")
        if difference != nil { return }
      }
      pair.finish()
      #expect(pair.difference() == nil, "seed \(seed), at the end")
      #expect(pair.tree.count == 0, "seed \(seed)")
      #expect(pair.told.value.count == pair.lastWaiter, "seed \(seed)")
    }
  }
}

extension ActionTreeRandomTests.Pair {
  mutating func doSomething() {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5: insert()
    case 5, 6: pick { $0.phase == .queued }.map { dequeue($0) }
    case 7...9: pick { $0.phase == .running }.map { endHandler($0) }
    case 10: pick(\.isActive).map { beginWork($0) }
    case 11...13: pick { $0.effects > 0 }.map { endWork($0) }
    case 14: pick(\.isActive).map { takeHandle($0) }
    case 15: pick { $0.handles > 0 }.map { dropHandle($0) }
    case 16, 17: pick { $0.handles > 0 }.map { waitForCompletion(of: $0) }
    case 18: pick { $0.handles > 0 }.map { waitForHandler(of: $0) }
    default:
      if Int.random(in: 0..<20, using: &random) == 0 {
        cancelAll()
      } else {
        pick { $0.handles > 0 }.map { cancel($0) }
      }
    }
  }

  /// Ends all that is still going on.
  mutating func finish() {
    // A parent's finisher comes after its children's.
    while model.nodes.contains(where: { $0.isActive || $0.isWatched }) { finishOnce() }
  }

  private mutating func finishOnce() {
    for id in model.nodes.indices {
      if model.nodes[id].phase == .queued { dequeue(id) }
      if model.nodes[id].phase == .running { endHandler(id) }
      while model.nodes[id].effects > 0 { endWork(id) }
      while model.nodes[id].handles > 0 { dropHandle(id) }
    }
  }

  /// In what the two differ to somebody who may look.
  func difference() -> String? {
    for (id, node) in model.nodes.enumerated() {
      if node.isActive || node.isWatched {
        if tree.isDone(id) != model.isDone(id) { return "isDone(\(id))" }
        if tree.isHandled(id) != (node.phase == .handled) { return "isHandled(\(id))" }
        if tree.isCancelled(id) != node.isCancelled { return "isCancelled(\(id))" }
      } else if model.isDone(id), !tree.isDone(id) || !tree.isHandled(id) {
        return "end of \(id)"
      }
    }
    let needed = model.nodes.count { $0.isActive || $0.isWatched }
    return tree.count == needed ? nil : "count is \(tree.count), not \(needed)"
  }

  private mutating func pick(_ isEligible: (ReferenceActionTree.Node) -> Bool) -> Int? {
    model.nodes.indices.filter { isEligible(model.nodes[$0]) }.randomElement(using: &random)
  }

  private mutating func insert() {
    let isRoot = Int.random(in: 0..<4, using: &random) == 0
    let parent = isRoot ? nil : pick(\.isActive)
    let isQueued = Bool.random(using: &random)
    let finisher = Int.random(in: 0..<3, using: &random) == 0 ? makeWaiter() : nil
    let id = model.insert(parent: parent, isQueued: isQueued, finisher: finisher?.name)
    tree.insert(id, parent: parent, isQueued: isQueued, finisher: finisher?.body)
    if Bool.random(using: &random) { takeHandle(id) }
  }

  private mutating func dequeue(_ id: Int) {
    let (isTaken, expected) = (tree.dequeue(id), model.dequeue(id))
    #expect(isTaken == expected)
  }

  private mutating func beginWork(_ id: Int) {
    let (isBegun, expected) = (tree.beginWork(id), model.beginWork(id))
    #expect(isBegun == expected)
  }

  private mutating func endWork(_ id: Int) {
    compare(tree.endWork(id), model.endWork(id))
  }

  private mutating func endHandler(_ id: Int) {
    compare(tree.endHandler(id), model.endHandler(id))
  }

  private mutating func takeHandle(_ id: Int) {
    tree.takeHandle(id)
    model.takeHandle(id)
  }

  private mutating func dropHandle(_ id: Int) {
    tree.dropHandle(id)
    model.dropHandle(id)
  }

  private mutating func waitForCompletion(of id: Int) {
    let waiter = makeWaiter()
    let expected = model.waitForCompletion(of: id, waiter.name)
    let isWaiting = tree.waitForCompletion(of: id, waiter.body)
    #expect(isWaiting == expected)
    if !expected { lastWaiter -= 1 }
  }

  private mutating func waitForHandler(of id: Int) {
    let waiter = makeWaiter()
    let expected = model.waitForHandler(of: id, waiter.name)
    let isWaiting = tree.waitForHandler(of: id, waiter.body)
    #expect(isWaiting == expected)
    if !expected { lastWaiter -= 1 }
  }

  private mutating func cancel(_ id: Int) {
    let active = Set(model.nodes.indices.filter { model.nodes[$0].isActive })
    let (cancelled, waiters) = tree.cancel(id)
    let expected = model.cancel(id)
    #expect(Set(cancelled).intersection(active) == expected.reached)
    compare(waiters, expected.waiters)
  }

  private mutating func cancelAll() {
    let active = Set(model.nodes.indices.filter { model.nodes[$0].isActive })
    let (cancelled, waiters) = tree.cancelAll()
    let expected = model.cancelAll()
    #expect(Set(cancelled).intersection(active) == expected.reached)
    compare(waiters, expected.waiters)
  }

  private mutating func makeWaiter() -> (name: String, body: ActionTree.Waiter) {
    lastWaiter += 1
    let name = "\(lastWaiter)"
    return (name, { [told] in told.withValue { $0.formUnion([name]) } })
  }

  private func compare(_ waiters: [ActionTree.Waiter], _ expected: Set<String>) {
    let before = told.value
    for waiter in waiters { waiter() }
    #expect(told.value.subtracting(before) == expected)
  }
}
