import ScreenStateKit
import SwiftUI
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StoreAlertTests {
  private struct Screen: View {
    @State var store: Store<Album>

    var body: some View {
      Button("Ask") { store.send(.ask("from below")) }
        .alert($store.state.alert) { store.send($0) }
        .confirmationDialog($store.state.dialog) { store.send($0) }
        .alert($store.state.notices.first) { store.send($0) }
    }
  }

  private let store = Store(initialState: Album.State(), feature: Album())
  private let host: ViewHost

  init() {
    host = ViewHost(Screen(store: store))
  }

  @Test(arguments: [true, false]) func choiceRemovesTheAlertAndSendsTheAction(
    closesFirst: Bool
  ) throws {
    host.closesAlertsBeforeActions = closesFirst
    #expect(host.alert == nil)
    store.send(.ask("a"))
    #expect(host.alert?.text == "a")
    #expect(host.node(.button, "No")?.role == .cancel)

    try host.tap("Yes")

    #expect(store.state.alert == nil)
    #expect(store.state.answers == ["a"])
    #expect(host.alert == nil)
  }

  @Test func alertThatIsThereWhenTheViewAppearsIsShown() throws {
    store.state.alert = Album.question("a")
    let host = ViewHost(Screen(store: store))
    try host.tap("Yes")
    #expect(store.state.answers == ["a"])
  }

  @Test func buttonWithoutAnActionSendsNothing() throws {
    for _ in 1...2 {
      store.send(.ask("a"))
      try host.tap("No")
      #expect(host.alert == nil && store.state.alert == nil)
    }
    #expect(store.state.answers.isEmpty)
  }

  @Test func alertWithoutButtonsHasThatOfTheSystem() throws {
    store.state.alert = AlertPrompt("Done")
    try host.tap("OK")
    #expect(store.state.alert == nil && host.alert == nil)
  }

  @Test(arguments: [true, false]) func textsGoIntoTheAction(closesFirst: Bool) throws {
    host.closesAlertsBeforeActions = closesFirst
    store.send(.askForName)
    #expect(host.texts.contains("It can be changed."))
    try host.type("new", into: "Name")
    try host.type("1234", into: "Code")
    #expect(store.state.alert?.fields[0].text == "new")
    #expect(host.node(.textField, "••••") != nil)
    try host.tap("Save")
    #expect(store.state.answers == ["new 1234"])
    #expect(store.state.alert == nil)
  }

  @Test func fieldThatAHandlerHasTakenAwayIsNotWritten() throws {
    store.send(.askForName)
    #expect(host.alert != nil)
    store.state.alert?.fields.removeLast()
    try host.type("1234", into: "Code")
    #expect(store.state.alert?.fields.map(\.text) == ["old"])
  }

  @Test func dialogIsAnswered() throws {
    store.state.dialog = DialogPrompt(
      "Sort",
      buttons: [AlertButton("By name", action: .answer("name"))]
    )
    try host.tap("By name")
    #expect(store.state.dialog == nil)
    #expect(store.state.answers == ["name"])
  }

  // MARK: Several alerts

  @Test(arguments: [true, false]) func alertThatAnAnswerAsksComesUp(closesFirst: Bool) async throws
  {
    host.closesAlertsBeforeActions = closesFirst
    store.send(.ask("a"))
    await host.settle()
    try host.tap("More")
    try await host.wait { host.alert?.text == "a again" }
    try host.tap("Yes")
    #expect(store.state.answers == ["a again"])
    await host.settle()
    #expect(host.alert == nil)
  }

  @Test(arguments: [true, false]) func sameAlertThatItsAnswerAsksComesUpAgain(
    closesFirst: Bool
  ) async throws {
    host.closesAlertsBeforeActions = closesFirst
    store.send(.askAgain)
    await host.settle()
    for _ in 1...2 {
      try host.tap("More")
      #expect(host.alert == nil)
      try await host.wait { host.alert != nil }
    }
    try host.tap("Done")
    #expect(store.state.answers == ["more", "more", "more", "done"])
    await host.settle()
    #expect(host.alert == nil && store.state.alert == nil)
  }

  @Test(arguments: [true, false]) func alertsOfAQueueComeUpInOrder(closesFirst: Bool) async throws {
    host.closesAlertsBeforeActions = closesFirst
    for text in ["a", "b", "c"] { store.send(.notify(text)) }
    for text in ["a", "b", "c"] {
      try await host.wait { host.alert?.text == text }
      try host.tap("Yes")
    }
    #expect(store.state.answers == ["a", "b", "c"])
    #expect(store.state.notices.isEmpty && host.alert == nil)
  }

  @Test func questionsOfSeveralPropertiesComeUpOneAfterTheOther() async throws {
    store.send(.ask("a"))
    store.send(.notify("b"))
    store.state.dialog = DialogPrompt(
      "c",
      buttons: [AlertButton("Yes", action: .answer("c"))]
    )
    for _ in 1...3 {
      try await host.wait { host.alert != nil }
      #expect(host.nodes(.alert).count == 1)
      try host.tap("Yes")
    }
    await host.settle()
    #expect(host.alert == nil)
    #expect(Set(store.state.answers) == ["a", "b", "c"])
  }

  @Test func replacedAlertIsAnsweredByNobody() async throws {
    store.send(.ask("a"))
    await host.settle()
    let first = try #require(host.alert)
    let yes = try #require(host.node(.button, "Yes"))
    store.send(.ask("b"))
    #expect(host.alert == nil)
    try await host.wait { host.alert?.text == "b" }

    yes.tap()
    first.dismiss()

    #expect(store.state.alert == Album.question("b"))
    #expect(store.state.answers.isEmpty)
    try host.tap("Yes")
    #expect(store.state.answers == ["b"])
  }

  @Test func alertIsReplacedBeforeItsViewIsDrawn() async throws {
    store.send(.ask("a"))
    store.send(.ask("b"))
    #expect(host.alert?.text == "b")
    try host.tap("Yes")
    #expect(store.state.answers == ["b"])
  }

  // MARK: Dismissal without a choice

  @Test func alertThatTheSystemClosesIsGoneFromTheState() async throws {
    store.send(.ask("a"))
    let yes = try #require(host.node(.button, "Yes"))
    host.alert?.dismiss()
    #expect(store.state.alert == nil && host.alert == nil)
    #expect(store.state.answers.isEmpty)

    store.send(.ask("b"))
    try await host.wait { host.alert?.text == "b" }
    try host.tap("Yes")
    yes.tap()
    #expect(store.state.answers == ["b"])
  }

  @Test func alertThatTheStateTakesBackGoesDown() async throws {
    store.send(.ask("a"))
    let first = try #require(host.alert)
    store.state.alert = nil
    #expect(host.alert == nil)

    store.send(.ask("b"))
    #expect(host.alert?.text == "b")
    first.dismiss()
    #expect(store.state.alert == Album.question("b"))
  }

  private struct Door: View {
    @State var store: Store<Album>
    @State var isOpen = true

    var body: some View {
      Button("Door") { isOpen.toggle() }
      if isOpen { Text("Album").alert(\.alert, of: store) }
    }
  }

  @Test func alertOfAViewThatGoesIsShownWhenItComesBack() async throws {
    store.send(.ask("a"))
    let host = ViewHost(Door(store: store))
    let door = try #require(host.node(.button, "Door"))
    #expect(host.alert?.text == "a")
    door.tap()
    #expect(host.alert == nil && store.state.alert != nil)
    door.tap()
    try await host.wait { host.alert?.text == "a" }
    try host.tap("Yes")
    #expect(store.state.answers == ["a"])
    await host.settle()
    #expect(host.alert == nil)
  }

  // MARK: Stores

  private struct StoreScreen: View {
    let store: Store<Album>

    var body: some View {
      Text("Album")
        .alert(\.alert, of: store)
        .confirmationDialog(\.dialog, of: store)
        .alert(\.notices.first, of: store)
    }
  }

  @Test func storeTakesTheActions() async throws {
    let host = ViewHost(StoreScreen(store: store))
    store.send(.askForName)
    try host.type("new", into: "Name")
    try host.tap("Save")
    store.state.dialog = DialogPrompt(
      "c",
      buttons: [AlertButton("Yes", action: .answer("c"))]
    )
    try host.tap("Yes")
    store.send(.notify("n"))
    try await host.wait { host.alert?.text == "n" }
    try host.tap("Yes")
    #expect(store.state.answers == ["new ", "c", "n"])
    #expect(store.state.alert == nil && store.state.dialog == nil && store.state.notices.isEmpty)
  }
}
