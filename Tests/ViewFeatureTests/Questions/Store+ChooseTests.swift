import StateTesting
import Testing
import ViewFeature

@MainActor
struct StoreChooseTests {
  private let parent = Store(initialState: Bookcase.State(), feature: Bookcase())
  private let store: Store<Book>

  init() throws {
    store = try #require(parent.scope(\.books, id: 1))
  }

  @Test func questionIsGoneBeforeTheActionIsHandled() throws {
    store.send(.askToDelete)
    let button = try #require(store.state.alert?.buttons.first)
    let sent = store.choose(button, in: \.alert)
    #expect(sent != nil)
    #expect(store.state.answers == ["alert: gone"])
    #expect(store.state.alert == nil)
  }

  @Test func buttonWithoutAnActionOnlyCloses() {
    store.send(.askToDelete)
    #expect(store.choose("Cancel", in: \.alert) == nil)
    #expect(store.state.alert == nil)
    #expect(store.state.answers.isEmpty)
  }

  @Test func actionHasTheTextsThatAreThereNow() throws {
    store.send(.askForTitle)
    let button = try #require(store.state.alert?.buttons.first)
    store.state.alert?.fields[0].text = "New"
    store.choose(button, in: \.alert)
    #expect(store.state.title == "New")
  }

  @Test func dialogIsAnswered() {
    store.send(.sort)
    store.choose("Title", in: \.dialog)
    #expect(store.state.dialog == nil)
    #expect(store.state.answers == ["title"])
  }

  @Test func buttonIsChosenOnce() throws {
    store.send(.askToDelete)
    let button = try #require(store.state.alert?.buttons.first)
    store.choose(button, in: \.alert)
    #expect(store.choose(button, in: \.alert) == nil)
    #expect(store.state.answers.count == 1)
  }

  @Test func buttonOfAReplacedAlertDoesNothing() throws {
    store.send(.askToDelete)
    let button = try #require(store.state.alert?.buttons.first)
    store.send(.askToDelete)
    #expect(store.choose(button, in: \.alert) == nil)
    #expect(store.state.alert == Book.deletion)
    store.state.alert = Book.notice("a")
    #expect(store.choose(button, in: \.alert) == nil)
    #expect(store.choose("Delete", in: \.alert) == nil)
    #expect(store.state.alert == Book.notice("a"))
    #expect(store.state.answers.isEmpty)
  }

  @Test func twoInARowAreAnsweredInOrder() throws {
    store.send(.notify("a"))
    let first = try #require(store.state.notices.first?.buttons.first)
    store.send(.notify("b"))
    store.choose(first, in: \.notices.first)
    store.choose(first, in: \.notices.first)
    #expect(store.state.answers == ["a"])
    #expect(store.state.notices.first == Book.notice("b"))
    store.choose("OK", in: \.notices.first)
    #expect(store.state.answers == ["a", "b"])
    #expect(store.state.notices.isEmpty)
  }

  @Test func questionThatTheActionAsksStays() {
    store.state.alert = AlertPrompt("Sure?", buttons: [AlertButton("Yes", action: .askToDelete)])
    store.choose("Yes", in: \.alert)
    #expect(store.state.alert == Book.deletion)
  }
}
