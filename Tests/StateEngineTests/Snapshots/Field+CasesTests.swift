import Observation
import Testing

@testable import StateEngine

@MainActor
@Suite struct FieldCasesTests {
  private let list = List()

  private func changes(_ change: () -> Void) -> [String] {
    let old = list.snapshot()
    change()
    return old.differences(to: list.snapshot()).map(\.description)
  }

  @Test func aChangeInACaseIsAtItsPath() {
    list.destination = .edit(Form("a"))
    #expect(changes { list.form?.title = "b" } == ["destination.edit.title: \"a\" → \"b\""])
  }

  @Test func anotherCaseIsAnotherChild() {
    list.destination = .edit(Form("a"))
    #expect(
      changes { list.destination = .copy(Form("a")) } == [
        "destination: edit(FieldCasesTests.Form(title: \"a\")) → copy(FieldCasesTests.Form(title: \"a\"))"
      ]
    )
    #expect(
      changes { list.destination = nil } == [
        "destination: copy(FieldCasesTests.Form(title: \"a\")) → nil"
      ]
    )
  }

  @Test func anotherObjectWithTheSameValuesIsEqual() {
    list.destination = .edit(Form("a"))
    #expect(changes { list.destination = .edit(Form("a")) } == [])
  }

  @Test func aCaseWithoutAChildIsComparedByItsParts() {
    list.destination = .help(page: 1, chapter: "x")
    #expect(changes { list.destination = .help(page: 1, chapter: "x") } == [])
    #expect(
      changes { list.destination = .help(page: 2, chapter: "x") } == [
        "destination.help.page: 1 → 2"
      ]
    )
    #expect(changes { list.destination = .settings } != [])
    #expect(changes { list.destination = .settings } == [])
  }

  @Test func theOriginalObjectsAreRestored() {
    let form = Form("a")
    list.destination = .edit(form)
    let old = list.snapshot()
    form.title = "b"
    list.destination = .copy(Form("c"))
    list.restore(old)
    #expect(list.form === form)
    #expect(form.title == "a")
    #expect(list.snapshot() == old)
    list.destination = .settings
    let settings = list.snapshot()
    list.destination = nil
    let none = list.snapshot()
    list.restore(settings)
    #expect(list.snapshot() == settings)
    list.restore(none)
    #expect(list.snapshot() == none)
  }

  @Test func anAlwaysPresentEnumerationIsAField() {
    let old = list.snapshot()
    list.tab = .form(Form("x"))
    let new = list.snapshot()
    #expect(old != new)
    list.restore(old)
    #expect(list.snapshot() == old)
    list.restore(new)
    #expect(list.snapshot() == new)
  }

  @Test func aSecondObjectGetsCasesOfItsOwn() throws {
    let second = List()
    let twin = StateTwin(second, of: list)
    for destination in [Destination.edit(Form("a")), .copy(Form("b")), .settings, nil] {
      list.destination = destination
      try twin.bring(to: list.snapshot())
      #expect(second.snapshot() == list.snapshot())
      #expect(twin.sharedObject(with: list.snapshot()) == nil)
    }
  }

  @Test func aCaseThatIsNotNamedIsReported() {
    let twin = StateTwin(List(), of: list)
    list.destination = .unnamed(Form("a"))
    let error = #expect(throws: StateTwin.Failure.self) { try twin.bring(to: list.snapshot()) }
    #expect(
      error?.text == """
        The expectation can't be made: it needs another FieldCasesTests.Form in the case "unnamed". \
        Name the case in the declaration of the field: Field(…, cases: …, <the enumeration>.unnamed)
        """
    )
  }

  @MainActor @Observable final class Form: SnapshotState {
    var title: String

    init(_ title: String) {
      self.title = title
    }

    static let snapshotFields = SnapshotFields<Form> { Field("title", \.title) }

    func another() -> Form? { Form("") }
  }

  enum Destination {
    case edit(Form)
    case copy(Form)
    case unnamed(Form)
    case help(page: Int, chapter: String)
    case settings
  }

  enum Tab {
    case list
    case form(Form)
  }

  @MainActor @Observable final class List: SnapshotState {
    var destination: Destination?
    var tab = Tab.list
    /// An optional value without cases is a field like any other.
    var title: String?

    var form: Form? {
      switch destination {
      case .edit(let form), .copy(let form), .unnamed(let form): form
      default: nil
      }
    }

    static let snapshotFields = SnapshotFields<List> {
      Field("destination", \.destination, cases: Destination.edit, Destination.copy)
      Field("tab", \.tab, cases: Tab.form)
      Field("title", \.title)
    }
  }
}
