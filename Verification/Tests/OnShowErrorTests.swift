import ScreenStateKit
import SwiftUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct OnShowErrorTests {
  private struct Screen: View {
    @State var state: ScreenState

    var body: some View {
      Button("Save") {}.onShowError($state.displayError)
    }
  }

  private struct Offline: LocalizedError {
    var errorDescription: String? { "You are offline" }
    var recoverySuggestion: String? { "Try again later." }
  }

  private struct Silent: NonPresentableError {}

  private let state = ScreenState()

  @Test func withoutAnErrorThereIsNoAlert() {
    #expect(ViewHost(Screen(state: state)).alert == nil)
  }

  @Test func errorThatIsThereWhenTheViewAppearsIsShown() {
    state.showError(DisplayableError(message: "No network"))

    #expect(ViewHost(Screen(state: state)).alert?.text == "No network")
  }

  @Test func errorThatComesLaterIsShown() {
    let host = ViewHost(Screen(state: state))

    state.showError(Offline())

    #expect(host.alert?.text == "You are offline")
  }

  @Test func detailsOfTheErrorAreShown() {
    state.displayError = DisplayableError(error: Offline())
    let host = ViewHost(Screen(state: state))

    #expect(host.texts.contains("Try again later."))
  }

  @Test func buttonClearsTheError() throws {
    state.showError(DisplayableError(message: "No network"))
    let host = ViewHost(Screen(state: state))

    try host.tap("OK")

    #expect(state.displayError == nil)
    #expect(host.alert == nil)
  }

  @Test func clearedErrorTakesTheAlertDown() {
    state.showError(DisplayableError(message: "No network"))
    let host = ViewHost(Screen(state: state))

    state.displayError = nil

    #expect(host.alert == nil)
  }

  @Test func anotherErrorTakesThePlaceOfTheFirst() async throws {
    state.showError(DisplayableError(message: "first"))
    let host = ViewHost(Screen(state: state))
    await host.settle()

    state.showError(DisplayableError(message: "second"))

    try await host.wait { host.alert?.text == "second" }
    try host.tap("OK")
    #expect(state.displayError == nil)
  }

  @Test func anotherErrorRightAfterTheViewAppearsTakesThePlaceOfTheFirst() async throws {
    state.showError(DisplayableError(message: "first"))
    let host = ViewHost(Screen(state: state))

    state.showError(DisplayableError(message: "second"))

    try await host.wait { host.alert?.text == "second" }
  }

  @Test func sameTextAgainIsShownAgain() async throws {
    let host = ViewHost(Screen(state: state))
    for _ in 1...2 {
      state.showError(DisplayableError(message: "No network"))
      try await host.wait { host.alert != nil }
      try host.tap("OK")
      #expect(host.alert == nil)
    }
  }

  @Test func errorThatComesWhileTheUserClosesTheFirstIsNotLost() async throws {
    state.showError(DisplayableError(message: "first"))
    let host = ViewHost(Screen(state: state))
    await host.settle()
    let alert = try #require(host.alert)

    state.displayError = DisplayableError(message: "second")
    alert.dismiss()

    try await host.wait { host.alert?.text == "second" }
  }

  @Test func closingTheFirstAlertLateKeepsTheSecondError() async throws {
    state.showError(DisplayableError(message: "first"))
    let host = ViewHost(Screen(state: state))
    await host.settle()
    let first = try #require(host.alert)
    state.showError(DisplayableError(message: "second"))
    try await host.wait { host.alert?.text == "second" }

    first.dismiss()

    #expect(host.alert?.text == "second")
    #expect(state.displayError?.message == "second")
  }

  // MARK: Parents

  private struct Family: View {
    @State var parent: ScreenState
    @State var child: ScreenState
    var showsChild = true

    var body: some View {
      VStack {
        if showsChild { Button("Save") {}.onShowError($child.displayError) }
      }
      .onShowError($parent.displayError)
    }
  }

  @Test func errorOfAChildIsShownOnceAndClosedForBoth() async throws {
    let child = ScreenState(states: state)
    let host = ViewHost(Family(parent: state, child: child))

    child.showError(DisplayableError(message: "No network"))
    host.update()
    await host.settle()
    #expect(host.nodes(.alert).map(\.text) == ["No network"])
    try host.tap("OK")

    #expect(host.alert == nil)
    #expect(child.displayError == nil && state.displayError == nil)
    await host.settle()
    #expect(host.alert == nil)
  }

  @Test func errorOfAChildWithoutAViewIsShownByTheParent() async throws {
    let child = ScreenState(states: state)
    let host = ViewHost(Family(parent: state, child: child, showsChild: false))

    child.showError(DisplayableError(message: "No network"))

    try await host.wait { host.alert?.text == "No network" }
    try host.tap("OK")
    #expect(state.displayError == nil)
  }

  @Test func errorOfAChildIsShownAgainTheNextTime() async throws {
    let child = ScreenState(states: state)
    let host = ViewHost(Family(parent: state, child: child))
    let error = DisplayableError(message: "No network")
    for _ in 1...2 {
      child.showError(error)
      try await host.wait { host.alert?.text == "No network" }
      try host.tap("OK")
      try await host.wait { host.alert == nil && state.displayError == nil }
    }
  }

  @Test func silentErrorIsNotShown() {
    state.displayError = DisplayableError(error: Silent())

    #expect(ViewHost(Screen(state: state)).alert == nil)
  }
}
