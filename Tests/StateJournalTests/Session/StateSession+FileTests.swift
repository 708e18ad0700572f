import Foundation
import StateCore
import StateJSON
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StateSessionFileTests {
  private let sample = SessionSample()

  private func lines() -> [String] {
    String(decoding: sample.session.data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func error(_ lines: [String]) -> String? {
    do {
      _ = try StateSession(Data((lines.joined(separator: "\n") + "\n").utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func expect(
    _ expected: String,
    changing index: Int,
    _ old: String,
    _ new: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var lines = lines()
    let place = index < 0 ? lines.count + index : index
    #expect(lines[place].contains(old), sourceLocation: sourceLocation)
    lines[place] = lines[place].replacing(old, with: new, maxReplacements: 1)
    #expect(error(lines) == "session:\(place + 1): \(expected)", sourceLocation: sourceLocation)
  }

  private func index(of event: String) -> Int {
    lines().firstIndex { $0.contains("\"event\":\"\(event)\"") } ?? -1
  }

  @Test func aSessionIsTheSameBehindAFile() throws {
    let session = sample.session
    let read = try StateSession(session.data)
    #expect(read.entries == session.entries)
    #expect(read.types == session.types)
    #expect(read.stores == session.stores)
    #expect(read.recorded == session.recorded)
    #expect(read.version == 1)
    #expect(read.data == session.data)
  }

  @Test func eachKindOfEventIsTheSameBehindAFile() throws {
    let (id, other) = (SessionID(store: 1, number: 2), SessionID(store: 3, number: .min))
    let value = SessionValue(
      type: "Int",
      json: .uint(.max),
      text: "a\n\"\u{0}\u{1F600}",
      caseName: "c"
    )
    let attempt = SessionQuery.ID(name: "WordQuery", attempt: 2, number: 70)
    let effect = SessionEffect(name: "n", key: "k", action: id, origin: "o")
    let kinds: [SessionEntry.Kind] = [
      .storeEnded, .actionQueued(id), .actionDropped(id, reason: "policy"),
      .actionHandled(id, seconds: 1e-9), .actionFailed(id, value), .actionDone(other),
      .actionReceived(SessionAction(id: id, action: value, origin: "f:1", cause: .update("f:2"))),
      .effect(id, .waiting(effect)), .effect(id, .dropped(effect)), .effect(id, .cancelled),
      .effect(id, .started(SessionEffect(name: nil, key: nil, action: nil, origin: nil))),
      .effect(id, .failed(value)), .effect(id, .ended), .loading(true), .loading(false),
      .errorShown(value), .element(producer: "p", value),
      .history(
        HistoryEvent(
          history: 3,
          change: .undo,
          steps: [
            HistoryEvent.Step(number: 2, name: "Delete", fields: ["rows"], bytes: 64),
            HistoryEvent.Step(number: 1, name: nil, fields: [], bytes: 0),
          ],
          undoCount: 1,
          redoCount: 2
        )
      ),
      .query(
        SessionQuery(
          id: attempt,
          query: value,
          step: .started(reason: "watch", watcherCount: 2, by: .query(attempt))
        )
      ),
      .query(SessionQuery(id: attempt, query: value, step: .answered)),
      .query(SessionQuery(id: attempt, query: value, step: .failed(value))),
      .query(SessionQuery(id: attempt, query: value, step: .cancelled)),
      .drawn(name: "now", value, .effect(id, of: other)), .drawn(name: "", value, .update(nil)),
      .drawn(name: "", value, .effect(id, of: nil)), .drawn(name: "", value, .handler(id)),
      .drawn(name: "", value, .binding), .drawn(name: "", value, .restore),
      .drawn(name: "", value, .inspector), .drawn(name: "", value, .outside),
      .travel(to: 3), .resume, .commit(of: 4),
    ]
    let entries = kinds.enumerated().map { index, kind in
      SessionEntry(
        number: index - 2,
        seconds: Double(index) / 3,
        store: 1,
        kind: kind,
        text: "entry \(index)",
        stopped: Array(0..<index % 3)
      )
    }
    let session = StateSession(types: [], entries: entries)
    #expect(try StateSession(session.data).entries == entries)
  }

  @Test func theStepsOfOutboxesAreWrittenAndReadAgain() throws {
    let value = SessionValue(type: "A", json: ["a": 1], text: "A(1)", caseName: "a")
    let (key, date) = (UUID(), Date(timeIntervalSinceReferenceDate: 5.25))
    let steps: [SessionOutbox.Step] = [
      .enqueued, .merged(into: key), .started(reason: "again"), .applied(seconds: 1.5),
      .applied(seconds: nil), .waits(until: date, value, seconds: 0.25),
      .waits(until: date, nil, seconds: nil), .failed(state: "held", value, seconds: 2),
      .failed(state: "expired", nil, seconds: nil), .cancelled, .removed(way: "cancel"), .unstored,
    ]
    let entries = steps.enumerated().map { index, step in
      let id = SessionOutbox.ID(key: key, name: "Rename", attempt: index)
      let outbox = SessionOutbox(
        id: id,
        change: index == 3 ? nil : value,
        lane: "a",
        step: step,
        cause: index == 2 ? .outbox(id) : .outside,
        origin: index == 4 ? "rename" : nil
      )
      return SessionEntry(
        number: index,
        seconds: 1,
        store: 1,
        kind: .outbox(outbox),
        text: "entry \(index)"
      )
    }
    let session = StateSession(types: [], entries: entries)
    #expect(try StateSession(session.data).entries == entries)
    #expect(Set(entries.map(\.kind.name)).count == 9)
    let text = String(decoding: session.data, as: UTF8.self)
    for part in [key.uuidString, "5.25"] {
      let damaged = text.replacingOccurrences(of: part, with: "x")
      #expect(throws: SessionError.self) { try StateSession(Data(damaged.utf8)) }
    }
  }

  @Test func aFileIsWrittenAndReadAgain() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sessions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("session.jsonl")
    try await sample.journal.export(to: url)
    #expect(try StateSession(contentsOf: url).entries == sample.session.entries)
    try await sample.journal.export(to: url)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["session.jsonl"])
    try Data("{}\n".utf8).write(to: url)
    #expect(throws: SessionError(file: url.path, line: 1, reason: "the file isn't a session")) {
      try StateSession(contentsOf: url)
    }
    let nowhere = folder.appendingPathComponent("nowhere/session.jsonl")
    await #expect(throws: (any Error).self) { try await sample.journal.export(to: nowhere) }
    #expect(throws: (any Error).self) { try StateSession(contentsOf: nowhere) }
  }

  @Test func aCancelledExportWritesNothing() async throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("sessions-\(UUID().uuidString).jsonl")
    for _ in 0..<2_000 { sample.store.state.blob = Array(repeating: 1, count: 100) }
    let task = ImmediateTask.enqueue { @MainActor [journal = sample.journal] () -> Bool in
      do { try await journal.export(to: url) } catch { return error is CancellationError }
      return false
    }
    task.cancel()
    #expect(await task.value)
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func valuesOfRedactedFieldsAreNotInTheFile() {
    let store = sample.store
    store.state.secret = "hunter2"
    store.state.child?.secret = "hunter2"
    store.state.list = [Page(30)]
    store.state.list[0].secret = "hunter2"
    EventCenter.report()
    let text = String(decoding: sample.session.data, as: UTF8.self)
    #expect(text.contains("\"name\":\"secret\""))
    #expect(!text.contains("hunter2"))
  }

  // MARK: Damage

  @Test func aNewerVersionIsRefused() {
    expect(
      "the session has version 2, but this app supports only versions up to 1",
      changing: 0,
      "\"session\":1",
      "\"session\":2"
    )
  }

  @Test func aFileThatIsNotASessionIsRefused() throws {
    expect("the file isn't a session", changing: 0, "\"session\":1", "\"session\":0")
    expect("the file isn't a session", changing: 0, "\"session\"", "\"x\"")
    #expect(throws: SessionError(line: 1, reason: "the file is empty")) { try StateSession(Data()) }
    #expect(throws: SessionError.self) { try StateSession(Data([0xff, 0xfe, 0x0a])) }
  }

  @Test func aTruncatedFileSaysSo() {
    var lines = lines()
    lines.removeLast()
    #expect(
      error(lines)
        == """
        session:\(lines.count + 1): the file ends too early, after \(sample.session.entries.count) \
        of \(sample.session.entries.count) entries
        """
    )
    lines[lines.count - 1] = String(lines[lines.count - 1].dropLast(5))
    #expect(error(lines)?.hasPrefix("session:\(lines.count): invalid JSON: ") == true)
  }

  @Test func aMissingAndADoubledEntryAreFound() {
    var lines = lines()
    let index = index(of: "actionReceived")
    let line = lines.remove(at: index)
    let count = sample.session.entries.count
    #expect(
      error(lines)
        == "session:\(lines.count): expected \(count) entries, found \(count - 1)"
    )
    lines.insert(contentsOf: [line, line], at: index)
    #expect(error(lines)?.hasPrefix("session:\(index + 2): the number ") == true)
    #expect(error(lines)?.contains(" isn't greater than ") == true)
  }

  @Test func wrongReferencesAreFound() {
    let made = index(of: "storeMade")
    let root = sample.session.stores[0].root!
    expect("object 0 doesn't exist", changing: made, "\"root\":\(root)", "\"root\":0")
    expect("type 7 doesn't exist", changing: made, "\"type\":0,", "\"type\":7,")
    let change = index(of: "change")
    expect("object 0 doesn't exist", changing: change, "\"object\":\(root)", "\"object\":0")
    expect(
      "object \(root) has no field 99",
      changing: change,
      "\"field\":2",
      "\"field\":99"
    )
    expect("the event \"dance\" is unknown", changing: change, "\"change\"", "\"dance\"")
    let lines = lines()
    #expect(
      error(lines + [lines[change]])
        == "session:\(lines.count + 1): unexpected data after the end of the session"
    )
  }

  @Test func unknownNamesAreIgnored() throws {
    var lines = lines()
    for index in lines.indices {
      lines[index] = "{\"later\":{\"a\":[1]}," + lines[index].dropFirst()
    }
    let session = try StateSession(Data(lines.joined(separator: "\n").utf8))
    #expect(session.entries == sample.session.entries)
  }

  @Test func deepAndLargeValuesAreRefused() {
    let deep = String(repeating: "[", count: 1_000_000)
    expect(
      "invalid JSON: it is nested too deeply, at byte 266",
      changing: 0,
      "{",
      "{\"later\":" + deep
    )
    let change = index(of: "change")
    expect("\"field\" isn't an integer", changing: change, "\"field\":2", "\"field\":1e999")
    expect(
      "\"store\" isn't an integer",
      changing: change,
      "\"store\":",
      "\"store\":99999999999999999999"
    )
  }
}
