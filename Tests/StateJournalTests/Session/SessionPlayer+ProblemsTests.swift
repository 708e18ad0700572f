import Foundation
import Observation
import StateFields
import Testing

@testable import StateJournal

/// The fields that a player can't show, each with its path and reason.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct SessionPlayerProblemsTests {
  /// The types of the recorded app.
  enum Old {
    @MainActor @Observable
    final class Folder: SnapshotState {
      var title = "a"
      var gone = 2
      var token = "hunter2"
      var seen = 1
      var opaque = Page.Opaque(value: 1)
      var width = 7
      var rows: [Row] = []
      var byName: [String: Row] = [:]

      static let snapshotFields = SnapshotFields<Folder> {
        SnapshotField("title", \.title)
        SnapshotField("gone", \.gone)
        SnapshotField("token", \.token).redacted()
        SnapshotField("seen", \.seen).transient()
        SnapshotField("opaque", \.opaque)
        SnapshotField("width", \.width)
        SnapshotField("rows", children: \.rows)
        SnapshotField("byName", children: \.byName)
      }
    }

    @MainActor @Observable
    final class Row: RestorableState {
      var level = 20

      static let snapshotFields = SnapshotFields<Row> { SnapshotField("level", \.level) }
    }
  }

  /// The same state in a later version.
  enum New {
    @MainActor @Observable
    final class Folder: SnapshotState {
      var title = ""
      var added = 0
      var token = ""
      var seen = 0
      var opaque = Page.Opaque()
      /// A property that changes each time it is set.
      var width: Int {
        get { times }
        set { times += 1 }
      }
      private var times = 0
      var rows: [Row] = []
      var byName: [String: Row] = [:]

      static let snapshotFields = SnapshotFields<Folder> {
        SnapshotField("title", \.title)
        SnapshotField("added", \.added)
        SnapshotField("token", \.token).redacted()
        SnapshotField("seen", \.seen).transient()
        SnapshotField("opaque", \.opaque)
        SnapshotField("width", \.width)
        SnapshotField("rows", children: \.rows)
        SnapshotField("byName", children: \.byName)
      }
    }

    @MainActor @Observable
    final class Row: RestorableState {
      /// A property with a maximum of 10.
      var level: Int {
        get { kept }
        set { kept = min(newValue, 10) }
      }
      private var kept = 0

      static let snapshotFields = SnapshotFields<Row> { SnapshotField("level", \.level) }
    }
  }

  @MainActor @Observable
  final class Linked: RestorableState {
    /// Setting one of the two sets the other.
    var first = 0 { didSet { if first > 0 { second = 0 } } }
    var second = 0 { didSet { if second > 0 { first = 0 } } }

    static let snapshotFields = SnapshotFields<Linked> {
      SnapshotField("first", \.first)
      SnapshotField("second", \.second)
    }
  }

  private func session(_ state: some AnyObject) throws -> StateSession {
    let journal = Journal()
    let store = FakeStore(state)
    journal.recordAny(store)
    let text = String(decoding: journal.session().data, as: UTF8.self)
    return try StateSession(
      Data(text.replacing("ProblemsTests.Old.", with: "ProblemsTests.New.").utf8)
    )
  }

  private func problems(_ session: StateSession, in state: some SnapshotState) throws -> [String] {
    let player = SessionPlayer(session)
    try player.show(FakeStore(state), state, nil, session.stores[0].id)
    let problems = player.problems.map(\.description)
    #expect(player.travel(to: .max))
    #expect(player.problems.map(\.description) == problems)
    return problems.sorted()
  }

  @Test func eachFieldIsListedWithItsPathAndTheReason() throws {
    let old = Old.Folder()
    old.rows = [Old.Row(), Old.Row()]
    old.rows[0].level = 5
    old.byName["b"] = Old.Row()
    let new = New.Folder()
    #expect(
      try problems(try session(old), in: new) == [
        "added is not in the session",
        "byName[\"b\"].level has a different value after it was set to the recorded one",
        "gone is in the session, but not in the app",
        "opaque is recorded as text only, or its type can't be decoded",
        "rows[1].level has a different value after it was set to the recorded one",
        "seen is transient: it is never restored",
        "token is redacted: its value isn't recorded",
        "width has a different value after it was set to the recorded one",
      ]
    )
    #expect(new.title == "a")
    #expect(new.rows.map(\.level) == [5, 10])
  }

  @Test func fieldsThatChangeEachOtherAreListed() throws {
    let old = Linked()
    let session = try session(old)
    #expect(try problems(session, in: Linked()) == [])
    let text = String(decoding: session.data, as: UTF8.self)
    // A state that no code can create.
    let both = try StateSession(Data(text.replacing(#""json":0"#, with: #""json":1"#).utf8))
    #expect(
      try problems(both, in: Linked()) == [
        "first has a different value after it was set to the recorded one"
      ]
    )
  }

  @Test func pathsOfObjectsThatArePartsOfEachOtherEnd() throws {
    let folder = Page(1)
    folder.child = Page(2)
    folder.child?.child = folder
    let list = try problems(try session(folder), in: Page())
    #expect(list.filter { $0.hasPrefix("child.secret ") }.count == 1)
    #expect(list.filter { $0.hasPrefix("secret ") }.count == 1)
    #expect(list.allSatisfy { !$0.hasPrefix("child.child") })
    folder.unlink()
  }
}
