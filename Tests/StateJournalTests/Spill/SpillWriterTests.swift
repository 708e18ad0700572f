import Foundation
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

@Suite(.timeLimit(.minutes(20))) struct SpillWriterTests {
  private struct DiskFull: Error {}

  /// The written files, and whether writing fails.
  private final class Disk: Sendable {
    let isFull = LockIsolated(false)
    let written = LockIsolated<[(bytes: Data, name: String)]>([])

    func write(_ bytes: Data, to url: URL) throws {
      if isFull.value { throw DiskFull() }
      written.withValue { $0.append((bytes, url.lastPathComponent)) }
    }
  }

  private let disk = Disk()

  private func makeWriter(capacity: Int = 100) -> SpillWriter {
    SpillWriter(URL(fileURLWithPath: "/journal"), capacity: capacity) { [disk] bytes, url in
      try disk.write(bytes, to: url)
    }
  }

  private func part(_ number: Int, size: Int = 10) -> SpillWriter.Part {
    SpillWriter.Part(
      bytes: Data(repeating: UInt8(number), count: size),
      numbers: number * 10...number * 10 + 4,
      count: 3
    )
  }

  @Test func partsAreFilesInTheirOrder() async throws {
    let writer = makeWriter()
    for number in 1...5 { writer.add(part(number)) }
    try await writer.flush()
    #expect(disk.written.value.map(\.bytes) == (1...5).map { Data(repeating: $0, count: 10) })
    let names = disk.written.value.map(\.name)
    #expect(names == names.sorted())
    #expect(names.map { $0.suffix(13) } == (1...5).map { "-00000\($0).jsonl" })
    #expect(Set(names.map { $0.dropLast(13) }).count == 1)
    let spill = writer.spill
    #expect(spill.files.map(\.url.lastPathComponent) == names)
    #expect(spill.files.map(\.numbers) == (1...5).map { $0 * 10...$0 * 10 + 4 })
    #expect(spill.lostCount == 0)
    #expect(spill.failure == nil)
    #expect(writer.size == 0)
  }

  @Test func namesOfTwoJournalsDiffer() async throws {
    for writer in [makeWriter(), makeWriter()] {
      writer.add(part(1))
      try await writer.flush()
    }
    #expect(Set(disk.written.value.map(\.name)).count == 2)
  }

  @Test func nothingIsWrittenForNothing() async throws {
    try await makeWriter().flush()
    #expect(disk.written.value.isEmpty)
  }

  @Test func aPartThatCannotBeWrittenIsWrittenLater() async throws {
    let writer = makeWriter()
    disk.isFull.setValue(true)
    writer.add(part(1))
    await #expect(throws: DiskFull.self) { try await writer.flush() }
    #expect(writer.spill.failure is DiskFull)
    #expect(writer.spill.files.isEmpty)
    #expect(writer.size == 10)
    await #expect(throws: DiskFull.self) { try await writer.flush() }
    disk.isFull.setValue(false)
    writer.add(part(2))
    try await writer.flush()
    #expect(disk.written.value.map { $0.bytes[0] } == [1, 2])
    #expect(writer.spill.failure == nil)
    #expect(writer.spill.lostCount == 0)
    #expect(writer.size == 0)
  }

  @Test func aFlushTriesAgain() async throws {
    let writer = makeWriter()
    disk.isFull.setValue(true)
    writer.add(part(1))
    await #expect(throws: DiskFull.self) { try await writer.flush() }
    disk.isFull.setValue(false)
    try await writer.flush()
    #expect(writer.spill.files.count == 1)
  }

  @Test func theOldestGoWhereTooManyWait() async throws {
    let writer = makeWriter(capacity: 30)
    disk.isFull.setValue(true)
    for number in 1...7 {
      writer.add(part(number))
      await #expect(throws: DiskFull.self) { try await writer.flush() }
    }
    #expect(writer.size == 30)
    #expect(writer.spill.lostCount == 12)
    disk.isFull.setValue(false)
    try await writer.flush()
    #expect(disk.written.value.map { $0.bytes[0] } == [5, 6, 7])
    #expect(disk.written.value[0].name.hasSuffix("-000005.jsonl"))
  }

  @Test func aPartThatIsTooLargeIsWrittenAllTheSame() async throws {
    let writer = makeWriter(capacity: 5)
    writer.add(part(1))
    try await writer.flush()
    writer.add(part(2))
    try await writer.flush()
    #expect(writer.spill.files.count == 2)
    #expect(writer.spill.lostCount == 0)
  }

  @Test(.needsVirtualTime) func whatIsBeingWrittenIsNotLost() async throws {
    try await simulate(seed: 1) { [disk] in
      let writer = SpillWriter(URL(fileURLWithPath: "/journal"), capacity: 20) { bytes, url in
        try disk.write(bytes, to: url)
      }
      // Nothing else runs before the test waits.
      for number in 1...5 { writer.add(part(number)) }
      try await writer.flush()
      #expect(disk.written.value.map { $0.bytes[0] } == [1, 5])
      #expect(writer.spill.lostCount == 9)
    }
  }
}
