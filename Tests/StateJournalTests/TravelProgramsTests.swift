import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal
@testable import StateRecord

/// Compares travelling states with twins that receive the same writes and never travel.
///
/// A turn contains several writes, each of which depends on the previous values.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TravelProgramsTests {
  enum Step: Equatable {
    case write(MemoWrite)
    case endTurn
    case travel(Int)
    case resume
    case resumeWithoutWrites
    case commit
  }

  @MainActor
  private final class Run {
    let journal = Journal()
    let memo = Memo()
    let twin = Memo()
    let store: FakeStore<Memo>
    private let id: StoreID
    /// The values at the ends of turns.
    private var places: [(number: Int, values: MemoValues)] = []
    private var lastNumber = 0
    /// The writes that the twin receives when travel ends.
    private var waiting: [(MemoWrite, Int)] = []
    private var shown: MemoValues?

    init() {
      store = FakeStore(memo)
      id = store.storeID
      journal.recordAny(store)
      endTurn()
    }

    private var isTravelling: Bool { journal.travelPlace != nil }

    func endTurn() {
      Frame.endTurn()
      if isTravelling { return }
      places.append((journal.entries.last?.number ?? 0, MemoValues(memo)))
    }

    func make(_ step: Step) {
      switch step {
      case .write(let write):
        lastNumber += 1
        write.make(in: memo, lastNumber)
        if isTravelling {
          waiting.append((write, lastNumber))
        } else {
          write.make(in: twin, lastNumber)
        }
      case .endTurn: endTurn()
      case .travel(let index):
        endTurn()
        let place = places[min(index, places.count - 1)]
        if journal.travel(to: place.number) { shown = place.values }
      case .resume:
        endTurn()
        journal.resume()
        for (write, number) in waiting { write.make(in: twin, number) }
        (waiting, shown) = ([], nil)
      case .resumeWithoutWrites:
        endTurn()
        journal.resume(applyingWrites: false)
        (waiting, shown) = ([], nil)
      case .commit:
        endTurn()
        guard isTravelling, let shown else { return }
        journal.commit()
        shown.write(to: twin)
        waiting = []
        self.shown = nil
      }
      if step != .endTurn, case .write = step { return }
      endTurn()
    }

    /// Returns the difference between the state and its expected values at the end of a turn.
    func difference() -> String? {
      let expected = shown ?? MemoValues(twin)
      let values = MemoValues(memo)
      if values != expected { return "\(values), not \(expected)" }
      let recorded = journal.state(of: id, at: journal.travelPlace ?? .max)
      return recorded == memo.snapshot() ? nil : "the journal"
    }
  }

  private func run(_ steps: [Step]) -> String? {
    let run = Run()
    for step in steps {
      run.make(step)
      if case .write = step { continue }
      if let difference = run.difference() { return difference }
    }
    run.make(.resume)
    return run.difference()
  }

  @Test func twoWritesOfOneTurn() {
    for before in MemoWrite.allCases {
      for one in MemoWrite.allCases {
        for other in MemoWrite.allCases {
          let steps: [Step] = [
            .write(before), .write(.append), .endTurn, .write(.open), .write(.first),
            .write(.appendPart), .endTurn, .travel(1), .write(one), .write(other), .endTurn,
          ]
          let difference = run(steps)
          #expect(difference == nil, "\(before), \(one), \(other)")
        }
      }
    }
  }

  @Test(arguments: Array(seedsOnOneThread(0..<500)))
  func thePresentIsThatOfATwin(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let steps = (0..<40).map { _ -> Step in
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<9: .write(MemoWrite.allCases.randomElement(using: &random) ?? .add)
      case 9, 10, 11: .endTurn
      case 12, 13: .travel(Int.random(in: 0..<10, using: &random))
      case 14: .resume
      default: Bool.random(using: &random) ? .resumeWithoutWrites : .commit
      }
    }
    let difference = run(steps)
    #expect(difference == nil, "seed \(seed): \(steps)")
  }
}

extension MemoValues {
  /// Writes these values to a memo, field by field.
  @MainActor
  func write(to memo: Memo) {
    memo.count = count
    memo.items = items
    memo.form = form
    memo.first = chain[0]
    memo.second = chain[1]
    memo.third = chain[2]
    memo.fourth = chain[3]
    memo.part = part.first.map { $0.memo }
    memo.parts = parts.map { $0.memo }
  }

  @MainActor private var memo: Memo {
    let memo = Memo()
    write(to: memo)
    return memo
  }
}
