import Observation
import StateCore
import Testing

@testable import StateFields

@MainActor
@Suite struct SnapshotFieldTests {
  @MainActor @Observable final class Row: SnapshotState {
    var title: String

    init(_ title: String) {
      self.title = title
    }

    static let snapshotFields = SnapshotFields<Row> { SnapshotField("title", \.title) }
  }

  @MainActor @Observable final class Form: SnapshotState {
    let id: Int
    var query = ""
    var token = ""
    var scroll = 0.0
    private(set) var isOpen = false
    let header = Row("header")
    var editor: Row?
    var rows: [Row] = []
    var byID: [Int: Row] = [:]

    init(id: Int = 0) {
      self.id = id
    }

    func open(_ isOpen: Bool) {
      self.isOpen = isOpen
    }

    static let snapshotFields = SnapshotFields<Form> {
      SnapshotField("id", \.id)
      SnapshotField("query", \.query)
      SnapshotField("token", \.token).redacted()
      SnapshotField("scroll", \.scroll).transient()
      SnapshotField("isOpen", \.isOpen) { $0.open($1) }
      SnapshotField("header", child: \.header)
      SnapshotField("editor", child: \.editor)
      SnapshotField("rows", children: \.rows)
      SnapshotField("byID", children: \.byID)
    }
  }

  private let form = Form()

  private func changes(_ change: () -> Void) -> [String] {
    let old = form.snapshot()
    change()
    return old.differences(to: form.snapshot()).map(\.description)
  }

  @Test func fieldsHaveTheirGivenNames() {
    let changes = changes {
      form.query = "a"
      form.scroll = 1
      form.open(true)
      form.header.title = "new"
      form.editor = Row("e")
      form.rows = [Row("r")]
      form.byID = [7: Row("b")]
    }
    #expect(
      changes == [
        #"query: "" → "a""#, "scroll: 0.0 → 1.0", "isOpen: false → true",
        #"header.title: "header" → "new""#, #"editor: nil → SnapshotFieldTests.Row(title: "e")"#,
        #"rows: [] → [SnapshotFieldTests.Row(title: "r")]"#,
        #"byID: [:] → [7: SnapshotFieldTests.Row(title: "b")]"#,
      ]
    )
  }

  @Test func childrenAreNamedByTheirPlaces() {
    form.rows = [Row("a"), Row("b")]
    form.byID = [1: Row("c"), 2: Row("d")]
    let changes = changes {
      form.rows[1].title = "x"
      form.byID[2]?.title = "y"
    }
    #expect(changes == [#"rows[1].title: "b" → "x""#, #"byID[2].title: "d" → "y""#])
  }

  @Test func redactedValuesAreNotShown() {
    #expect(changes { form.token = "secret" } == ["token: (redacted) → (redacted)"])
    #expect(!form.snapshot().text.contains("secret"))
  }

  @Test func transientFieldsAreNotRestored() {
    let old = form.snapshot()
    form.scroll = 5
    form.query = "a"
    form.restore(old)
    #expect(form.scroll == 5)
    #expect(form.query == "")
  }

  @Test func fieldsWithoutASetterAreCompared() {
    let other = Form(id: 1)
    #expect(form.snapshot().differences(to: other.snapshot()).map(\.description) == ["id: 0 → 1"])
    other.restore(form.snapshot())
    #expect(other.id == 1)
  }

  @Test func childrenUnderKeysAreRestored() {
    let row = Row("a")
    form.byID = [1: row]
    let old = form.snapshot()
    row.title = "b"
    form.byID = [2: Row("c")]
    form.restore(old)
    #expect(form.byID.keys.sorted() == [1])
    #expect(form.byID[1] === row)
    #expect(row.title == "a")
  }

  @Test func restoringWhatIsThereWritesNothing() {
    form.editor = Row("e")
    form.rows = [Row("r")]
    form.byID = [1: Row("b")]
    let old = form.snapshot()
    let isWritten = Flag()
    withObservationTracking {
      _ = form.snapshot()
    } onChange: {
      isWritten.raise()
    }
    form.restore(old)
    #expect(!isWritten.isRaised)
  }

  // MARK: Problems

  final class Payload: Equatable {
    var value = 0

    static func == (lhs: Payload, rhs: Payload) -> Bool { lhs.value == rhs.value }
  }

  @MainActor @Observable final class Wrong: SnapshotState {
    var first = 0
    var second = 0
    var payload = Payload()
    var payloads: [Payload?] = []
    var constant = Payload()

    static let snapshotFields = SnapshotFields<Wrong> {
      SnapshotField("number", \.first)
      SnapshotField("again", \.first)
      SnapshotField("number", \.second)
      SnapshotField("payload", \.payload)
      SnapshotField("payloads", \.payloads)
      SnapshotField("constant", \.constant).immutable()
    }
  }

  @Test func problemsNameTheTypeAndTheFields() {
    let problems = Wrong().fieldProblems
    #expect(problems.count == 4)
    #expect(
      problems.first
        == #"SnapshotFieldTests.Wrong declares one property as two fields: "number" and "again""#
    )
    #expect(problems.dropFirst().first?.contains(#"both named "number""#) == true)
    #expect(
      problems[2].contains(#"The field "payload" of SnapshotFieldTests.Wrong holds an object"#)
    )
    #expect(problems[2].contains(#"SnapshotField("payload", child: \.payload)"#))
    #expect(problems[3].contains(#""payloads""#))
    #expect(form.fieldProblems == [])
  }
}
