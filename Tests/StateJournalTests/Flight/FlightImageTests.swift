import Foundation
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct FlightImageTests {
  private func makeBytes(end: UInt64? = nil) -> [UInt8] {
    let layout = FlightLayout(names: 4, records: 16)
    let memory = FlightMemory(layout)
    let header = FlightHeader.test(layout)
    header.begin(memory.file)
    var names = FlightNames(of: header, memory.file)
    let type = names.append(FlightName(kind: .type, text: "Search"))
    _ = names.append(FlightName(kind: .action, text: "refresh", owner: type, coding: .keyed))
    var ring = FlightRing(.main, of: header, memory.file)
    for time in 1...20 {
      var record = FlightRecord(kind: .actionReceived)
      record.time = UInt64(time)
      record.name = 2
      record.type = type
      _ = ring.append(record)
    }
    if let end { header.writeEnd(at: end, to: memory.file) }
    return memory.copy
  }

  @Test func aPlannedEndIsRead() throws {
    #expect(try FlightImage(makeBytes()).end == nil)
    #expect(try FlightImage(makeBytes(end: 30)).end == 30)
  }

  @Test func namesAreRead() throws {
    let image = try FlightImage(makeBytes())
    #expect(image.names.count == 2)
    #expect(image.names[0] == FlightName(kind: .type, text: "Search"))
    #expect(
      image.names[1] == FlightName(kind: .action, text: "refresh", owner: 1, coding: .keyed)
    )
    #expect(image.records.count == 16)
    #expect(image.replacedCount == 4)
  }

  @Test func namesBeyondTheTableAreNotWritten() throws {
    let layout = FlightLayout(names: 2, records: 16)
    let memory = FlightMemory(layout)
    let header = FlightHeader.test(layout)
    header.begin(memory.file)
    var names = FlightNames(of: header, memory.file)
    let all = (0..<3).map { names.append(FlightName(kind: .effect, text: "\($0)")) }
    #expect(all == [1, 2, 0])
    #expect(try FlightImage(memory.copy).names.map(\.?.text) == ["0", "1"])
  }

  @Test func aLongNameLosesItsEnd() throws {
    let name = FlightName(kind: .effect, text: String(repeating: "ä", count: 80))
    #expect(name.storedText.utf8.count <= FlightLayout.longestName)
    #expect(name.storedText.hasSuffix("ä…"))
    #expect(FlightName(kind: .effect, text: "load").storedText == "load")
  }

  @Test func otherFilesAreRefused() throws {
    #expect(throws: FlightError.isNoFlight) { try FlightImage([]) }
    #expect(throws: FlightError.isNoFlight) { try FlightImage([UInt8](repeating: 0, count: 9_000)) }
    #expect(throws: FlightError.isNoFlight) { try FlightImage(Array(makeBytes().prefix(4_095))) }
    var other = makeBytes()
    other[8] = 9
    #expect(throws: FlightError.hasOtherVersion(9)) { try FlightImage(other) }
    var damaged = makeBytes()
    damaged[24] ^= 1
    #expect(throws: FlightError.isDamaged) { try FlightImage(damaged) }
  }

  @Test func aShorterFileHasItsBeginning() throws {
    let bytes = makeBytes()
    for count in stride(from: 4_096, to: bytes.count, by: 61) {
      let image = try FlightImage(Array(bytes.prefix(count)))
      #expect(image.records.count <= 16)
    }
  }

  /// Random changes stop no reader, and no changed record counts.
  @Test(arguments: seedsOnOneThread(0..<200))
  func aDamagedFileStopsNoReader(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var bytes = makeBytes(end: 30)
    let whole = try FlightImage(bytes)
    for _ in 0..<Int.random(in: 1...20, using: &random) {
      let place =
        Bool.random(using: &random)
        ? Int.random(in: 0..<bytes.count, using: &random)
        : Int.random(in: FlightLayout.headerSize..<bytes.count, using: &random)
      bytes[place] ^= UInt8.random(in: 1...255, using: &random)
    }
    guard let image = try? FlightImage(bytes) else { return }
    let known = whole.records.filter { $0.number != .none }
    for record in image.records where record.number != .none {
      var record = record.record
      record.extra = 0
      #expect(known.contains { $0.record == record })
    }
    let run = FlightRun(image)
    #expect(run.session().entries.count >= 0)
  }
}
