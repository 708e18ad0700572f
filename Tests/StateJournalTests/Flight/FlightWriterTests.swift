import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct FlightWriterTests {
  private final class Owner: Sendable {}

  private func make(
    _ layout: FlightLayout,
    clock: (@Sendable () -> UInt64)? = nil
  ) -> (FlightWriter, FlightMemory) {
    let memory = FlightMemory(layout)
    return (FlightWriter(.test(layout), memory.file, of: Owner(), clock: clock), memory)
  }

  private func image(_ writer: FlightWriter) throws -> FlightImage {
    try FlightImage(writer.withBytes { Array($0) })
  }

  /// All threads write, and the main actor writes its own ring meanwhile.
  @Test func writesOfManyThreadsAreComplete() async throws {
    let (writer, memory) = make(FlightLayout(names: 64, records: 8_192))
    let (threads, count) = (8, 500)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<threads {
        group.addTask { await write(count, by: thread, writer) }
      }
      for number in 0..<count {
        var record = FlightRecord(kind: .mark)
        record.extra = UInt64(number)
        writer.writeNowOnMain(record)
        if number % 50 == 0 { await Task.yield() }
      }
    }
    let image = try image(writer)
    #expect(image.damagedCount == 0)
    #expect(image.records.count == (threads + 1) * count)
    // Each writer's records are in its order.
    for store in 0...threads {
      let extras = image.records.filter { Int($0.record.store) == store }.map(\.record.extra)
      #expect(extras == extras.sorted() && extras.count == count)
    }
    #expect(image.names.count == threads)
    withExtendedLifetime(memory) {}
  }

  @Test func nothingIsWrittenBehindTheEnd() throws {
    let time = LockIsolated<UInt64>(100)
    let (writer, memory) = make(FlightLayout(names: 4, records: 16)) { time.value }
    time.setValue(130)
    writer.writeNow(FlightRecord(kind: .mark))
    time.setValue(150)
    writer.end(isPlanned: true)
    #expect(writer.writeNow(FlightRecord(kind: .mark)) == .none)
    #expect(writer.writeNowOnMain(FlightRecord(kind: .mark)) == .none)
    #expect(writer.index(of: FlightName(kind: .mark, text: "late")) == 0)
    let image = try image(writer)
    #expect(image.records.map(\.record.time) == [30])
    #expect(image.end == 50)
    withExtendedLifetime(memory) {}
  }

  @Test func aFullTableGivesTheType() throws {
    let (writer, memory) = make(FlightLayout(names: 2, records: 16))
    let type = writer.index(of: FlightName(kind: .type, text: "Action"))
    let first = writer.index(of: FlightName(kind: .action, text: "first", owner: type))
    #expect(writer.index(of: FlightName(kind: .action, text: "second", owner: type)) == type)
    #expect(writer.index(of: FlightName(kind: .action, text: "first", owner: type)) == first)
    #expect(writer.index(of: FlightName(kind: .type, text: "Other")) == 0)
    var record = FlightRecord(kind: .actionReceived)
    record.name = type
    writer.writeNowOnMain(record)
    record.name = 0
    writer.writeNowOnMain(record)
    let entries = FlightRun(try image(writer)).entries
    #expect(entries.map(\.name) == ["…", "…"])
    #expect(entries.map(\.typeName) == ["Action", nil])
    withExtendedLifetime(memory) {}
  }

  @Test func causesInsideEachOtherHaveALimit() {
    let causes = FlightCauses()
    #expect(causes.current == .outside)
    for number in 1...200 {
      causes.begin(
        FlightCause(kind: .handler, store: 1, subject: FlightNumber(bits: UInt64(number))),
        at: UInt64(number)
      )
      #expect(causes.current.subject.bits == UInt64(min(number, 64)))
    }
    for number in (1...200).reversed() {
      #expect(causes.end() == (number <= 64 ? UInt64(number) : 0))
    }
    #expect(causes.current == .outside)
  }
}

@concurrent
private func write(_ count: Int, by thread: Int, _ writer: FlightWriter) async {
  let name = writer.index(of: FlightName(kind: .effect, text: "\(thread)"))
  for number in 0..<count {
    var record = FlightRecord(kind: .effectEnded)
    record.store = UInt32(thread + 1)
    record.name = name
    record.extra = UInt64(number)
    writer.writeNow(record)
  }
}
