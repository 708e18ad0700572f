import Observation
import StateCore
import StateFields
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

/// Random changes of states in a session that was written to a file and read again, compared with full copies.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct SessionStatesRandomTests {
  private func run(
    seed: Int,
    hasCycles: Bool = false,
    steps: Int,
    capacity: Int = 16 << 20
  ) throws {
    var program = PageProgram(seed: seed, hasCycles: hasCycles)
    let journal = Journal(capacity: capacity)
    let store = FakeStore(program.root)
    journal.recordAny(store)
    // A store of a page whose recording may start after the first entry.
    var below: FakeStore<Page>?
    var copies: [(number: Int, states: [(StoreID, StateSnapshot)])] = []
    for step in 0..<steps {
      for _ in 0...program.below(4) { program.change() }
      EventCenter.report()
      if step == steps / 2 {
        below = FakeStore(program.pages[1], below: store.storeID)
        below?.startRecording()
      }
      guard let number = journal.entries.last?.number else { continue }
      copies.append(
        (number, [store, below].compactMap(\.self).map { ($0.storeID, $0.state.snapshot()) })
      )
    }
    let session = try StateSession(journal.session().data)
    let first = try #require(journal.entries.first).number
    let fresh = Page()
    let player = SessionPlayer(session)
    try player.show(FakeStore(fresh), fresh, nil, store.storeID.number)
    let (writer, lower) = (SessionWriter(session), SessionWriter(session))
    let other = Page()
    var compared = 0
    for (number, states) in copies.shuffled(using: &program.random) where number >= first {
      for (id, copy) in states {
        let frame = session.frame(at: number)
        let root = try #require(frame.roots[id.number])
        let state = id == store.storeID ? fresh : other
        let problems =
          id == store.storeID
          ? player.travel(to: number) ? player.problems.filter { !isOfEachPage($0) } : nil
          : lower.write(frame, root: root, to: other)
        #expect(problems == [], "seed \(seed), behind \(number)")
        let found = state.snapshot()
        #expect(found == journal.state(of: id, at: number))
        if found != copy {
          Issue.record("seed \(seed), behind \(number): \(copy.differences(to: found))")
          return
        }
        if id == store.storeID {
          #expect(writer.difference(frame, root: root, from: fresh) == nil)
        }
        compared += 1
      }
    }
    #expect(compared > 1 || capacity < 100_000)
    guard seed % 10 == 0 else { return }
    for entry in journal.entries where player.travel(to: entry.number) {
      #expect(fresh.snapshot() == journal.state(of: store.storeID, at: entry.number))
    }
  }

  @Test(arguments: 0..<5)
  func eachStateIsShown(block: Int) throws {
    for seed in seedsOnOneThread((block * 40)..<(block * 40 + 40)) {
      try run(seed: seed, steps: 4)
    }
  }

  @Test func eachStateThatIsLeftIsShown() throws {
    for seed in seedsOnOneThread(0..<10) {
      try run(seed: seed, steps: 20, capacity: 1 << (11 + seed % 5))
    }
  }

  @Test func objectsMayBePartsOfThemselves() throws {
    for seed in seedsOnOneThread(0..<20) {
      try LinkedObjects.unlinked { try run(seed: seed, hasCycles: true, steps: 10) }
    }
  }

  /// Whether a problem occurs on each page, because no session can show the field.
  private func isOfEachPage(_ problem: SessionGrade.Difference) -> Bool {
    ["secret", "seen", "opaque"].contains(problem.field)
  }
}
