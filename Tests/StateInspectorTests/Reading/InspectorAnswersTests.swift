#if Inspector
import FlyingSocks
import Foundation
import Observation
import ScreenStateKit
import StateCore
import StateFields
import StateJSON
import StateJournal
import StateRecord
import Testing
import ViewFeature

@testable import StateInspector

/// A session that requests everything, over HTTP and over the socket.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct InspectorAnswersTests {
  let journal = Journal()
  let store = Store(initialState: Shop(), feature: ShopFeature())
  private let shelf = Shelf()
  private let tray = Tray()

  init() {
    journal.record(store)
    store.send(.signIn(password: secret))
    store.send(.signIn(password: "\(secret)-2"))
    store.send(.fill(3))
    store.send(.open(4))
    store.send(.add(1))
    store.send(.rename("a/b"))
    store.send(.wait)
    store.send(.fail)
    tellSteps(.step, [1, 2], undo: 2, redo: 0)
    tellSteps(.undo, [2], undo: 1, redo: 1)
    shelf.tell(to: store.state)
    tray.tell(to: store.state)
    store.state.token = "\(secret)-3"
    store.state.vault.note = "\(secret)-4"
    for key in ["\(secret)-5", "\(secret)-6"] {
      store.state.guests[key] = Row(id: 5)
      EventCenter.report()
      store.state.guests[key]?.title = "\(secret)-7"
      EventCenter.report()
    }
  }

  /// The requests with their arguments, starting with those that don't need control.
  private var requests: [(name: String, path: String, names: String)] {
    let id = store.id.number
    let first = journal.entries.first?.number ?? 0
    let reads: [(String, String, String)] = [
      ("status", "", ""), ("stores", "", ""), ("effects", "", ""), ("profile", "", ""),
      ("histories", "", ""), ("queries", "?limit=1000", #""limit": 1000"#),
      ("outboxes", "?limit=1000", #""limit": 1000"#),
      ("actions", "/\(id)", #""store": \#(id)"#),
      ("test", "?name=a&module=B", #""name": "a", "module": "B""#),
      ("entries", "?limit=1000", #""limit": 1000"#),
      ("entries", "?text=\(secret)", #""text": "\#(secret)""#),
      ("changes", "/\(id)?from=\(first)", #""store": \#(id), "from": \#(first)"#),
      ("state", "/\(id)?at=\(first)", #""store": \#(id), "at": \#(first)"#),
    ]
    let paths = [
      "", "/count", "/words", "/words/0", "/words/0/meanings", "/rows", "/rows/0", "/token",
      "/vault", "/guests", "/guests/0", "/lockers", "/lockers/0", "/lockers/0/safe",
    ]
    return reads
      + paths.map { path in
        ("state", "/\(id)?path=\(path)", #""store": \#(id), "path": "\#(path)""#)
      }
      + paths.map { path in
        ("why", "?store=\(id)&path=\(path)", #""store": \#(id), "path": "\#(path)""#)
      }
      + journal.entries.map { ("entry", "/\($0.number)", #""number": \#($0.number)"#) }
      + journal.entries.map { ("why", "?entry=\($0.number)", #""entry": \#($0.number)"#) }
  }

  private var changes: [(name: String, names: String)] {
    let id = store.id.number
    let cache = shelf.number
    let received = journal.entries.filter { entry in
      if case .actionReceived = entry.kind { true } else { false }
    }.map(\.number)
    let effect = journal.runningWork.compactMap { work in
      if case .effect(let id) = work.id { id.number } else { nil }
    }
    return [
      ("send", #""entry": \#(received[0])"#),
      ("send", #""store": \#(id), "action": {"add": {"_0": 4}}"#),
      ("edit", #""store": \#(id), "path": "/count", "value": 12"#),
      ("cancel", #""store": \#(id), "effect": \#(effect.first ?? 0)"#),
      ("travel", #""to": \#(received[3])"#), ("step", #""direction": "backward""#),
      ("step", #""direction": "forward", "kind": ["change"]"#), ("play", #""speed": 1000"#),
      ("pause", ""), ("resume", ""),
      ("query", #""cache": \#(cache), "query": 1, "do": "fail", "error": "offline""#),
      ("connect", #""cache": \#(cache), "isOnline": false"#),
      ("outbox", #""outbox": \#(tray.number), "do": "fail", "count": 2"#),
      ("travel", #""to": \#(received[3])"#), ("commit", ""),
    ]
  }

  @Observable
  final class TitleScreen: ScreenState, StateUpdatable, SnapshotState {
    var title = ""

    static let snapshotFields = SnapshotFields<TitleScreen> { SnapshotField("title", \.title) }
  }

  private func decode(_ bytes: [UInt8]) throws -> JSONValue {
    try JSONReader.value(in: bytes[...], deepest: 200)
  }

  @Test
  func answersAreThoseOfTheSchemaAndHaveNoRedactedValue() async throws {
    let schema = try SchemaCheck()
    let screen = TitleScreen()
    let shown = #""store": \#(journal.record(screen).number)"#
    store.send(.keep(Locker(label: "locker-1", safe: Safe(code: "\(secret)-5"))))
    await store.send(.lose(Locker(label: "locker-2", safe: Safe(code: "\(secret)-6")))).value
    let inspector = try await Inspector.serve(journal, allowsControl: true)
    let client = InspectorClient(inspector)
    var found: Set<String> = []

    for request in requests {
      let answer = try await client.request("/api/\(request.name)\(request.path)")
      let json = try decode(answer.body)
      if answer.status != 200 {
        #expect(schema.problems(error: json) == [])
        continue
      }
      found.insert(request.name)
      #expect(schema.problems(answer: json, to: request.name) == [])
    }
    let presented = [
      ("present", #"\#(shown), "isLoading": true"#), ("present", #"\#(shown), "error": "late""#),
    ]
    for change: (name: String, names: String) in changes + presented {
      let answer = try await client.post("/api/\(change.name)", "{\(change.names)}")
      #expect(answer.status == 200, "\(change): \(answer.text)")
      found.insert(change.name)
      #expect(schema.problems(answer: try decode(answer.body), to: change.name) == [])
    }

    let (page, _) = try await PageClient.open(client)
    _ = try await page.entries(after: 0, upTo: try #require(journal.entries.last).number)
    for (id, request) in requests.enumerated() {
      let names = request.names.isEmpty ? "" : ", \(request.names)"
      try await page.send(#"{"id": \#(id), "ask": "\#(request.name)"\#(names)}"#)
      while true {
        let (code, payload) = try await page.frame()
        #expect(code == 1)
        let json = try decode(payload)
        #expect(schema.problems(message: json) == [])
        guard json["id"] == .int(Int64(id)) else { continue }
        if let answer = json["answer"] {
          #expect(schema.problems(answer: answer, to: request.name) == [])
        }
        break
      }
    }
    await inspector.stop()

    let left = Set(RequestName.allCases.map(\.rawValue)).subtracting(found)
    #expect(left == [])
    #expect(screen.displayError?.message == "late")
    let traffic = client.traffic.all
    #expect(traffic.count > 20_000)
    #expect(!traffic.contains(Array("planted".utf8)))
    #expect(traffic.contains(Array("signIn (redacted)".utf8)))
    #expect(traffic.contains(Array("guests[(redacted)].title".utf8)))
    for text in ["locker-1", "locker-2", "LockerFailure(", "safe: Safe)"] {
      #expect(traffic.contains(Array(text.utf8)), "\(text)")
    }
  }

  private func ask<Answer: Decodable>(
    _ client: InspectorClient,
    _ path: String,
    as type: Answer.Type
  ) async throws -> Answer {
    let answer = try await client.request("/api/\(path)")
    #expect(answer.status == 200, "\(path): \(answer.text)")
    return try JSONDecoder().decode(type, from: Data(answer.body))
  }

  @Test
  func entriesAreFiltered() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    func numbers(_ query: String) async throws -> [Int] {
      try await ask(client, "entries?\(query)", as: EntryList.self).entries.map(\.number)
    }
    func own(_ isWanted: (JournalEntry) -> Bool) -> [Int] {
      journal.entries.filter(isWanted).map(\.number)
    }
    let all = own { _ in true }
    let middle = all[all.count / 2]
    #expect(try await numbers("") == all)
    #expect(try await numbers("since=\(middle)") == all.filter { $0 > middle })
    #expect(try await numbers("before=\(middle)") == all.filter { $0 < middle })
    #expect(try await numbers("limit=3") == Array(all.prefix(3)))
    #expect(try await numbers("limit=3&fromEnd=true") == Array(all.suffix(3)))
    let changes = own { if case .change = $0.kind { true } else { false } }
    #expect(try await numbers("kind=change") == changes)
    #expect(try await numbers("kind=change&limit=2&fromEnd=true") == Array(changes.suffix(2)))
    #expect(try await numbers("name=count&kind=change").count == 1)
    #expect(try await numbers("store=\(store.id.number)") == all)
    #expect(try await numbers("store=1000000") == [])
    #expect(try await numbers("text=COUNT:").count == 1)
    let received = try #require(try await numbers("kind=actionReceived&name=add").first)
    let following = own { $0.causeEntry == received || $0.subjectEntry == received }
    #expect(try await numbers("cause=\(received)") == following)
    #expect(following.count == 3)
    await inspector.stop()
  }

  @Test
  func entriesArePaged() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    var found: [Int] = []
    var since = 0
    while true {
      let list = try await ask(
        client,
        "entries?kind=change&limit=2&since=\(since)",
        as: EntryList.self
      )
      #expect(list.after == since)
      found += list.entries.map(\.number)
      since = list.upTo
      if list.upTo == list.last { break }
    }
    let changes = journal.entries.filter { if case .change = $0.kind { true } else { false } }
    #expect(found == changes.map(\.number))
    await inspector.stop()
  }

  @Test
  func effectsAreThoseThatRun() async throws {
    let inspector = try await Inspector.serve(journal)
    let work = try await ask(InspectorClient(inspector), "effects", as: RunningWorkList.self)
    let effect = try #require(work.effects.first { $0.name == "waiting" })
    #expect(effect.state == .running)
    #expect(effect.action == "wait")
    #expect(effect.key == "\"waiting\"")
    #expect(effect.attempts == 1)
    #expect(effect.origin?.contains("InspectorAnswersTests.swift") == true)
    #expect(work.actions.contains { $0.name == "wait" && $0.state == .handled })
    await inspector.stop()
  }

  private func tellSteps(
    _ change: HistoryEvent.Change,
    _ numbers: [Int],
    undo: Int,
    redo: Int
  ) {
    let steps = numbers.map { number in
      HistoryEvent.Step(
        number: number,
        name: number == 1 ? "Open" : nil,
        fields: ["words", "title"],
        bytes: 100 * number
      )
    }
    let event = HistoryEvent(
      history: 7,
      change: change,
      steps: steps,
      undoCount: undo,
      redoCount: redo,
      stores: [store.id]
    )
    EventCenter.emit(.history(event), of: store.id)
  }

  @Test
  func theStepsOfHistoriesAreListed() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    let list = try await ask(client, "histories", as: HistoryList.self)
    let history = try #require(list.histories.first)
    #expect(history.number == 7 && history.stores == [store.id.number] && history.bytes == 300)
    #expect(history.undo.map(\.name) == ["Open"] && history.redo.map(\.number) == [2])
    #expect(history.redo.first?.fields == ["words", "title"])
    let entries = try await ask(client, "entries?kind=history", as: EntryList.self)
    #expect(entries.entries.count == 2)
    await inspector.stop()
  }

  @Test
  func theChangesOfOutboxesAreListed() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    let list = try await ask(client, "outboxes?limit=2", as: OutboxList.self)
    // Other tests have outboxes, too, whose changes aren't in this journal.
    let outbox = try #require(list.outboxes.first { $0.number == tray.number })
    #expect(outbox.pending == 1 && outbox.failed == 1 && outbox.oldest == 30)
    #expect(outbox.hold == .failure && outbox.failing == nil)
    #expect(outbox.changes.map(\.state) == [.waiting, .undecodable])
    let first = outbox.changes[0]
    #expect(first.key == tray.key.uuidString && first.attempts == 2 && first.next == 12.5)
    #expect(first.change?.contains(ValueText.redacted) == true)
    #expect(outbox.changes[1].change == nil && outbox.changes[1].entry == nil)
    let entry = try #require(first.entry)
    let details = try await ask(client, "entry/\(entry)", as: EntryDetails.self)
    #expect(details.entry.kind == .outboxStarted && details.entry.by == .outbox)
    #expect(details.value?.isRedacted == true && details.entry.name == "Letter")
    let ends = try await ask(client, "entries?kind=outboxFailed", as: EntryList.self)
    #expect(ends.entries.map(\.subject) == [entry] && ends.entries.first?.duration != nil)
    let why = try await ask(client, "why?entry=\(entry)", as: InspectedReasons.self)
    #expect(why.causes.map(\.kind) == [.outboxEnqueued])
    await inspector.stop()
  }

  @Test
  func theEntriesOfCachesAreListed() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    let list = try await ask(client, "queries?limit=2", as: QueryList.self)
    // Other tests have caches, too, whose attempts aren't in this journal.
    let cache = try #require(list.caches.first { $0.queries.first?.attempt?.entry != nil })
    #expect(cache.count == 3)
    #expect(cache.queries.map(\.state) == [.failed, .fresh])
    let first = cache.queries[0]
    #expect(first.query.contains(ValueText.redacted) && !first.query.contains(secret))
    #expect(first.isLoading && first.watchers == 2 && first.age == nil)
    let entry = try #require(first.attempt?.entry)
    #expect(first.attempt?.reason == "interval" && first.attempt?.number == 2)
    #expect(first.attempt?.text?.contains("for 2 watchers: interval") == true)
    #expect(cache.queries[1].age == 12.5 && cache.queries[1].attempt == nil)
    let details = try await ask(client, "entry/\(entry)", as: EntryDetails.self)
    #expect(details.entry.kind == .queryStarted && details.value?.isRedacted == true)
    let ends = try await ask(client, "entries?kind=queryFailed", as: EntryList.self)
    #expect(ends.entries.map(\.subject) == [entry])
    await inspector.stop()
  }

  @Test
  func theProfileIsTheJournals() async throws {
    let inspector = try await Inspector.serve(journal)
    let profile = try await ask(InspectorClient(inspector), "profile", as: InspectedProfile.self)
    #expect(Set(profile.rows.map(\.name)) == Set(journal.profile.rows.map(\.name)))
    await inspector.stop()
  }

  @Test
  func largeValuesHaveNoJSON() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    let id = store.id.number
    for (length, hasJSON) in [(40_000, true), (80_000, false)] {
      store.send(.rename(String(repeating: "a", count: length)))
      let part = try await ask(client, "state/\(id)?path=/title", as: StatePart.self)
      #expect((part.json != nil) == hasJSON)
      let change = try await ask(
        client,
        "entries?kind=change&name=title&fromEnd=true&limit=1",
        as: EntryList.self
      )
      let number = try #require(change.entries.first).number
      let entry = try await client.request("/api/entry/\(number)")
      #expect((try decode(entry.body)["new"]?["json"] != nil) == hasJSON)
      #expect(entry.body.count < 200_000)
    }
    await inspector.stop()
  }

  @Test
  func thereAreNotTooManyDifferences() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    for id in 0..<1_000 { store.send(.open(id)) }
    let start = try #require(journal.entries.last).number
    // One more existed.
    for row in store.state.rows.dropFirst() { row.title = "a" }
    let path = "changes/\(store.id.number)?from=\(start)"
    let all = try await ask(client, path, as: StateChanges.self)
    #expect(all.differences.count == 1_000)
    #expect(all.isCut == nil)
    store.state.rows.first?.title = "b"
    let cut = try await ask(client, path, as: StateChanges.self)
    #expect(cut.differences.count == 1_000)
    #expect(cut.isCut == true)
    await inspector.stop()
  }

  @Test
  func entriesSayWhereTheyComeFrom() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    func entries(_ query: String) async throws -> [EntrySummary] {
      try await ask(client, "entries?\(query)", as: EntryList.self).entries
    }
    let received = try await entries("kind=actionReceived")
    #expect(received.allSatisfy { $0.origin?.contains("InspectorAnswersTests.swift") == true })
    #expect(received.allSatisfy { $0.by == .outside && $0.duration == nil })
    let handled = try await entries("kind=actionHandled")
    #expect(handled.allSatisfy { ($0.duration ?? -1) >= 0 })
    #expect(try await entries("kind=effectStarted").allSatisfy { $0.origin != nil })
    #expect(try await entries("kind=change&name=count").map(\.by) == [.handler])

    let screen = TitleScreen()
    let id = journal.record(screen).number
    screen.updateState { $0.title = "a" }
    let update = try #require(try await entries("store=\(id)&kind=change").last)
    #expect(update.by == .update)
    await inspector.stop()
  }

  @Test
  func entriesSayWhatBecameOfThem() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    let place = try #require(journal.entries.last).number
    store.send(.add(1))
    let end = try #require(journal.entries.last).number
    journal.travel(to: place)
    store.state.title = "meanwhile"
    let change = try await ask(
      client,
      "entries?kind=change&fromEnd=true&limit=1",
      as: EntryList.self
    )
    #expect(change.entries.map(\.isWhileTravelling) == [true])
    journal.commit()
    let list = try await ask(client, "entries?limit=1000", as: EntryList.self)
    let struckOut = list.entries.filter { $0.isStruckOut == true }.map(\.number)
    #expect(struckOut == list.entries.map(\.number).filter { $0 > place && $0 <= end })
    let others = list.entries.filter { $0.number <= place }
    #expect(others.allSatisfy { $0.isStruckOut == nil && $0.isWhileTravelling == nil })
    await inspector.stop()
  }

  @Test
  func removedEntriesAreReportedAsRemoved() async throws {
    let journal = Journal(capacity: 40_000)
    journal.record(store)
    let start = try #require(journal.entries.first).number
    for number in 0..<500 { store.send(.add(number)) }
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    let id = store.id.number
    for (path, reason) in [
      ("state/\(id)?at=\(start)", "The journal has removed the state at \(start)."),
      ("changes/\(id)?from=\(start)", "The journal has removed the state at \(start)."),
      ("entry/\(start)", "The journal has removed entry \(start)."),
    ] {
      let answer = try await client.request("/api/\(path)")
      #expect(answer.status == 404)
      #expect(try decode(answer.body)["error"]?.string == reason)
    }
    await inspector.stop()
  }

  @Test
  func pathsHaveEscapes() {
    #expect(JSONPointer.names("") == [])
    #expect(JSONPointer.names("/") == [""])
    #expect(JSONPointer.names("/a~1b/~01/c") == ["a/b", "~1", "c"])
  }

  @Test
  func statesAreComparedAndLookedAt() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    let id = store.id.number
    let start = try #require(journal.entries.first).number
    let changes = try await ask(client, "changes/\(id)?from=\(start)", as: StateChanges.self)
    #expect(changes.differences.contains { $0.name == "count" && $0.old == "0" && $0.new == "1" })
    #expect(changes.differences.contains { $0.name == "token" && $0.new == "(redacted)" })
    let count = try await ask(client, "state/\(id)?path=/count", as: StatePart.self)
    #expect(count.json == 1)
    #expect(count.node.isEditable)
    #expect(count.node.isTransient == nil)
    let draft = try await ask(client, "state/\(id)?path=/draft", as: StatePart.self)
    #expect(draft.node.isTransient == true)
    let before = try await ask(client, "state/\(id)?path=/count&at=\(start)", as: StatePart.self)
    #expect(before.json == 0)
    let words = try await ask(client, "state/\(id)?path=/words&limit=2", as: StatePart.self)
    #expect(words.node.count == 3)
    #expect(words.children.map(\.name) == ["0", "1"])
    for (path, reason) in [
      ("state/\(id)?path=/nothing", "The path \"/nothing\" doesn't exist: \"nothing\" is missing."),
      ("state/1000000", "Store 1000000 doesn't exist."),
      ("state/\(id)?at=100000000", "Entry 100000000 doesn't exist."),
      ("entry/100000000", "Entry 100000000 doesn't exist."),
      ("changes/\(id)?from=100000000", "Entry 100000000 doesn't exist."),
    ] {
      let answer = try await client.request("/api/\(path)")
      #expect(answer.status == 404)
      #expect(try decode(answer.body)["error"]?.string == reason)
    }
    await inspector.stop()
  }
}
#endif
