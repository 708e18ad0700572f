import Foundation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore

/// Writes of each kind in a tree of features, compared with a model of the reactions of the parent and of children that
/// are added and removed and have no store yet.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ReactionsTreeRandomTests {
  private enum Write {
    case first(Int)
    /// A value of one of the kids, if there are any.
    case kid(Int, Int)
    case add(Int)
    case remove(Int)
    case guest(Int)
    case guestValue(Int)
    case noGuest
  }

  private enum Step {
    case action([Write])
    /// A handler of another store of the same state.
    case other([Write])
    case plain(Write)
    case binding(Int)
    case turn
    /// A request for the store of the first child.
    case scope
  }

  /// A literal model of a child.
  private final class Child {
    var value: Int
    var half = 0
    var seen: [String] = []
    /// The value and the half at the last reaction; `nil` until its reactions work.
    private var last: (value: Int, half: Int)?
    private(set) var hasNoticed = false

    init(_ value: Int = 0) {
      self.value = value
    }

    func enter() {
      if last == nil { last = (value, half) }
    }

    func write(_ new: Int) {
      if new != value { hasNoticed = true }
      value = new
    }

    func forget() {
      hasNoticed = false
    }

    func react() {
      guard let before = last else { return }
      if value != before.value {
        seen.append("value \(before.value) \(value)")
        half = value / 2
      }
      if half != before.half { seen.append("half \(before.half) \(half)") }
      last = (value, half)
    }
  }

  private struct Model {
    let first = Child()
    var kids: [Child] = []
    var guest: Child?
    private var lastSum = 0
    private var hasNoticed = false
    private(set) var seen: [String] = []

    private var all: [Child] { [first] + kids + (guest.map { [$0] } ?? []) }

    var sum: Int { kids.reduce(first.value) { $0 + $1.value } }

    init() {
      enter()
    }

    mutating func write(_ write: Write) {
      switch write {
      case .first(let value):
        if value != first.value { hasNoticed = true }
        first.write(value)
      case .kid(let index, let value):
        guard let kid = kids.isEmpty ? nil : kids[index % kids.count] else { return }
        if value != kid.value { hasNoticed = true }
        kid.write(value)
      case .add(let value):
        kids.append(Child(value))
        hasNoticed = true
      case .remove(let index):
        if kids.isEmpty { return }
        kids.remove(at: index % kids.count)
        hasNoticed = true
      case .guest(let value): guest = Child(value)
      case .guestValue(let value): guest?.write(value)
      case .noGuest: guest = nil
      }
    }

    /// Activates the reactions of the current children.
    func enter() {
      for child in all { child.enter() }
    }

    mutating func reactAsParent() {
      if sum != lastSum { seen.append("\(lastSum) \(sum)") }
      lastSum = sum
    }

    /// Begins code that may make changes.
    mutating func begin() {
      enter()
      hasNoticed = false
      for child in all { child.forget() }
    }

    /// Ends the code.
    ///
    /// All children react that have noticed a change since it began.
    mutating func end(isParents: Bool) {
      if isParents || hasNoticed { reactAsParent() }
      enter()
      for child in all where child.hasNoticed { child.react() }
    }

    mutating func turn() {
      reactAsParent()
      enter()
      for child in all { child.react() }
    }
  }

  private func makeSteps(_ random: inout SeededGenerator) -> [Step] {
    func write() -> Write {
      let value = Int.random(in: 0...4, using: &random)
      let index = Int.random(in: 0..<6, using: &random)
      return switch Int.random(in: 0..<12, using: &random) {
      case 0, 1: .first(value)
      case 2, 3, 4, 5: .kid(index, value)
      case 6, 7: .add(value)
      case 8: .remove(index)
      case 9: .guest(value)
      case 10: .guestValue(value)
      default: .noGuest
      }
    }
    func writes() -> [Write] {
      (0..<Int.random(in: 0...4, using: &random)).map { _ in write() }
    }
    return (0..<30).map { _ in
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: .action(writes())
      case 2, 3: .other(writes())
      case 4, 5, 6: .plain(write())
      case 7: .binding(Int.random(in: 0...4, using: &random))
      case 8: .scope
      default: .turn
      }
    }
  }

  /// Writes to the state like the model does.
  private static func perform(_ write: Write, _ state: Family.State, _ lastID: inout Int) {
    switch write {
    case .first(let value): state.first.value = value
    case .kid(let index, let value):
      if !state.kids.isEmpty { state.kids[index % state.kids.count].value = value }
    case .add(let value):
      lastID += 1
      state.kids.append(Kid.State(lastID, value))
    case .remove(let index):
      if !state.kids.isEmpty { state.kids.remove(at: index % state.kids.count) }
    case .guest(let value):
      lastID += 1
      state.guest = Kid.State(lastID, value)
    case .guestValue(let value): state.guest?.value = value
    case .noGuest: state.guest = nil
    }
  }

  private nonisolated static let seeds: Range<Int> =
    ProcessInfo.processInfo.environment["TEST_ALL_PROGRAMS"] == nil ? 0..<200 : 0..<5_000

  @Test(arguments: 0..<8)
  func pairsAreTheChanges(block: Int) async {
    for seed in seedsOnOneThread(Self.seeds) where seed % 8 == block {
      guard await check(seed) else {
        Issue.record("seed \(seed)")
        return
      }
    }
  }

  /// - Returns: Whether the states and the model are the same after each step.
  private func check(_ seed: Int) async -> Bool {
    var random = SeededGenerator(seed: seed)
    let state = Family.State()
    let store = Store(initialState: state, feature: Family())
    let other = Store(initialState: state, feature: Writer())
    let lastID = LockIsolated(100)
    func perform(_ writes: [Write]) {
      var id = lastID.value
      for write in writes { Self.perform(write, state, &id) }
      lastID.setValue(id)
    }
    var model = Model()
    for step in makeSteps(&random) {
      switch step {
      case .action(let writes):
        model.enter()
        model.reactAsParent()
        model.begin()
        store.send(.change { _ in perform(writes) })
        for write in writes { model.write(write) }
        model.end(isParents: true)
      case .other(let writes):
        model.begin()
        other.send(Writer.Action { perform(writes) })
        for write in writes { model.write(write) }
        model.end(isParents: false)
      case .plain(let write):
        perform([write])
        model.write(write)
      case .binding(let value):
        model.enter()
        model.reactAsParent()
        model.begin()
        store.binding(\.first.value).set(value)
        model.write(.first(value))
        model.end(isParents: true)
      case .turn:
        await observationTurn()
        model.turn()
      case .scope:
        _ = store.scope(\.first)
      }
      let states = [state.first] + state.kids + (state.guest.map { [$0] } ?? [])
      let children = [model.first] + model.kids + (model.guest.map { [$0] } ?? [])
      guard states.map(\.seen) == children.map(\.seen), state.seen == model.seen else {
        #expect(states.map(\.seen) == children.map(\.seen), "seed \(seed), after \(step)")
        #expect(state.seen == model.seen, "seed \(seed), after \(step)")
        return false
      }
    }
    return true
  }
}

/// A feature of the same state without reactions.
private struct Writer: Feature {
  struct Action: Sendable {
    let write: @MainActor @Sendable () -> Void
  }

  func handle() -> ActionHandler<Action, Family.State> {
    ActionHandler { action, _ in
      action.write()
      return .none
    }
  }
}
