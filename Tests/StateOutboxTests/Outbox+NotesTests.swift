import Foundation
import StateCore
import StateJournal
import StatePersistence
import StateQueries
import StateTestSupport
import StateTesting
import Testing

@testable import StateOutbox

/// The steps of changes in a journal, with the causes that lead to them.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct OutboxNotesTests {
  static let styles: [any NoteDesk.Type] = [FeatureDesk.self, ScreenDesk.self]

  private let lives = OutboxLives()
  private var server: NameServer { lives.server }

  /// Opens the outbox and makes a store that shows the title, as a launch of an app does.
  private func launch(
    _ style: any NoteDesk.Type,
    _ journal: Journal
  ) async throws -> (Outbox, any NoteDesk) {
    let outbox = try await lives.open()
    let queries = lives.queries
    let environment = lives.environment.changing {
      $0.queries = queries
      $0.outbox = outbox
    }
    let desk = await style.init(environment, lives.clock, in: journal)
    desk.show()
    await eventually { desk.title?.hasPrefix("loaded") ?? false }
    return (outbox, desk)
  }

  private func events(_ journal: Journal) -> [OutboxEvent] {
    journal.entries.compactMap { if case .outbox(let event) = $0.kind { event } else { nil } }
  }

  /// The names of the steps, with the numbers of the attempts.
  private func steps(_ journal: Journal) -> [String] {
    events(journal).map { event in
      switch event.step {
      case .enqueued: "enqueued"
      case .merged: "merged"
      case .started(let reason): "\(event.id.attempt) \(reason)"
      case .applied: "\(event.id.attempt) applied"
      case .waits: "\(event.id.attempt) waits"
      case .failed(let state, _, _): "\(event.id.attempt) \(state)"
      case .cancelled: "\(event.id.attempt) cancelled"
      case .removed(let way): way
      case .unstored: "unstored"
      }
    }
  }

  /// The entries that lead to one, the latest first, each by the number of its attempt or by its kind.
  private func chain(of entry: JournalEntry?, _ journal: Journal) -> [String] {
    var names: [String] = []
    var next = entry.flatMap { $0.subjectEntry ?? $0.causeEntry }
    while let cause = next.flatMap({ journal.entries.entry(number: $0) }) {
      switch cause.kind {
      case .outbox(let event): names.append("\(event.id.text)")
      case .effect: names.append("effect")
      case .actionReceived(_, let received): names.append(received.action.caseName ?? "")
      default: names.append("other")
      }
      next = cause.subjectEntry ?? cause.causeEntry
    }
    return names
  }

  private func lastChange(_ journal: Journal) -> JournalEntry? {
    journal.entries.last { if case .change = $0.kind { true } else { false } }
  }

  private func wait(_ outbox: Outbox, for seconds: Int = 10) async {
    await eventually { outbox.items().contains(where: \.state.isWaiting) }
    await lives.clock.advance(by: .seconds(seconds))
  }

  @Test(arguments: 0..<2)
  func theJournalLeadsFromAFieldToTheActionOfTheUser(style: Int) async throws {
    let journal = Journal()
    let (outbox, desk) = try await launch(Self.styles[style], journal)
    server.plan(.loseAnswer)
    desk.rename(Rename("b"))
    await eventually { desk.title == "loaded b" }
    let action = style == 0 ? ["effect", "rename"] : ["rename"]
    #expect(chain(of: lastChange(journal), journal) == ["Rename"] + action)
    await wait(outbox)
    await eventually { desk.title == "loaded b (b)" }
    #expect(steps(journal) == ["enqueued", "1 first", "1 waits", "2 again", "2 applied"])
    #expect(Set(events(journal).map(\.id.key)) == Set(server.keys))
    #expect(Set(events(journal).map(\.lane)) == ["note-1"])
    #expect(server.keys.count == 2 && Set(server.keys).count == 1)
    let change = try #require(lastChange(journal))
    #expect(chain(of: change, journal) == ["Rename, attempt 2", "Rename"] + action)
    guard case .change(let value) = change.kind else { return }
    #expect(value.cause == events(journal).last.map { .outbox($0.id) })
    #expect(change.text.hasSuffix(", by Rename, attempt 2"))
    let error = events(journal)[2].error?.text
    #expect(error == "ConnectionLost()")
  }

  @Test(arguments: 0..<2)
  func afterALaunchTheActionIsKnownByItsName(style: Int) async throws {
    let journal = Journal()
    var first: (Outbox, any NoteDesk)? = try await launch(Self.styles[style], journal)
    server.plan(.loseAnswer)
    first?.1.rename(Rename("b"))
    await eventually { first?.0.items().first?.state.isWaiting ?? false }
    let key = try #require(server.keys.first)
    first = nil

    let later = Journal()
    let (outbox, desk) = try await launch(Self.styles[style], later)
    #expect(desk.title == "loaded b")
    await wait(outbox)
    await eventually { desk.title == "loaded b (b)" }
    #expect(steps(later) == ["2 launch", "2 applied"])
    #expect(events(later).map(\.id.key) == [key, key])
    #expect(events(later).map(\.origin) == ["rename", "rename"])
    #expect(server.keys == [key, key])
    let change = try #require(lastChange(later))
    #expect(chain(of: change, later) == ["Rename, attempt 2"])
    let entry = try #require(change.causeEntry.flatMap { later.entries.entry(number: $0) })
    #expect(
      entry.happening
        == "Rename, attempt 2, is sent: launch, enqueued by rename in an earlier launch"
    )
    // A third process knows nothing of it.
    #expect(outbox.notes.count == 0)
  }

  @Test func theEntriesAreReadable() async throws {
    let journal = Journal()
    let (outbox, desk) = try await launch(FeatureDesk.self, journal)
    server.plan(.loseAnswer)
    desk.rename(Rename("b"))
    await wait(outbox)
    await eventually { desk.title == "loaded b (b)" }
    let texts = journal.entries.filter { if case .outbox = $0.kind { true } else { false } }
      .map { entry in
        entry.happening.replacing(#/after [^;:,]+/#) { _ in "after x" }
          .replacing(#/Rename\(.+\)/#) { _ in "Rename(…)" }
      }
    let date = lives.environment.unrecordedDate.ISO8601Format()
    #expect(
      texts == [
        "Rename, is enqueued in lane note-1: Rename(…), by effect \"enqueue Rename\" of rename",
        "Rename, attempt 1, is sent: first, by Rename",
        "Rename, attempt 1, fails, after x: ConnectionLost(); the next attempt follows at \(date),"
          + " by Rename",
        "Rename, attempt 2, is sent: again, by Rename",
        "Rename, attempt 2, is applied, after x, by Rename",
      ]
    )
  }

  @Test func decisionsAreSteps() async throws {
    let journal = Journal()
    let (outbox, desk) = try await launch(FeatureDesk.self, journal)
    server.plan(.refuse, .refuse, .answer)
    desk.rename(Rename("b") { $0.resolution = "reject" })
    await eventually { outbox.failedCount == 1 }
    await eventually { desk.title == "loaded" }
    #expect(steps(journal) == ["enqueued", "1 first", "1 rejected"])
    #expect(chain(of: lastChange(journal), journal).first == "Rename, attempt 1")
    let key = try #require(outbox.items().first?.id)
    try await outbox.discard(key)
    desk.rename(Rename("c") { $0.resolution = "holdAll" })
    await eventually { outbox.failedCount == 1 }
    outbox.retryNow()
    await outbox.drain()
    #expect(
      steps(journal).dropFirst(3)
        == ["discard", "enqueued", "1 first", "1 held", "2 retryNow", "2 applied"]
    )
    outbox.pause()
    desk.rename(Rename("d"))
    await eventually { outbox.pendingCount == 1 }
    desk.cancel(try #require(outbox.items().first?.id))
    await eventually { outbox.pendingCount == 0 }
    #expect(steps(journal).suffix(2) == ["enqueued", "cancel"])
    let removal = journal.entries.last { if case .outbox = $0.kind { true } else { false } }
    #expect(chain(of: removal, journal) == ["effect", "cancel"])
    #expect(outbox.notes.count == 0)
  }

  @Test func mergedAndReplacedChangesAreSteps() async throws {
    let journal = Journal()
    let (outbox, desk) = try await launch(FeatureDesk.self, journal)
    outbox.pause()
    try await outbox.enqueue(SetTitle(title: "b"))
    try await outbox.enqueue(SetTitle(title: "c"))
    await eventually { desk.title == "c" }
    let key = try #require(outbox.items().first?.id)
    #expect(steps(journal) == ["enqueued", "merged"])
    guard case .merged(into: key)? = events(journal).last?.step else {
      Issue.record("The step is \(steps(journal))")
      return
    }
    try await outbox.replace(key, with: Rename("d"))
    #expect(steps(journal).suffix(2) == ["replace", "enqueued"])
    try await outbox.removeAll()
    #expect(steps(journal).last == "removeAll")
    #expect(outbox.notes.count == 0)
  }

  @Test func aRefusalThatReplacesAChangeIsTheCauseOfTheOther() async throws {
    let journal = Journal()
    let (outbox, desk) = try await launch(FeatureDesk.self, journal)
    server.plan(.refuse)
    desk.rename(Rename("b") { $0.resolution = "replace" })
    await eventually { desk.title == "loaded b' (b')" }
    #expect(
      steps(journal) == ["enqueued", "1 first", "replace", "enqueued", "1 first", "1 applied"]
    )
    #expect(
      chain(of: lastChange(journal), journal)
        == ["Rename, attempt 1", "Rename", "Rename, attempt 1", "Rename", "effect", "rename"]
    )
    #expect(outbox.notes.count == 0)
  }

  @Test func aChangeThatIsNotStoredIsNoted() async throws {
    let journal = Journal()
    let (outbox, desk) = try await launch(FeatureDesk.self, journal)
    lives.memory.failLog("outbox", with: SavedStateError(.unwritable, "full"))
    desk.rename(Rename("b"))
    await eventually { steps(journal) == ["enqueued", "unstored"] }
    lives.memory.failLog("outbox", with: nil)
    #expect(outbox.pendingCount == 0)
    #expect(desk.title == "loaded")
    #expect(outbox.notes.count == 0)
    // A removal that isn't stored can be repeated.
    outbox.pause()
    let key = try await outbox.enqueue(Rename("c")).key
    lives.memory.failLog("outbox", with: SavedStateError(.unwritable, "full"))
    await #expect(throws: SavedStateError.self) { try await outbox.cancel(key) }
    await #expect(throws: SavedStateError.self) {
      try await outbox.replace(key, with: Rename("d"))
    }
    lives.memory.failLog("outbox", with: nil)
    #expect(try await outbox.cancel(key))
    #expect(
      steps(journal).dropFirst(2)
        == ["enqueued", "cancel", "unstored", "replace", "enqueued", "unstored", "cancel"]
    )
    #expect(outbox.notes.count == 0)
  }

  @Test func aCancelledAttemptIsNoted() async throws {
    let journal = Journal()
    let (outbox, desk) = try await launch(FeatureDesk.self, journal)
    server.plan(.hang)
    desk.rename(Rename("b"))
    await eventually { server.hanging == ["b"] }
    let end = Task { await outbox.close() }
    end.cancel()
    await end.value
    #expect(steps(journal) == ["enqueued", "1 first", "1 cancelled"])
    server.release()
  }

  // MARK: Travel

  // Travel sends nothing, and attempts continue meanwhile. Their content appears when the present does.
  @Test(arguments: 0..<2)
  func travelHoldsWhatAnAnswerWrites(style: Int) async throws {
    let journal = Journal()
    let (outbox, desk) = try await launch(Self.styles[style], journal)
    let past = journal.entries.last?.number ?? 0
    server.plan(.hang)
    desk.rename(Rename("b"))
    await eventually { server.hanging == ["b"] }
    await eventually { desk.title == "loaded b" }
    journal.travel(to: past)
    #expect(desk.title == "loaded")
    server.release()
    await eventually { outbox.pendingCount == 0 && desk.title == "loaded" }
    #expect(server.calls == ["b"])
    journal.resume()
    #expect(desk.title == "loaded b (b)")
    #expect(steps(journal).last == "1 applied")
    let step = journal.entries.first { if case .outbox = $0.kind { true } else { false } }
    journal.travel(to: step?.number ?? 0)
    journal.resume()
    #expect(server.calls == ["b"])
  }

  // MARK: Values

  @Test func redactedChangesAreInNoText() async throws {
    let journal = Journal()
    let outbox = try await lives.open(changes: [SecretRename.self])
    let queries = lives.queries
    let environment = lives.environment.changing {
      $0.queries = queries
      $0.outbox = outbox
    }
    let desk = await FeatureDesk(environment, lives.clock, in: journal)
    try await outbox.enqueue(SecretRename(title: "word of mouth"))
    await outbox.drain()
    #expect(events(journal).isEmpty)
    desk.show()
    await eventually { desk.title == "loaded" }
    try await outbox.enqueue(SecretRename(title: "word of mouth"))
    await outbox.drain()
    #expect(events(journal).count == 3)
    for entry in journal.entries {
      guard case .outbox = entry.kind else { continue }
      #expect(!entry.text.contains("mouth") && !"\(entry)".contains("mouth"))
    }
    let lines = String(decoding: journal.session().data, as: UTF8.self).split(separator: "\n")
    #expect(lines.filter { $0.contains("\"event\":\"outbox") && $0.contains("mouth") }.isEmpty)
  }

  @Test func aSessionHasTheSteps() async throws {
    let journal = Journal()
    let (outbox, desk) = try await launch(FeatureDesk.self, journal)
    server.plan(.loseAnswer)
    desk.rename(Rename("b"))
    await wait(outbox)
    await eventually { desk.title == "loaded b (b)" }
    let count = journal.entries.count
    let session = journal.session()
    let read = try StateSession(session.data)
    #expect(read.entries == session.entries)
    let steps = read.entries.compactMap { entry -> SessionOutbox? in
      if case .outbox(let step) = entry.kind { step } else { nil }
    }
    #expect(steps.count == 5)
    #expect(steps.map(\.id) == events(journal).map(\.id))
    #expect(journal.entries.count == count)
  }

  /// A store that neither enqueues a change nor shows its content has no entries.
  @Test func aStoreThatIsNotConcernedHasNoEntries() async throws {
    let journal = Journal()
    let outbox = try await lives.open()
    let environment = lives.environment.changing { $0.outbox = outbox }
    let desk = await FeatureDesk(environment, lives.clock, in: journal)
    try await outbox.enqueue(Rename("b"))
    await outbox.drain()
    #expect(events(journal).isEmpty && desk.title == nil)
  }
}

/// An outbox that no journal records.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct UnrecordedOutboxTests {
  @Test func withoutAJournalNothingIsNoted() async throws {
    if CoreListening.outboxes != nil { return }
    let lives = OutboxLives()
    let outbox = try await lives.open()
    lives.server.plan(.loseAnswer, .refuse)
    try await outbox.enqueue(Rename("b"))
    try await outbox.enqueue(Rename("c", id: 2) { $0.resolution = "reject" })
    await eventually { outbox.failedCount == 1 }
    // Another test may have begun to record.
    if CoreListening.outboxes == nil { #expect(outbox.notes.count == 0) }
  }
}

/// A change whose values no journal shows.
struct SecretRename: OutboxChange, RedactedAction {
  var title: String
  var isRedacted: Bool { true }

  func send(in context: MutationContext) async throws -> String {
    try await context.environment.server.send(context.key, title)
  }

  func change(_ patch: inout QueryPatch) {
    let title = title
    patch.update(TitleQuery(id: 1)) { $0 += title }
  }
}

extension OutboxItem.State {
  fileprivate var isWaiting: Bool { if case .waiting = self { true } else { false } }
}
