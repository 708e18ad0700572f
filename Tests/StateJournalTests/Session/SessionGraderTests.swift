import Foundation
import Observation
import StateFields
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

/// The differences between the types of a session and those of the app.
@MainActor
@Suite struct SessionGraderTests {
  /// The types of the recorded app.
  enum Old {
    @MainActor @Observable
    final class Note: SnapshotState {
      var text = "a"
      var count = 1
      var gone = 2
      var token = "hunter2"
      var seen = 1
      var opaque = Page.Opaque()
      var line: Line? = Line()
      let fixed = 3

      static let snapshotFields = SnapshotFields<Note> {
        SnapshotField("text", \.text)
        SnapshotField("count", \.count)
        SnapshotField("gone", \.gone)
        SnapshotField("token", \.token).redacted()
        SnapshotField("seen", \.seen).transient()
        SnapshotField("opaque", \.opaque)
        SnapshotField("line", child: \.line)
        SnapshotField("fixed", \.fixed)
      }
    }

    @MainActor @Observable
    final class Line: SnapshotState {
      var width = 1

      static let snapshotFields = SnapshotFields<Line> { SnapshotField("width", \.width) }
    }
  }

  /// The same state in a later version.
  enum New {
    @MainActor @Observable
    final class Note: SnapshotState {
      var text = ""
      var count = ""
      var added = 0
      var token = ""
      var seen = 0
      var opaque = Page.Opaque()
      var line: Line?
      let fixed = 3

      static let snapshotFields = SnapshotFields<Note> {
        SnapshotField("text", \.text)
        SnapshotField("count", \.count)
        SnapshotField("added", \.added)
        SnapshotField("token", \.token).redacted()
        SnapshotField("seen", \.seen).transient()
        SnapshotField("opaque", \.opaque)
        SnapshotField("line", child: \.line)
        SnapshotField("fixed", \.fixed)
      }
    }

    @MainActor @Observable
    final class Line: SnapshotState {
      var width = 0
      var height = 0

      static let snapshotFields = SnapshotFields<Line> {
        SnapshotField("width", \.width)
        SnapshotField("height", \.height)
      }
    }
  }

  @MainActor @Observable
  final class Other: SnapshotState {
    var other = 0

    static let snapshotFields = SnapshotFields<Other> { SnapshotField("other", \.other) }
  }

  @MainActor @Observable
  final class Plain {
    var text = ""
  }

  @MainActor @Observable
  final class Simple: RestorableState {
    var text = ""
    var next: Simple?

    static let snapshotFields = SnapshotFields<Simple> {
      SnapshotField("text", \.text)
      SnapshotField("next", child: \.next)
    }
  }

  struct Locker: Hashable, Codable, Sendable {
    var safe: Safe
  }

  /// An object inside plain values.
  @MainActor
  final class Safe: SnapshotState, nonisolated Hashable, nonisolated Codable {
    let code: String

    nonisolated init(code: String) { self.code = code }

    nonisolated init(from decoder: any Decoder) throws {
      code = try decoder.singleValueContainer().decode(String.self)
    }

    nonisolated func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(code)
    }

    nonisolated func hash(into hasher: inout Hasher) {}
    nonisolated static func == (lhs: Safe, rhs: Safe) -> Bool { lhs === rhs }

    static let snapshotFields = SnapshotFields<Safe> { SnapshotField("code", \.code).redacted() }
  }

  @MainActor @Observable
  final class Lockers: SnapshotState {
    var name = ""
    var lockers: [Locker] = []

    static let snapshotFields = SnapshotFields<Lockers> {
      SnapshotField("name", \.name)
      SnapshotField("lockers", \.lockers)
    }
  }

  /// Returns the session of a state with renamed types, as in a later version of the app.
  private func session(
    _ state: some AnyObject,
    renaming old: String = "",
    to new: String = ""
  ) throws -> StateSession {
    let journal = Journal()
    let store = FakeStore(state)
    journal.recordAny(store)
    let text = String(decoding: journal.session().data, as: UTF8.self)
    return try StateSession(Data((old.isEmpty ? text : text.replacing(old, with: new)).utf8))
  }

  @Test func eachDifferenceOfAFieldIsListed() throws {
    let session = try session(
      Old.Note(),
      renaming: "SessionGraderTests.Old.",
      to: "SessionGraderTests.New."
    )
    let grade = session.grade(of: New.Note())
    let note = "SessionGraderTests.New.Note"
    let line = "SessionGraderTests.New.Line"
    #expect(
      Set(grade.differences) == [
        .init(type: note, field: "added", .isAdded),
        .init(type: note, field: "gone", .isMissing),
        .init(type: note, field: "count", .hasOtherType(recorded: "Int", now: "String")),
        .init(type: note, field: "token", .isRedacted),
        .init(type: note, field: "seen", .isTransient),
        .init(type: note, field: "opaque", .isNotCodable),
        .init(type: note, field: "fixed", .hasNoSetter),
        .init(type: note, field: "line", .cannotBeMade(line)),
        .init(type: line, field: "height", .isAdded),
      ]
    )
    guard case .canBeShown = grade else {
      Issue.record("\(grade)")
      return
    }
    #expect(grade.differences.map(\.description).contains("\(note).added is not in the session"))
    for difference in grade.differences { #expect(!difference.description.isEmpty) }
  }

  @Test func whatCanBeGivenIsGiven() throws {
    let session = try session(
      Old.Note(),
      renaming: "SessionGraderTests.Old.",
      to: "SessionGraderTests.New."
    )
    let note = New.Note()
    let frame = session.frame(at: .max)
    let root = try #require(session.stores[0].root)
    let problems = SessionWriter(session).write(frame, root: root, to: note)
    #expect(note.text == "a")
    #expect(note.count.isEmpty)
    #expect(note.token.isEmpty)
    #expect(note.line == nil)
    #expect(
      Set(problems) == [
        .init(
          type: "SessionGraderTests.New.Note",
          field: "count",
          path: "count",
          .doesNotDecode
        ),
        .init(
          type: "SessionGraderTests.New.Note",
          field: "line",
          path: "line",
          .cannotBeMade("SessionGraderTests.New.Line")
        ),
      ]
    )
  }

  @Test func theChildThatIsThereIsGivenTheValues() throws {
    let session = try session(
      Old.Note(),
      renaming: "SessionGraderTests.Old.",
      to: "SessionGraderTests.New."
    )
    let note = New.Note()
    let line = New.Line()
    note.line = line
    let root = try #require(session.stores[0].root)
    SessionWriter(session).write(session.frame(at: .max), root: root, to: note)
    #expect(note.line === line)
    #expect(line.width == 1)
  }

  @Test func theSameTypesAreTheSame() throws {
    let state = Simple()
    state.next = Simple()
    #expect(try session(state).grade(of: Simple()) == .same)
  }

  @Test func anotherTypeCanBeReadOnly() throws {
    let session = try session(Simple())
    let name = "SessionGraderTests.Other"
    #expect(
      session.grade(of: Other())
        == .onlyAsText([
          .init(type: name, field: nil, .isOther(recorded: "SessionGraderTests.Simple"))
        ])
    )
    let store = session.stores[0].id
    guard case .onlyAsText(let differences) = session.grade(of: Other(), as: store) else {
      Issue.record("It has no field that could be given a value.")
      return
    }
    #expect(differences.contains(.init(type: name, field: "other", .isAdded)))
  }

  @Test func aStateWithoutNamesCanBeReadOnly() throws {
    let session = try session(Plain())
    #expect(session.state(of: session.stores[0].id, at: .max)?.value("text")?.text == "\"\"")
    let grade = session.grade(of: Simple(), as: session.stores[0].id)
    guard case .onlyAsText(let differences) = grade else {
      Issue.record("\(grade)")
      return
    }
    #expect(differences.map(\.reason).contains(.namesNoFields))
  }

  /// Its type is Codable, but its value has no JSON.
  @Test func aValueWithARedactedPartIsText() throws {
    let state = Lockers()
    let empty = try session(state).grade(of: Lockers())
    #expect(empty == .same)
    state.lockers = [Locker(safe: Safe(code: "hunter2"))]
    let grade = try session(state).grade(of: Lockers())
    let name = "SessionGraderTests.Lockers"
    #expect(grade == .canBeShown([.init(type: name, field: "lockers", .isNotCodable)]))
    #expect(
      grade.differences.map(\.description) == [
        "\(name).lockers is recorded as text only, or its type can't be decoded"
      ]
    )
  }

  @Test func aValueThatFailsToEncodeIsText() throws {
    let page = Page()
    page.place = .page(Page(2))
    let codable = try session(page).grade(of: Page()).differences.map(\.field)
    #expect(Set(codable) == ["secret", "seen", "opaque"])
  }
}
