import Foundation
import Observation
import StateCore
import StateFields
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct JournalSpillTests {
  private enum Action: Codable { case count }

  private let folder: SpillFolder

  init() throws { folder = try SpillFolder() }

  private func makeJournal(capacity: Int = 1 << 16) -> Journal {
    Journal(capacity: capacity, spillingTo: folder.url)
  }

  private func sessions(_ journal: Journal) throws -> [StateSession] {
    try #require(journal.spill).files.map { try StateSession(contentsOf: $0.url) }
  }

  /// Returns the entries in the files and in memory.
  private func entries(_ journal: Journal) throws -> [SessionEntry] {
    let files = try #require(journal.spill).files
    let own = try zip(files, sessions(journal)).flatMap { file, session in
      session.entries.filter { file.numbers.contains($0.number) }
    }
    let first = journal.entries.first?.number ?? .max
    return own + journal.session().entries.filter { $0.number >= first }
  }

  // MARK: Written entries

  @Test func eachEntryIsInAFileOrInTheMemory() async throws {
    let journal = makeJournal()
    let reference = Journal()
    let store = FakeStore(Page())
    journal.recordAny(store)
    reference.recordAny(store)
    for number in 0..<1000 {
      store.send(Action.count) { store.state.count = number }
      if number % 7 == 0 { store.state.list = (0..<number % 5).map { Page($0) } }
      // Entries that the writer can't keep up with would be lost.
      if number % 50 == 0 { try await journal.flush() }
    }
    try await journal.flush()
    // Each journal has its own first entry.
    let all = try entries(journal).dropFirst()
    let expected = reference.session().entries.dropFirst()
    #expect(all.map(\.number) == expected.map(\.number))
    #expect(all.map(\.text) == expected.map(\.text))
    #expect(all.map(\.kind.isChange) == expected.map(\.kind.isChange))
    let spill = try #require(journal.spill)
    #expect(spill.files.count > 2)
    #expect(spill.lostCount == 0)
    #expect(try folder.names() == spill.files.map(\.url.lastPathComponent))
    for (one, next) in zip(spill.files, spill.files.dropFirst()) {
      #expect(one.numbers.upperBound < next.numbers.lowerBound)
    }
    let last = try #require(spill.files.last).numbers.upperBound
    #expect(last < journal.entries[journal.entries.startIndex].number)
  }

  @Test func secondsGoOnInTheNextFile() async throws {
    let journal = makeJournal()
    let store = FakeStore(Page())
    journal.recordAny(store)
    for number in 0..<1000 { store.send(Action.count) { store.state.count = number } }
    try await journal.flush()
    let sessions = try sessions(journal)
    let ends = sessions.map { $0.entries.last?.seconds ?? 0 }
    #expect(ends == ends.sorted())
    #expect(Set(ends).count == sessions.count)
    for session in sessions { #expect(session.entries[0].seconds == 0) }
  }

  @Test func aFileIsASeparateSession() async throws {
    let journal = makeJournal()
    let store = FakeStore(Page())
    journal.recordAny(store)
    store.state.text = "early"
    store.state.child = Page(7)
    // If the queue gets too long, changes of this turn come after those of actions.
    EventCenter.report()
    for number in 0..<1000 { store.send(Action.count) { store.state.count = number } }
    try await journal.flush()
    for session in try sessions(journal).dropFirst() {
      let first = session.entries[0]
      #expect(first.text.contains("was recorded before"))
      let state = session.state(of: store.storeID.number, at: first.number)
      #expect(state?.value("text")?.text == "\"early\"")
      #expect(state?.value("child.id")?.text == "7")
    }
  }

  @Test func mostOfAFileIsNotTheStateBefore() async throws {
    let journal = makeJournal(capacity: 1 << 10)
    let store = FakeStore(Page())
    store.state.blob = Array(repeating: 200, count: 10_000)
    journal.recordAny(store)
    for number in 0..<500 { store.send(Action.count) { store.state.count = number } }
    try await journal.flush()
    let sessions = try sessions(journal)
    for session in sessions.dropFirst().dropLast() {
      let lines = session.data.split(separator: UInt8(ascii: "\n"))
      let state = lines.map(\.count).max() ?? 0
      #expect(lines.map(\.count).reduce(0, +) > 2 * state)
    }
    #expect(sessions.count > 2)
  }

  @Test func redactedValuesAreInNoFile() async throws {
    let journal = makeJournal()
    let store = FakeStore(Page())
    journal.recordAny(store)
    for number in 0..<1000 {
      store.state.secret = "hidden-\(number)"
      store.state.text = "shown-\(number)"
    }
    try await journal.flush()
    let texts = try #require(journal.spill).files.map { file in
      try String(decoding: Data(contentsOf: file.url), as: UTF8.self)
    }
    #expect(texts.count > 1)
    #expect(texts.allSatisfy { $0.contains("shown-") && !$0.contains("hidden-") })
  }

  @Test func filesAreWrittenWithoutAFlush() async throws {
    let journal = makeJournal()
    let store = FakeStore(Page())
    journal.recordAny(store)
    for number in 0..<1000 { store.send(Action.count) { store.state.count = number } }
    while journal.spill?.files.isEmpty != false { await Task.yield() }
    #expect(try sessions(journal)[0].entries.count > 1)
  }

  @Test func aJournalThatGoesAwayWritesWhatItHasTaken() async throws {
    var journal: Journal? = makeJournal()
    let store = FakeStore(Page())
    journal?.recordAny(store)
    let writer = try #require(journal?.recorder.spill?.writer)
    while journal?.recorder.spill?.size == 0 {
      store.state.count += 1
      EventCenter.report()
    }
    #expect(writer.spill.files.isEmpty)
    journal = nil
    while writer.spill.files.isEmpty { await Task.yield() }
    #expect(try StateSession(contentsOf: writer.spill.files[0].url).entries.count == 1)
  }

  // MARK: Memory

  @Test func theMemoryStaysUnderItsBound() async throws {
    let journal = makeJournal(capacity: 1 << 22)
    let store = FakeStore(Page())
    journal.recordAny(store)
    for number in 0..<20_000 {
      store.state.count = number
      EventCenter.report()
      if number % 100 == 0 { #expect(journal.size <= 1 << 22) }
    }
    try await journal.flush()
    let spill = try #require(journal.spill)
    let written = try zip(spill.files, sessions(journal)).map { file, session in
      session.entries.count { file.numbers.contains($0.number) }
    }
    // On a slow disk, some are lost and counted.
    #expect(written.reduce(0, +) + spill.lostCount + journal.entries.count == 20_000)
    #expect(spill.files.count > 2)
  }

  @Test func aJournalWithoutAFolderWritesNothing() async throws {
    let journal = Journal(capacity: 1 << 12)
    let store = FakeStore(Page())
    journal.recordAny(store)
    let beginning = try #require(journal.entries.first)
    for number in 0..<1000 { store.send(Action.count) { store.state.count = number } }
    try await journal.flush()
    #expect(journal.spill == nil)
    #expect(try #require(journal.entries.first).number > beginning.number)
  }

  @Test func aShortRecordingMakesNoFolder() async throws {
    let journal = makeJournal()
    let store = FakeStore(Page())
    journal.recordAny(store)
    try await journal.flush()
    #expect(journal.spill?.files == [])
    #expect(!FileManager.default.fileExists(atPath: folder.url.path))
  }

  // MARK: Failures

  @Test func entriesWaitForAFolderThatCannotBeWritten() async throws {
    let journal = makeJournal()
    let store = FakeStore(Page())
    journal.recordAny(store)
    try folder.block()
    while journal.recorder.spill?.size == 0 {
      store.state.count += 1
      EventCenter.report()
    }
    await #expect(throws: (any Error).self) { try await journal.flush() }
    #expect(journal.spill?.failure != nil)
    #expect(journal.spill?.files == [])
    try folder.unblock()
    try await journal.flush()
    #expect(journal.spill?.failure == nil)
    #expect(try sessions(journal).count == 1)
  }

  /// A value that writes to the recorded state while it is encoded.
  final class Meddler: Encodable, Equatable, Sendable {
    let meddle: @Sendable () -> Void

    init(_ meddle: @escaping @Sendable () -> Void) { self.meddle = meddle }

    static func == (one: Meddler, other: Meddler) -> Bool { one === other }

    func encode(to encoder: any Encoder) throws {
      meddle()
      var container = encoder.singleValueContainer()
      try container.encode(0)
    }
  }

  @MainActor @Observable
  final class Meddled: SnapshotState {
    var meddler = Meddler {}
    var count = 0

    static let snapshotFields = SnapshotFields<Meddled> {
      SnapshotField("meddler", \.meddler)
      SnapshotField("count", \.count)
    }
  }

  @Test func valuesMayChangeTheStateWhileTheyAreEncoded() async throws {
    let journal = makeJournal()
    let reference = Journal()
    let store = FakeStore(Meddled())
    journal.recordAny(store)
    reference.recordAny(store)
    for number in 1...2_000 {
      store.state.meddler = Meddler {
        MainActor.assumeIsolated {
          if store.state.count < 1_500 { store.state.count += 1 }
          EventCenter.report()
        }
      }
      EventCenter.report()
      // Some are encoded during an event, others in a turn, while as many wait as allowed.
      if number % 50 == 0 { await Task.yield() }
    }
    try await journal.flush()
    let numbers = try entries(journal).dropFirst().map(\.number)
    #expect(numbers == reference.entries.dropFirst().map(\.number))
    #expect(store.state.count == 1_500)
  }
}

extension SessionEntry.Kind {
  fileprivate var isChange: Bool {
    if case .change = self { true } else { false }
  }
}
