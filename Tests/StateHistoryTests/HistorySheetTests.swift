import StateCore
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateHistory

/// Random programs of a store whose handlers suspend while others write, undo, and begin the work of views.
@MainActor
@Suite(.simulated(seeds: 0..<1, stepLimit: 100_000_000), .timeLimit(.minutes(20)))
struct HistorySheetTests {
  /// `TEST_SEEDS_FACTOR=20` runs 4,000 programs.
  private static let count = 200

  @Test func aStoreFollowsTheModel() async {
    for seed in seedsOnOneThread(0..<Self.count) {
      var program = SheetProgram(seed: seed)
      let run = SheetRun()
      for _ in 0..<40 where run.problems.isEmpty {
        if let step = program.step(run.model) { await run.make(step) }
      }
      await run.finish()
      if run.problems.isEmpty { continue }
      let shortest = await SheetRun.shortened(run.steps)
      let lines = shortest.steps.map { "\($0)" }.joined(separator: "\n")
      Issue.record("\(seed): \(shortest.problems)\n\(lines)")
      return
    }
  }
}

/// The random steps of a program on a sheet.
private struct SheetProgram {
  private var random: SeededGenerator
  private var lastNumber = 0

  init(seed: Int) {
    random = SeededGenerator(seed: seed)
  }

  private mutating func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func number() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private mutating func writes() -> [SheetWrite] {
    [0, 2, 3].compactMap { field in
      next(2) == 0 ? SheetWrite(field: field, value: next(4)) : nil
    }
  }

  /// Returns the next step; `nil` if the chosen one isn't possible.
  mutating func step(_ model: SheetModel) -> SheetStep? {
    switch next(24) {
    case 0...2: .change(writes())
    case 3...5: .hold(number(), writes(), late: writes())
    case 6...7: .later(number(), writes(), late: writes())
    case 8...11: model.waiting.randomElement(using: &random).map { .open($0) }
    case 12...13: .observe(writes())
    case 14...15: .write(writes())
    case 16: .group(writes())
    case 17: model.isPresented ? nil : .present(writes(), late: writes(), undoes: next(3) == 0)
    case 18: model.isPresented ? .openPresented : nil
    case 19: model.isPresented ? .dismiss : nil
    case 20...22: .undo
    default: .redo
    }
  }
}

/// A program on a store with a history, compared with the model.
@MainActor
private final class SheetRun {
  private(set) var model = SheetModel()
  private let work = SheetWork()
  private let store: Store<SheetFeature>
  private let history: History
  private let elements = AsyncStream.makeStream(of: [SheetWrite].self)
  private var gates: [Int: Gate] = [:]
  private(set) var steps: [SheetStep] = []
  private(set) var problems: [String] = []

  init() {
    store = Store(initialState: Sheet(), feature: SheetFeature(work: work))
    history = History(of: store, coalescing: nil)
    store.send(.observe(elements.stream))
  }

  private func check(_ isTrue: Bool, _ problem: String) {
    if !isTrue { problems.append(problem) }
  }

  func make(_ step: SheetStep) async {
    if steps.isEmpty { await settle() }
    steps.append(step)
    let expected = model.make(step)
    let result = perform(step)
    check(result == expected, "returned \(result as Any)")
    await settle()
    let reference = model.reference.settled
    let (undoCount, redoCount) = (reference.undoable.count, reference.redoable.count)
    check(store.state.values == model.values, "\(store.state.values), not \(model.values)")
    check(history.undoCount == undoCount, "\(history.undoCount), not \(undoCount) steps")
    check(history.redoCount == redoCount, "\(history.redoCount), not \(redoCount) redos")
  }

  private func perform(_ step: SheetStep) -> Bool? {
    switch step {
    case .change(let writes): store.send(.change(writes))
    case .hold(let number, let now, let late): store.send(.hold(now, gate(number), late))
    case .later(let number, let now, let late): store.send(.later(now, gate(number), late))
    case .open(let number): gates.removeValue(forKey: number)?.open()
    case .observe(let writes): elements.continuation.yield(writes)
    case .write(let writes): store.state.write(writes)
    case .group(let writes): history.group("group") { store.state.write(writes) }
    case .present(let now, let late, let undoes):
      let gate = Gate()
      work.script = (now, gate, late)
      store.addObserver()
      gates[0] = gate
      if undoes { return history.undo() }
    case .openPresented: if work.script?.gate.hasStarted == true { gates[0]?.open() }
    case .dismiss: store.removeObserver()
    case .undo: return history.undo()
    case .redo: return history.redo()
    }
    return nil
  }

  private func gate(_ number: Int) -> Gate {
    let gate = Gate()
    gates[number] = gate
    return gate
  }

  /// Ends everything, and undoes and redoes all steps.
  func finish() async {
    while problems.isEmpty, let number = model.waiting.first { await make(.open(number)) }
    let count = model.reference.settled.undoable.count
    for _ in 0..<count where problems.isEmpty { await make(.undo) }
    for _ in 0..<count where problems.isEmpty { await make(.redo) }
    elements.continuation.finish()
    for gate in gates.values { gate.open() }
    await settle()
  }

  /// Removes steps from a failing program while it fails.
  static func shortened(_ steps: [SheetStep]) async -> SheetRun {
    func run(_ steps: [SheetStep]) async -> SheetRun {
      let run = SheetRun()
      for step in steps where run.problems.isEmpty { await run.make(step) }
      await run.finish()
      return run
    }
    var best = await run(steps)
    var isShorter = true
    while isShorter {
      isShorter = false
      for index in best.steps.indices.reversed() where index < best.steps.count {
        var fewer = best.steps
        fewer.remove(at: index)
        let shorter = await run(fewer)
        if shorter.problems.isEmpty || shorter.steps.count >= best.steps.count { continue }
        best = shorter
        isShorter = true
      }
    }
    return best
  }
}
