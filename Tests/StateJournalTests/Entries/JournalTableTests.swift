import StateCore
import StateJournal
import StateTestSupport
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct JournalTableTests {
  struct Entry: NumberedEntry {
    let number: Int
    let size: Int
  }

  /// The number of times that entries were applied.
  final class Counter {
    var count = 0
  }

  /// A state that records how it was reached.
  struct Frame: JournalFrame {
    var count: Int
    var size: Int { count * 10 }
    var sum = 0
    var last = 0
    let counter: Counter

    mutating func apply(_ entry: Entry) {
      sum = sum &* 31 &+ entry.number
      last = entry.number
      counter.count += 1
    }
  }

  private func makeTable(_ capacity: Int, objects: Int = 1) -> JournalTable<Frame> {
    JournalTable(capacity: capacity, Frame(count: objects, counter: Counter()))
  }

  @Test(arguments: Array(seedsOnOneThread(0..<20)))
  func eachStateIsTheOneBehindItsEntry(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let objects = [1, 300, 2_000].randomElement(using: &generator)!
    let capacity = Int.random(in: 0..<60_000, using: &generator)
    var table = makeTable(capacity, objects: objects)
    /// The state after each number, including numbers without an entry.
    var sums = [0]
    var number = 0
    for step in 0..<3_000 {
      let gap = Int.random(in: 0..<3, using: &generator)
      sums += Array(repeating: sums[number], count: gap)
      number += gap + 1
      let size =
        Int.random(in: 0..<100, using: &generator) == 0
        ? Int.random(in: 0..<80_000, using: &generator)
        : Int.random(in: 0..<100, using: &generator)
      table.append(Entry(number: number, size: size))
      sums.append(sums[number - 1] &* 31 &+ number)
      let kept = table.entries.places.map { table.entries[$0] }
      #expect(table.size <= capacity || kept.isEmpty)
      #expect(table.size >= kept.reduce(0) { $0 + $1.size })
      #expect(table.last.sum == sums[number])
      guard step % 100 == 0 else { continue }
      for _ in 0..<30 {
        let asked = Int.random(in: 0..<number + 4, using: &generator)
        let expected = asked < table.lastNumberGone ? nil : sums[min(asked, number)]
        #expect(table.frame(at: asked)?.sum == expected)
      }
    }
  }

  @Test func theOldestEntriesGoAndNoOthers() {
    var generator = SeededGenerator(seed: 1)
    var table = makeTable(1_000)
    var all: [Entry] = []
    for number in 1...250 {
      all.append(Entry(number: number, size: Int.random(in: 0..<200, using: &generator)))
      table.append(all[number - 1])
      var size = 0
      let expected = all.reversed().prefix { entry in
        size += entry.size
        return size <= 1_000
      }
      // Entries without a size are removed only together with the previous one.
      let numbers = table.entries.places.map { table.entries[$0].number }
      #expect(numbers.suffix(expected.count) == expected.reversed().map(\.number))
      #expect(table.size <= 1_000)
      #expect(table.size == all.suffix(numbers.count).reduce(0) { $0 + $1.size })
    }
  }

  @Test(arguments: [1, 1_000])
  func aStateIsFoundWithFewSteps(objects: Int) {
    var table = makeTable(.max, objects: objects)
    for number in 1...10_000 { table.append(Entry(number: number, size: 1)) }
    let counter = table.last.counter
    for number in stride(from: 1, through: 10_000, by: 37) {
      counter.count = 0
      #expect(table.frame(at: number)?.last == number)
      #expect(counter.count <= max(256, objects) + 256)
    }
  }

  @Test func copiesOfStatesCount() {
    var table = makeTable(.max, objects: 300)
    for number in 1...1_000 { table.append(Entry(number: number, size: 1)) }
    #expect(table.size == 1_000 + 3 * 3_000)
  }

  @Test func anEntryThatIsTooLargeLeavesNone() {
    var table = makeTable(100)
    table.append(Entry(number: 1, size: 10))
    table.append(Entry(number: 2, size: 101))
    #expect(table.entries.places.isEmpty)
    #expect(table.size == 0)
    #expect(table.frame(at: 2)?.last == 2)
    #expect(table.frame(at: 1) == nil)
    table.append(Entry(number: 3, size: 10))
    #expect(table.entries.places.count == 1)
    #expect(table.frame(at: 2)?.last == 2)
    #expect(table.frame(at: 3)?.last == 3)
  }

  @Test func manyEntriesStayBelowTheLimit() {
    var table = makeTable(1 << 16)
    let last = isSanitized ? 100_000 : 1_000_000
    for number in 1...last { table.append(Entry(number: number, size: 200)) }
    #expect(table.size <= 1 << 16)
    #expect(table.entries.places.count > 300)
    #expect(table.frame(at: last - 100)?.last == last - 100)
    // Each entry was added once and removed once.
    #expect(table.last.counter.count <= 2 * last + 300)
  }
}
