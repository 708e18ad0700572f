import Observation
import Testing

@testable import StateFields

@MainActor
@Suite struct SnapshotFieldCasesTests {
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
        "destination: edit(SnapshotFieldCasesTests.Form(title: \"a\")) → copy(SnapshotFieldCasesTests.Form(title: \"a\"))"
      ]
    )
    #expect(
      changes { list.destination = nil } == [
        "destination: copy(SnapshotFieldCasesTests.Form(title: \"a\")) → nil"
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
        The expectation can't be made: it needs a second SnapshotFieldCasesTests.Form in the case "unnamed". \
        Add the case to the declaration of the field: SnapshotField(…, cases: …, <the enumeration>.unnamed)
        """
    )
  }

  // MARK: Lists

  @Test func aChangeInAListIsAtItsIndexAndItsCase() {
    list.path = [.settings, .edit(Form("a")), .help(page: 1, chapter: "x")]
    #expect(changes { list.formOnTop?.title = "b" } == ["path[1].edit.title: \"a\" → \"b\""])
    #expect(
      changes { list.path[2] = .help(page: 2, chapter: "x") } == [
        "path[2].value.help.page: 1 → 2"
      ]
    )
    #expect(changes { list.path[1] = .edit(Form("b")) } == [])
    #expect(
      changes { list.path = [.settings, .copy(Form("b"))] } == [
        "path: [settings, edit(SnapshotFieldCasesTests.Form(title: \"b\")), help(page: 2, chapter: \"x\")]"
          + " → [settings, copy(SnapshotFieldCasesTests.Form(title: \"b\"))]"
      ]
    )
    #expect(changes { list.path.swapAt(0, 1) }.count == 1)
  }

  @Test func theObjectsOfAListAreRestored() {
    let (first, second) = (Form("a"), Form("b"))
    list.path = [.edit(first), .settings, .copy(second)]
    let old = list.snapshot()
    first.title = "c"
    list.path = [.help(page: 1, chapter: "x"), .copy(second)]
    list.restore(old)
    #expect(list.snapshot() == old)
    #expect(list.formOnTop === second)
    #expect(first.title == "a")
  }

  @Test func aSecondObjectGetsASeparateList() throws {
    let second = List()
    let twin = StateTwin(second, of: list)
    let paths: [[Destination]] = [
      [.edit(Form("a"))], [.edit(Form("a")), .settings, .copy(Form("b"))], [.copy(Form("c"))],
      [.help(page: 1, chapter: "a chapter with a long name"), .edit(Form("d"))], [],
    ]
    for path in paths {
      list.path = path
      try twin.bring(to: list.snapshot())
      #expect(second.snapshot() == list.snapshot())
      #expect(twin.sharedObject(with: list.snapshot()) == nil)
    }
  }

  @Test func aCaseOfAListThatIsNotNamedIsReported() {
    let twin = StateTwin(List(), of: list)
    list.path = [.settings, .unnamed(Form("a"))]
    let error = #expect(throws: StateTwin.Failure.self) { try twin.bring(to: list.snapshot()) }
    #expect(error?.text.contains("in the case \"unnamed\"") == true)
  }

  @MainActor @Observable final class Form: SnapshotState {
    var title: String

    init(_ title: String) {
      self.title = title
    }

    static let snapshotFields = SnapshotFields<Form> { SnapshotField("title", \.title) }

    func makeEmptyCopy() -> Form? { Form("") }
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
    var path: [Destination] = []
    /// An optional value without cases is a normal field.
    var title: String?

    var form: Form? {
      switch destination {
      case .edit(let form), .copy(let form), .unnamed(let form): form
      default: nil
      }
    }

    var formOnTop: Form? {
      let forms = path.compactMap { step -> Form? in
        switch step {
        case .edit(let form), .copy(let form), .unnamed(let form): form
        default: nil
        }
      }
      return forms.last
    }

    static let snapshotFields = SnapshotFields<List> {
      SnapshotField("path", \.path, cases: Destination.edit, Destination.copy)
      SnapshotField("destination", \.destination, cases: Destination.edit, Destination.copy)
      SnapshotField("tab", \.tab, cases: Tab.form)
      SnapshotField("title", \.title)
    }
  }
}
