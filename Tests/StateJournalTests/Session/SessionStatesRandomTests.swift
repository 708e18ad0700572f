import Observation
import StateEngine
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

/// Random changes of states, as a session that was a file, against full copies.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct SessionStatesRandomTests {
  @MainActor
  private struct Program {
    var random: SeededGenerator
    let hasCycles: Bool
    var pages: [Page]

    init(seed: Int, hasCycles: Bool) {
      random = SeededGenerator(seed: seed)
      self.hasCycles = hasCycles
      pages = (0..<(hasCycles ? 3 : 6)).map { Page($0) }
    }

    var root: Page { pages[0] }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// A page that may be below another one: a later one, unless there may be cycles.
    mutating func page(below parent: Page) -> Page? {
      let page = pages[below(pages.count)]
      return hasCycles || page.id > parent.id ? page : nil
    }

    mutating func change() {
      let page = below(3) == 0 ? root : pages[below(pages.count)]
      switch below(18) {
      case 0, 1: page.count += 1
      case 2: page.text = String(repeating: "\"é\n", count: below(4))
      case 3: page.ratio = [.nan, 1, -0.5, .infinity][below(4)]
      case 4: page.tags.formSymmetricDifference([below(5)])
      case 5: page.table[below(4)] = below(2) == 0 ? nil : "\(below(9))"
      case 6: page.nested = below(2) == 0 ? .none : below(3)
      case 7: page.child = self.page(below: page)
      case 8: page.child = nil
      case 9, 10:
        if let child = self.page(below: page), page.list.count < (hasCycles ? 1 : 3) {
          page.list.append(child)
        }
      case 11: if !page.list.isEmpty { page.list.remove(at: below(page.list.count)) }
      case 12: page.list.shuffle(using: &random)
      case 13: page.byKey[below(2)] = below(2) == 0 ? nil : self.page(below: page)
      case 14:
        page.place =
          below(2) == 0 ? .number(below(2)) : self.page(below: page).map { .page($0) } ?? .none
      case 15: page.path = [.number(below(2)), .none]
      case 16: page.path = self.page(below: page).map { [.none, .page($0)] } ?? []
      default: replacePage()
      }
    }

    /// A new page comes in the place of one that may be anywhere.
    private mutating func replacePage() {
      let index = 1 + below(pages.count - 1)
      pages[index] = Page(pages[index].id)
    }
  }

  private func run(
    seed: Int,
    hasCycles: Bool = false,
    steps: Int,
    capacity: Int = 16 << 20
  ) throws {
    var program = Program(seed: seed, hasCycles: hasCycles)
    let journal = StateJournal(capacity: capacity)
    let store = FakeStore(program.root)
    journal.recordAny(store)
    // A store of a page, which may be recorded later than the first entry.
    var below: FakeStore<Page>?
    var copies: [(number: Int, states: [(StoreID, StateSnapshot)])] = []
    for step in 0..<steps {
      for _ in 0...program.below(4) { program.change() }
      PendingChanges.commit()
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
          ? player.travel(to: number) ? player.problems : nil
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
}
