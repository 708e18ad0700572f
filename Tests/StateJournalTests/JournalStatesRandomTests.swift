import Observation
import StateCore
import StateFields
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

/// Random changes of states with children that are added, removed, moved, and shared, compared with full copies.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct JournalStatesRandomTests {
  @MainActor
  private struct Program {
    var generator: SeededGenerator
    let root = Node(0)
    var pool: [Node] = []
    /// Whether an object may contain itself.
    let hasCycles: Bool
    var lastID = 0

    mutating func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    mutating func node() -> Node {
      if pool.count < (hasCycles ? 3 : 8) || random(4) == 0 {
        lastID += 1
        let new = Node(lastID)
        if pool.count < (hasCycles ? 3 : 8) { pool.append(new) }
        return new
      }
      return pool[random(pool.count)]
    }

    /// Returns a node that may be below another one: a later one, unless cycles are allowed.
    mutating func node(below parent: Node) -> Node? {
      let node = node()
      return hasCycles || node.id > parent.id ? node : nil
    }

    mutating func change() {
      let node = random(3) == 0 || pool.isEmpty ? root : pool[random(pool.count)]
      switch random(16) {
      case 0, 1: node.count += 1
      case 2: node.text = String(repeating: "x", count: random(40))
      case 3: node.ratio = random(2) == 0 ? .nan : 1
      case 4: node.secret = "\(random(3))"
      case 5: node.blob = Array(repeating: 1, count: random(4_000))
      case 6: node.child = self.node(below: node)
      case 7: node.child = nil
      case 8, 9:
        if let child = self.node(below: node), node.list.count < (hasCycles ? 1 : 4) {
          node.list.append(child)
        }
      case 10: if !node.list.isEmpty { node.list.remove(at: random(node.list.count)) }
      case 11: node.list.shuffle(using: &generator)
      case 12: node.byKey[random(hasCycles ? 1 : 2)] = random(2) == 0 ? nil : self.node(below: node)
      case 13:
        if hasCycles {
          node.place = .number(random(2))
        } else {
          node.place = self.node(below: node).map { .node($0) } ?? .number(random(3))
        }
      case 14: node.path = [.number(random(2)), .none]
      default:
        if !hasCycles { node.path = self.node(below: node).map { [.none, .node($0)] } ?? [] }
      }
      // Nodes that were dropped may be anywhere.
      if random(30) == 0, !pool.isEmpty { pool.remove(at: random(pool.count)) }
    }
  }

  private func run(_ program: Program, steps: Int, capacity: Int) {
    var program = program
    let journal = Journal(capacity: capacity)
    let store = FakeStore(program.root)
    journal.recordAny(store)
    var copies: [(number: Int, state: StateSnapshot)] = []
    for _ in 0..<steps {
      for _ in 0..<program.random(4) { program.change() }
      EventCenter.report()
      if let number = journal.entries.last?.number, number != copies.last?.number {
        copies.append((number, program.root.snapshot()))
      }
      #expect(journal.size <= capacity)
    }
    let first = journal.entries.first?.number ?? .max
    var compared = 0
    for (number, state) in copies where number >= first {
      compared += 1
      guard let found = journal.state(of: store.storeID, at: number) else {
        Issue.record("The state after \(number) is missing")
        return
      }
      if found == state { continue }
      Issue.record("Behind \(number): \(state.differences(to: found))")
      return
    }
    #expect(compared > 1 || capacity < 10_000)
  }

  @Test(arguments: Array(seedsOnOneThread(0..<25)))
  func eachStateIsRebuilt(seed: Int) {
    let program = Program(generator: SeededGenerator(seed: seed), hasCycles: false)
    run(program, steps: 150, capacity: 16 << 20)
  }

  @Test(arguments: Array(seedsOnOneThread(0..<25)))
  func eachStateThatIsLeftIsRebuilt(seed: Int) {
    let program = Program(generator: SeededGenerator(seed: seed), hasCycles: false)
    run(program, steps: 300, capacity: 1 << (10 + seed % 9))
  }

  @Test(arguments: Array(seedsOnOneThread(0..<20)))
  func objectsMayBePartsOfThemselves(seed: Int) {
    let program = Program(generator: SeededGenerator(seed: seed), hasCycles: true)
    run(program, steps: 50, capacity: 16 << 20)
  }

  /// Reads what an inspector reads.
  private func inspect(_ journal: Journal, _ store: StoreID, from number: inout Int) {
    let numbers = journal.numbers
    for entry in journal.entries(after: number, atMost: 10) { number = entry.number }
    _ = journal.tree(of: store, at: numbers.last)
    _ = (journal.runningWork, journal.knownStores, journal.size, journal.recorder.profile)
  }

  private func entries(of program: Program, isInspected: Bool) -> [String] {
    var program = program
    let journal = Journal()
    let store = FakeStore(program.root)
    journal.recordAny(store)
    var number = 0
    for _ in 0..<100 {
      for _ in 0..<program.random(4) {
        program.change()
        if isInspected { inspect(journal, store.storeID, from: &number) }
      }
      Frame.endTurn()
    }
    return journal.entries.map(\.happening)
  }

  @Test(arguments: Array(seedsOnOneThread(0..<25)))
  func anInspectorChangesNoEntry(seed: Int) {
    func program() -> Program {
      Program(generator: SeededGenerator(seed: seed), hasCycles: seed.isMultiple(of: 5))
    }
    let entries = entries(of: program(), isInspected: false)
    #expect(entries.count > 20)
    #expect(self.entries(of: program(), isInspected: true) == entries)
  }
}
