import StateCore
import StateTestSupport
import Testing

@testable import FeatureStore

/// Random trees with overrides, replacements, destinations and detached reads, compared with a model.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct EnvironmentTreeRandomTests {
  private typealias Tree = EnvironmentTree
  private typealias Place = ReferenceEnvironments.Place

  @Test func eachReadIsThatOfTheNearestOverride() async throws {
    for seed in seedsOnOneThread(0..<1_000) {
      let run = TreeRun(seed: seed)
      try await run.run()
      if let problem = run.problem {
        Issue.record("seed \(seed): \(problem)")
        return
      }
    }
  }
}

/// A program with real stores and with the model.
@MainActor
private final class TreeRun {
  private typealias Place = ReferenceEnvironments.Place

  private var random: SeededGenerator
  private var model: ReferenceEnvironments
  private var states: [EnvironmentTree.State] = [EnvironmentTree.State(0)]
  private let store: Store<EnvironmentTree>
  private var value = 1_000_000
  private(set) var problem: String?

  init(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let environments: [(StoreEnvironment, EnvironmentReading)] = [
      (.inherited, EnvironmentReading(mark: 0, label: 0)),
      (.live, EnvironmentReading(mark: 100, label: 200)),
      (.test.changing { $0.mark = 5 }, EnvironmentReading(mark: 5, label: 0)),
    ]
    let (environment, root) = environments[Int.random(in: 0..<3, using: &random)]
    model = ReferenceEnvironments(root: root)
    store = Store(initialState: states[0], feature: EnvironmentTree(), environment: environment)
    self.random = random
  }

  func run() async throws {
    for _ in 0..<20 where problem == nil {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3: add()
      case 4: remove()
      case 5: changeOverrides()
      default: try await read()
      }
    }
  }

  private func one<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private func makeChanges() -> [EnvironmentChange] {
    (0..<Int.random(in: 0...2, using: &random)).map { _ in
      value += 1
      return one(of: [.mark(value), .label(value), .markFromLabel])
    }
  }

  private func add() {
    // A wrapped feature declares no children.
    let parents = model.present.filter { model.nodes[$0].place != .wrapped }
    let parent = one(of: parents)
    let place = one(of: Place.allCases)
    let changes = makeChanges()
    let index = model.add(to: parent, at: place, changes)
    let state = EnvironmentTree.State(index, changes)
    states.append(state)
    let owner = states[parent]
    switch place {
    case .left: owner.left = state
    case .row: owner.rows.append(state)
    case .first: owner.destination = .first(state)
    case .second: owner.destination = .second(state)
    case .step: owner.path.append(.first(state))
    case .wrapped: owner.wrapped = state
    }
  }

  private func remove() {
    guard let index = model.present.dropFirst().randomElement(using: &random),
      let parent = model.nodes[index].parent, let place = model.nodes[index].place
    else { return }
    model.remove(index)
    let owner = states[parent]
    switch place {
    case .left: owner.left = nil
    case .row: owner.rows.removeAll { $0.id == index }
    case .first, .second: owner.destination = nil
    case .step:
      owner.path.removeAll {
        if case .first(let state) = $0 { state.id == index } else { false }
      }
    case .wrapped: owner.wrapped = nil
    }
  }

  private func changeOverrides() {
    let index = one(of: model.present)
    let changes = makeChanges()
    model.setChanges(index, changes)
    states[index].changes = changes
  }

  // MARK: Reads

  private func read() async throws {
    let index = one(of: model.present)
    let expected = model.environment(of: index)
    if model.nodes[index].place == .wrapped {
      let parent = try #require(model.nodes[index].parent)
      let child = try #require(try find(parent).scope(\.wrapped))
      await read(in: child, index, expected)
    } else {
      await read(in: try find(index), index, expected)
    }
  }

  /// Returns the store of a node.
  private func find(_ index: Int) throws -> Store<EnvironmentTree> {
    guard let parent = model.nodes[index].parent, let place = model.nodes[index].place else {
      return store
    }
    let owner = try find(parent)
    let found =
      switch place {
      case .left: owner.scope(\.left)
      case .row: owner.scope(\.rows, id: index)
      case .first: owner.scope(\.first)
      case .second: owner.scope(\.second)
      case .step: owner.scope(\.steps, id: index)
      case .wrapped: nil as Store<EnvironmentTree>?
      }
    return try #require(found)
  }

  private func read<F: Feature>(
    in store: Store<F>,
    _ index: Int,
    _ expected: EnvironmentReading
  ) async where F.State == EnvironmentTree.State, F.InputAction == EnvironmentTree.Action {
    let state = store.state
    state.readings = []
    let kind = Int.random(in: 0..<7, using: &random)
    switch kind {
    case 0: store.send(.read)
    case 1: await store.run(.work)
    case 2:
      store.send(.start)
      await state.task?.value
    case 3:
      state.detached = []
      let count = state.log.texts.count
      await store.run(.detach)
      check(state.detached, [EnvironmentReading(mark: 0, label: 0)], index, "detached")
      #if DEBUG
      if state.log.texts.count != count + 2 { problem = "a detached read isn't reported" }
      #endif
      return
    case 4:
      let other = StoreEnvironment.live.changing { $0.mark = -1 }
      StoreEnvironment.with(other) { _ = store.send(.read) as SentAction }
    case 5:
      let other = StoreEnvironment.live.changing { $0.label = -1 }
      await StoreEnvironment.with(other) { await store.run(.work) }
    default:
      guard let left = model.child(of: index, at: .left), F.self == EnvironmentTree.self else {
        store.send(.read)
        break
      }
      states[left].readings = []
      await store.run(.readLeft)
      let expected = model.environment(of: left)
      return check(states[left].readings, [expected], left, "sent by the parent")
    }
    let count = kind == 1 || kind == 5 ? 4 : 1
    check(state.readings, Array(repeating: expected, count: count), index, "kind \(kind)")
    if store.environment.mark != expected.mark { problem = "node \(index): the store's own" }
  }

  private func check(
    _ readings: [EnvironmentReading],
    _ expected: [EnvironmentReading],
    _ index: Int,
    _ kind: String
  ) {
    if readings != expected, problem == nil {
      problem = "node \(index), \(kind): \(readings), not \(expected)"
    }
  }
}
