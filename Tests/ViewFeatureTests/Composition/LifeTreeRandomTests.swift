import FeatureRecording
import Observation
import StateCore
import StateTestSupport
import Testing

@testable import FeatureStore

/// Random trees with replacement, reordering, dismissal, time travel and the end of the root, compared with a model.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct LifeTreeRandomTests {
  @Test func eachChildBeginsAndEndsOnce() async throws {
    for seed in seedsOnOneThread(0..<1_000) {
      let run = LifeRun(seed: seed)
      await run.run()
      if let problem = run.problem {
        Issue.record("seed \(seed): \(problem)")
        return
      }
    }
  }
}

@MainActor
private final class LifeRun {
  private enum Place: CaseIterable {
    case left
    case row
    case first
    case second
    case step
  }

  private var random: SeededGenerator
  private let log = LifeLog()
  private let root: LifeNode
  private let model: ReferenceLife
  private var store: Store<LifeRoot>?
  /// Whether an action of another store follows each write.
  private let meets: Bool
  private let stranger = Store(initialState: Stranger.State(), feature: Stranger())
  private var last = 0
  private var removed: [LifeNode] = []
  private var steps: [String] = []
  private(set) var problem: String?

  init(seed: Int) {
    random = SeededGenerator(seed: seed)
    meets = seed.isMultiple(of: 2)
    root = LifeNode(0, id: 0, log)
    model = ReferenceLife(root, depth: 2)
  }

  private func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }

  func run() async {
    for _ in 0..<Int.random(in: 0...3, using: &random) { change(allNodes()) }
    store = Store(initialState: root, feature: LifeRoot())
    if chance(3) { store?.startRecording() }
    if !log.events.isEmpty { return fail("begun in init") }
    if chance(4) {
      // A store that is deallocated in the turn of its creation never begins.
      store = nil
      await observationTurn()
      if !log.events.isEmpty { fail("a discarded store has begun") }
      store = Store(initialState: root, feature: LifeRoot())
    }
    switch Int.random(in: 0..<3, using: &random) {
    case 0: await observationTurn()
    case 1:
      _ = store?.scope(\.left)
      if !log.events.isEmpty { return fail("begun at a scope") }
      await observationTurn()
    default: store?.send(.change { _ in })
    }
    var changes = model.update()
    changes.begun.insert((0, -1), at: 0)
    check(changes, "the beginning")
    for _ in 0..<15 where problem == nil { await step() }
    if problem == nil { await checkEffects() }
    if problem == nil { await end() }
  }

  private func fail(_ text: String) {
    if problem == nil { problem = "\(text)\nafter \(steps.joined(separator: ", "))" }
  }

  private func check(_ changes: ReferenceLife.Changes, _ name: String) {
    steps.append(name)
    if let text = ReferenceLife.problem(in: log.take(), changes) { fail("\(name): \(text)") }
    for life in model.all where life.node.log === log && life.node.startCount == 0 {
      fail("\(life.node.number) has not begun")
    }
  }

  // MARK: Steps

  private func step() async {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3:
      let changes = makeChanges()
      store?.send(.change { _ in for change in changes { change() } })
      check(model.update(), "handler")
    case 4:
      for change in makeChanges() { change() }
      // The handler of another store may run before the turn ends.
      if meets { stranger.send(.add) }
      await observationTurn()
      check(model.update(), "write")
    case 5:
      let changes = makeChanges()
      await store?.run(.changeLater { _ in for change in changes { change() } })
      // An effect's changes belong to its end.
      await observationTurn()
      check(model.update(), "effect")
    case 6:
      redraw()
      check(model.update(), "redraw")
    case 7: dismiss()
    case 8:
      // The object of the same handler comes and goes.
      store?.send(
        .change { [self] state in
          let left = state.left
          state.left = makeNode()
          state.left = left
        }
      )
      check(model.update(), "in one handler")
    default: travel()
    }
  }

  /// Requests all stores, as views do.
  private func redraw() {
    guard let store else { return }
    func draw<Below: LifeFeature>(_ store: Store<LifeBranch<Below>>) {
      _ = store.scope(\.left)
      _ = store.scope(\.first)
      for row in store.state.rows {
        let child = store.scope(\.rows, id: row.id)
        if let child = child as? Store<LifeBranch<LifeLeaf>> { draw(child) }
      }
    }
    draw(store)
  }

  private func dismiss() {
    let name: String
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      store?.scope(\.left)?.send(.dismiss)
      name = "dismissal of left"
    case 1:
      root.rows.first.map { _ = store?.scope(\.rows, id: $0.id)?.send(.dismiss) as SentAction? }
      name = "dismissal of a row"
    default:
      store?.scope(\.first)?.send(.dismiss)
      name = "dismissal of a destination"
    }
    check(model.update(), name)
  }

  private func travel() {
    let copy = TreeCopy(of: root)
    store?.hold(.isTravelling)
    for change in makeChanges() { change() }
    store?.makeHeldStores()
    redraw()
    for change in makeChanges() { change() }
    let keepsShown = chance(2)
    if !log.events.isEmpty { fail("an event during the travel: \(log.events)") }
    if !keepsShown { copy.restore() }
    store?.release(keepsShown: keepsShown)
    check(model.update(), keepsShown ? "commit" : "resume")
  }

  private func end() async {
    var changes = ReferenceLife.Changes()
    for life in model.all { changes.ended.append((life.node.number, -1)) }
    store = nil
    let events = log.take()
    if let text = ReferenceLife.problem(in: events, changes) { fail("end: \(text)") }
    if events.last != .ended(0) { fail("end: the root isn't the last") }
    await eventually { log.running.isEmpty }
    if !log.running.isEmpty { fail("effects of ended children: \(log.running)") }
  }

  private func checkEffects() async {
    var expected: [Int: Int] = [:]
    for life in model.all { expected[life.node.number] = 1 }
    await eventually { log.running == expected }
    if log.running != expected { fail("effects: \(log.running), not \(expected)") }
  }

  // MARK: Changes

  private func allNodes() -> [LifeNode] {
    var nodes = [root]
    for child in root.children {
      nodes.append(child)
      nodes += child.children
    }
    return nodes
  }

  private func makeNode() -> LifeNode {
    last += 1
    return LifeNode(last, id: Int.random(in: 1...4, using: &random), log)
  }

  /// Returns one or two changes, which are decided when they are made.
  private func makeChanges() -> [@MainActor @Sendable () -> Void] {
    (0..<Int.random(in: 1...2, using: &random)).map { _ in { [self] in change(allNodes()) } }
  }

  private func change(_ nodes: [LifeNode]) {
    let parent = nodes[Int.random(in: nodes.indices, using: &random)]
    switch Int.random(in: 0..<12, using: &random) {
    case 0...4:
      let place = Place.allCases.randomElement(using: &random) ?? .left
      put(makeNode(), in: place, of: parent)
    case 5: parent.rows.shuffle(using: &random)
    case 6: remove(from: parent)
    case 7:
      // The same object in another list of the same parent.
      if let left = parent.left, !parent.rows.contains(where: { $0.id == left.id }) {
        parent.left = nil
        parent.rows.append(left)
      }
    case 8:
      // Another object under the same id.
      guard let row = parent.rows.first else { return }
      last += 1
      removed.append(row)
      parent.rows[0] = LifeNode(last, id: row.id, log)
    case 9:
      // The same object is in two places.
      if let row = parent.rows.first { parent.left = row }
    case 10:
      // An undo.
      if let node = removed.popLast(), !allNodes().contains(where: { $0 === node }) {
        put(node, in: .row, of: parent)
      }
    default: parent.path = Array(parent.path.prefix(1))
    }
  }

  private func put(_ node: LifeNode, in place: Place, of parent: LifeNode) {
    switch place {
    case .left: parent.left = node
    case .row:
      parent.rows.removeAll { $0.id == node.id }
      parent.rows.append(node)
    case .first: parent.destination = .first(node)
    case .second: parent.destination = .second(node)
    case .step:
      parent.path.removeAll { $0.node.id == node.id }
      parent.path.append(chance(2) ? .first(node) : .second(node))
    }
  }

  private func remove(from parent: LifeNode) {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: parent.left = nil
    case 1: if !parent.rows.isEmpty { removed.append(parent.rows.removeFirst()) }
    case 2: parent.destination = nil
    default: parent.path = []
    }
  }
}

/// A feature of another tree.
private struct Stranger: Feature {
  @MainActor @Observable final class State {
    var count = 0
  }

  enum Action: Sendable { case add }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { _, state in
      state.count += 1
      return .none
    }
  }
}

/// The children of all objects of a tree at one time.
@MainActor
private struct TreeCopy {
  private let node: LifeNode
  private let places: ([LifeNode], LifeNode?, LifeNode.Destination?, [LifeNode.Destination])
  private let children: [TreeCopy]

  init(of node: LifeNode) {
    self.node = node
    places = (node.rows, node.left, node.destination, node.path)
    children = node.children.map { TreeCopy(of: $0) }
  }

  func restore() {
    (node.rows, node.left, node.destination, node.path) = places
    for child in children { child.restore() }
  }
}
