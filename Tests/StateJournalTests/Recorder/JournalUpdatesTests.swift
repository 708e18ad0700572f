import StateCore
import StateJournal
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct JournalUpdatesTests {
  private func change(_ store: FakeStore<Node>, _ count: Int = 1) {
    for _ in 0..<count {
      store.state.count += 1
      EventCenter.report()
    }
  }

  private func numbers(of updates: JournalUpdates) async -> [Int] {
    var numbers: [Int] = []
    for await entry in updates { numbers.append(entry.number) }
    return numbers
  }

  @Test(.simulated(seeds: 0..<(isSanitized ? 2 : 20)))
  func eachEntryFromNowOnComesOnceAndInOrder() async {
    var journal: Journal? = Journal()
    let store = FakeStore(Node(0))
    journal?.recordAny(store)
    change(store, 3)
    let updates = journal!.updates
    let all = (0..<3).map { _ in ImmediateTask.start { await numbers(of: updates) } }
    for round in 0..<20 {
      change(store, round * 10)
      await Task.yield()
    }
    let expected = journal!.entries.dropFirst(4).map(\.number)
    journal = nil
    for task in all { #expect(await task.value == expected) }
  }

  @Test(.simulated(seeds: 0..<20)) func loopsThatWaitAreNotifiedOfEachEntry() async {
    let journal = Journal()
    let store = FakeStore(Node(0))
    journal.recordAny(store)
    let updates = journal.updates
    let (seen, note) = AsyncStream<Int>.makeStream()
    let loops = (0..<2).map { _ in
      ImmediateTask.start { for await entry in updates { note.yield(entry.number) } }
    }
    var numbers = seen.makeAsyncIterator()
    for _ in 0..<10 {
      change(store)
      let last = journal.entries.last?.number
      for _ in loops { #expect(await numbers.next() == last) }
    }
    for loop in loops { loop.cancel() }
  }

  @Test func entriesAreKeptForALoopThatBeginsLater() async {
    var journal: Journal? = Journal()
    let store = FakeStore(Node(0))
    journal?.recordAny(store)
    let updates = journal!.updates
    change(store, 600)
    let expected = journal!.entries.dropFirst().map(\.number)
    journal = nil
    #expect(await numbers(of: updates) == expected)
    #expect(expected.count == 600)
  }

  @Test func aSlowLoopContinuesWithWhatIsLeft() async {
    var journal: Journal? = Journal(capacity: 50_000)
    let store = FakeStore(Node(0))
    journal?.recordAny(store)
    let updates = journal!.updates
    change(store, 2_000)
    let expected = journal!.entries.map(\.number)
    journal = nil
    #expect(await numbers(of: updates) == expected)
    #expect(expected.count < 2_000)
  }

  @Test(.simulated(seeds: 0..<10)) func aLoopEndsWithItsTask() async {
    let journal = Journal()
    let store = FakeStore(Node(0))
    journal.recordAny(store)
    let updates = journal.updates
    let task = ImmediateTask.start { await numbers(of: updates) }
    change(store, 10)
    await Task.yield()
    task.cancel()
    #expect(await task.value.count <= 10)
    change(store)
  }

  @Test func updatesEndWithTheJournal() async {
    var journal: Journal? = Journal()
    let updates = journal!.updates
    journal = nil
    #expect(await numbers(of: updates).isEmpty)
  }
}
