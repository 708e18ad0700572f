import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

/// Random records in the rings of a file, compared with lists, also with a write that isn't complete.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct FlightRingRandomTests {
  /// The records that a file of unlimited size would have.
  private struct Model {
    var all: [[FlightRecord]] = [[], []]
    /// The numbers of the main ring's actions without an end, with the number of records at their beginning.
    var open: [Int] = []

    /// Returns what a ring of a size still has, each with its number.
    func kept(_ ring: Int, _ size: Int) -> [(Int, FlightRecord)] {
      Array(all[ring].enumerated().map { ($0.offset + 1, $0.element) }.suffix(size))
    }
  }

  private func record(_ random: inout SeededGenerator, _ time: UInt64) -> FlightRecord {
    var record = FlightRecord(
      kind: FlightRecord.Kind.allCases.randomElement(using: &random) ?? .mark
    )
    record.time = time
    record.detail = .random(in: 0...255, using: &random)
    record.name = .random(in: 0...UInt16.max, using: &random)
    record.type = .random(in: 0...UInt16.max, using: &random)
    record.store = .random(in: 0...UInt32.max, using: &random)
    record.subject = FlightNumber(bits: .random(in: 0...UInt64.max, using: &random))
    record.cause = FlightCause(
      kind: [.outside, .view, .handler, .effect].randomElement(using: &random) ?? .view,
      store: .random(in: 0...UInt32.max, using: &random),
      subject: FlightNumber(bits: .random(in: 0...UInt64.max, using: &random))
    )
    // The end of an action is written later.
    record.extra = record.kind == .actionReceived ? 0 : .random(in: 0...UInt64.max, using: &random)
    return record
  }

  @Test(arguments: seedsOnOneThread(0..<150))
  func aFileHasTheLastRecordsOfEachRing(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let layout = FlightLayout(names: 4, records: [1, 4, 16, 64].randomElement(using: &random) ?? 1)
    let memory = FlightMemory(layout)
    let header = FlightHeader.test(layout)
    header.begin(memory.file)
    var rings = FlightRing.Place.allCases.map { FlightRing($0, of: header, memory.file) }
    var model = Model()
    var time: UInt64 = 0
    for _ in 0..<Int.random(in: 0...200, using: &random) {
      time += .random(in: 0...2, using: &random)
      let ring = Int.random(in: 0...1, using: &random)
      if ring == 0, let last = model.open.last, Bool.random(using: &random) {
        model.open.removeLast()
        let duration = time - model.all[0][last - 1].time
        let end = FlightEnd(after: duration, records: UInt64(model.all[0].count - last))
        let isKept = last > model.all[0].count - layout.records
        #expect(rings[0].writeEnd(of: UInt64(last), after: duration) == isKept)
        model.all[0][last - 1].extra = end.word(UInt64(last))
        continue
      }
      let record = record(&random, time)
      #expect(rings[ring].append(record) == UInt64(model.all[ring].count + 1))
      model.all[ring].append(record)
      if ring == 0, record.kind == .actionReceived { model.open.append(model.all[0].count) }
    }
    try expect(model, layout, memory.copy)

    // A write that isn't complete loses the record that it replaces, and no other one.
    let before = memory.copy
    let ring = Int.random(in: 0...1, using: &random)
    _ = rings[ring].append(record(&random, time))
    let slot =
      layout.firstRecord(of: FlightRing.Place.allCases[ring])
      + model.all[ring].count % layout.records * FlightLayout.recordSize
    for word in 1..<8 {
      var torn = before
      let written = slot..<slot + 8 * word
      torn.replaceSubrange(written, with: memory.bytes[written])
      if torn == before || torn == memory.copy { continue }
      let image = try FlightImage(torn)
      #expect(image.damagedCount == 1)
      let kept = [model.kept(0, layout.records), model.kept(1, layout.records)]
      for other in 0...1 {
        var expected = kept[other].map(\.0)
        if other == ring, expected.count == layout.records { expected.removeFirst() }
        #expect(numbers(image, other) == expected, "seed \(seed), word \(word)")
      }
    }
  }

  private func numbers(_ image: FlightImage, _ ring: Int) -> [Int] {
    image.records.map(\.number).filter {
      $0 != .none && ($0 == FlightNumber($0.index, in: .shared)) == (ring == 1)
    }.map { Int($0.index) }
  }

  private func expect(_ model: Model, _ layout: FlightLayout, _ bytes: [UInt8]) throws {
    let image = try FlightImage(bytes)
    #expect(image.run == .test(layout))
    #expect(image.damagedCount == 0)
    #expect(image.end == nil)
    for ring in 0...1 {
      let kept = model.kept(ring, layout.records)
      #expect(numbers(image, ring) == kept.map(\.0))
      let found = image.records.filter { $0.number != .none }
        .filter { ($0.number == FlightNumber($0.number.index, in: .shared)) == (ring == 1) }
      #expect(found.map(\.record) == kept.map(\.1))
    }
    // Both rings are in the order of time.
    let times = image.records.filter { $0.number != .none }.map(\.record.time)
    #expect(times == times.sorted())
  }

  /// The ends of handlers are at the places where they were written, the innermost first.
  @Test(arguments: seedsOnOneThread(0..<100))
  func endsAreInOrder(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let layout = FlightLayout(names: 4, records: 256)
    let memory = FlightMemory(layout)
    let header = FlightHeader.test(layout)
    header.begin(memory.file)
    var ring = FlightRing(.main, of: header, memory.file)
    var open: [(UInt64, start: UInt64)] = []
    var expected: [String] = []
    var time: UInt64 = 0
    for _ in 0..<200 {
      // Often the same time.
      time += .random(in: 0...1, using: &random)
      switch Int.random(in: 0...2, using: &random) {
      case 0:
        var record = FlightRecord(kind: .actionReceived)
        record.time = time
        open.append((ring.append(record), time))
        expected.append("\(open.last?.0 ?? 0) begins")
      case 1:
        guard let (number, start) = open.popLast() else { continue }
        #expect(ring.writeEnd(of: number, after: time - start))
        expected.append("\(number) ends at \(time)")
      default:
        var record = FlightRecord(kind: .mark)
        record.time = time
        expected.append("\(ring.append(record)) mark")
      }
    }
    let found = try FlightImage(memory.copy).records.map { numbered in
      switch numbered.record.kind {
      case .actionReceived: "\(numbered.number.index) begins"
      case .actionHandled: "\(numbered.record.subject.index) ends at \(numbered.record.time)"
      default: "\(numbered.number.index) mark"
      }
    }
    #expect(found == expected)
  }
}
