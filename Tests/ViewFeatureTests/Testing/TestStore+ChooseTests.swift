import StateTesting
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct TestStoreChooseTests {
  private let assertions = RecordingAssertions()

  private func makeStore() -> TestStore<Book> {
    let store = TestStore(
      initialState: Book.State(),
      feature: Book(),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    return store
  }

  @Test func alertOfAnEffectIsReceivedAndAnswered() async {
    let store = makeStore()
    await store.send(.load)
    await store.receive(.failed("No network")) { $0.alert = Book.notice("No network") }
    await store.choose("OK", in: \.alert) {
      $0.alert = nil
      $0.answers = ["No network"]
    }
    await store.send(.askForTitle) {
      $0.alert = AlertPrompt(
        "Title",
        fields: [AlertTextField("Title", text: "Book")],
        buttons: [AlertButton("Rename") { .rename($0[0]) }, AlertButton("Cancel", role: .cancel)]
      )
    }
    store.state.alert?.fields[0].text = "New"
    await store.choose("Rename", in: \.alert) {
      $0.alert = nil
      $0.title = "New"
    }
    #expect(store.actionHistory == [.load, .answer("No network"), .askForTitle, .rename("New")])
    await store.finish()
    #expect(assertions.messages == [])
  }

  @Test func alertIsClosedWithoutAnAction() async {
    let store = makeStore()
    await store.send(.askToDelete) { $0.alert = Book.deletion }
    await store.choose("Cancel", in: \.alert) { $0.alert = nil }
    await store.send(.askToDelete) { $0.alert = Book.deletion }
    store.state.alert = nil
    await store.send(.askToDelete)
    await store.finish()
    #expect(assertions.messages == [])
  }

  @Test func alertsInARowAreAsserted() async {
    let store = makeStore()
    await store.send(.notify("a")) { $0.notices.present(Book.notice("a")) }
    await store.send(.notify("b")) { $0.notices.present(Book.notice("b")) }
    for text in ["a", "b"] {
      await store.choose("OK", in: \.notices.first) {
        $0.notices.first = nil
        $0.answers.append(text)
      }
    }
    await store.finish()
    #expect(assertions.messages == [])
  }

  @Test func differenceIsReadable() async {
    let store = makeStore()
    await store.send(.askToDelete)
    await store.send(.notify("a")) { $0.notices.present(Book.notice("b")) }
    await store.choose("Cancel", in: \.alert) { _ in }
    await store.choose("Cancel", in: \.alert) { _ in }
    await store.choose("Cancel", in: \.notices.first) { _ in }
    await store.finish()
    #expect(assertions.messages.count == 5)
    #expect(
      assertions.messages[0].contains("alert: nil → expected nil, got AlertPrompt(\"Delete?\"")
    )
    #expect(assertions.messages[0].contains("\"Cancel\" (cancel)"))
    #expect(assertions.messages[1].contains("[\"OK\" → answer(\"a\")]"))
    #expect(assertions.messages[2].hasPrefix("The state after \"Cancel\" is not the expected one"))
    #expect(assertions.messages[3] == "\"Cancel\" can't be chosen: no alert or dialog is shown")
    #expect(
      assertions.messages[4]
        == "\"Cancel\" can't be chosen: its buttons are [\"OK\" → answer(\"a\")]"
    )
  }

  @Test func childAsksAndItsParentAfterIt() async {
    let store = TestStore(
      initialState: Bookcase.State(),
      feature: Bookcase(),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(\.books[id: 1], .askToDelete) { $0.books[0].alert = Book.deletion }
    await store.choose("Delete", of: \.books[id: 1], in: \.alert) {
      $0.books[0].alert = nil
      $0.books[0].answers = ["alert: gone"]
    }
    await store.receive(.book(1, .deleted)) {
      $0.books.remove(at: 0)
      $0.alert = AlertPrompt("Deleted", buttons: [AlertButton("Undo", action: .undo)])
    }
    await store.choose("Undo", in: \.alert) {
      $0.alert = nil
      $0.books.append(Book.State(id: 9))
    }
    await store.finish()
    #expect(assertions.messages == [])
  }

  @Test func aQuestionOfAChildIsClosedWithoutAnAction() async {
    let store = TestStore(
      initialState: Bookcase.State(),
      feature: Bookcase(),
      assertionProvider: assertions
    )
    store.exhaustivity = .on
    await store.send(\.books[id: 1], .askToDelete) { $0.books[0].alert = Book.deletion }
    await store.choose("Cancel", of: \.books[id: 1], in: \.alert) { $0.books[0].alert = nil }
    await store.finish()
    #expect(assertions.messages == [])
    #expect(store.actionHistory == [])
  }

  @Test func aQuestionOfAMissingChildFails() async {
    let store = TestStore(
      initialState: Bookcase.State(),
      feature: Bookcase(),
      assertionProvider: assertions
    )
    await store.choose("Delete", of: \.books[id: 99], in: \.alert) { _ in }
    await store.choose("Delete", of: \.books[id: 1], in: \.alert) { _ in }
    #expect(
      assertions.messages == [
        "\"Delete\" can't be chosen: books[id: 99] doesn't exist",
        "\"Delete\" can't be chosen: no alert or dialog is shown",
      ]
    )
    await store.finish()
  }
}
