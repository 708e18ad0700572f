import ScreenStateKit
import SwiftUI
import Testing
import ViewFeature

/// Questions of a view that also has sheets and errors.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StoreAlertNeighboursTests {
  private let store = Store(initialState: Album.State(), feature: Album())

  // MARK: Sheets

  private struct Screen: View {
    @State var store: Store<Album>
    var asksInScreen = true
    var asksInSheet = false

    var body: some View {
      if asksInScreen {
        base.alert(\.alert, of: store)
      } else {
        base
      }
    }

    private var base: some View {
      Text("Album").sheet(isPresented: $store.state.showsSheet) {
        if asksInSheet {
          sheet.alert(\.alert, of: store)
        } else {
          sheet
        }
      }
    }

    private var sheet: some View {
      Button("Close and ask") { store.send(.closeSheetAndAsk("closed")) }
    }
  }

  @Test func alertUnderASheetComesUpWhenThatIsGone() async throws {
    let host = ViewHost(Screen(store: store))
    store.state.showsSheet = true
    #expect(host.sheet != nil)
    store.send(.ask("a"))
    await host.settle()
    #expect(host.alert == nil && store.state.alert != nil)

    try host.dismissSheet()

    try await host.wait { host.alert?.text == "a" }
    try host.tap("Yes")
    await host.settle()
    #expect(store.state.answers == ["a"])
    #expect(host.alert == nil)
  }

  @Test func alertUnderASheetIsReplacedThere() async throws {
    let host = ViewHost(Screen(store: store))
    store.state.showsSheet = true
    for text in ["a", "b"] {
      store.send(.ask(text))
      await host.settle()
    }
    try host.dismissSheet()
    try await host.wait { host.alert?.text == "b" }
    try host.tap("Yes")
    await host.settle()
    #expect(store.state.answers == ["b"])
    #expect(host.alert == nil)
  }

  @Test func alertOfASheetComesUpOverIt() async throws {
    let host = ViewHost(Screen(store: store, asksInScreen: false, asksInSheet: true))
    store.state.showsSheet = true
    store.send(.ask("a"))
    #expect(host.sheet?.all.contains { $0.kind == .alert } == true)
    try host.tap("More")
    try await host.wait { host.alert?.text == "a again" }
    try host.tap("Yes")
    #expect(host.sheet != nil && host.alert == nil)
    #expect(store.state.answers == ["a again"])
  }

  @Test func alertOfAScreenAndItsSheetIsShownOnce() async throws {
    let host = ViewHost(Screen(store: store, asksInSheet: true))
    store.state.showsSheet = true
    store.send(.ask("a"))
    await host.settle()
    #expect(host.nodes(.alert).count == 1)
    try host.tap("More")
    try await host.wait { host.alert?.text == "a again" }
    #expect(host.nodes(.alert).count == 1)
    try host.tap("Yes")
    try host.dismissSheet()
    await host.settle()
    #expect(host.alert == nil)
    #expect(store.state.answers == ["a again"])
  }

  @Test func unansweredAlertOfASheetIsShownByItsScreen() async throws {
    let host = ViewHost(Screen(store: store, asksInSheet: true))
    store.state.showsSheet = true
    store.send(.ask("a"))
    await host.settle()
    store.state.showsSheet = false
    try await host.wait { host.sheet == nil && host.alert?.text == "a" }
    try host.tap("Yes")
    await host.settle()
    #expect(host.alert == nil)
    #expect(store.state.answers == ["a"])
  }

  @Test func alertThatIsAskedWhileItsSheetGoesComesUp() async throws {
    let host = ViewHost(Screen(store: store))
    store.state.showsSheet = true
    try host.tap("Close and ask")
    try await host.wait { host.alert?.text == "closed" }
    #expect(host.sheet == nil)
    try host.tap("Yes")
    #expect(store.state.answers == ["closed"])
  }

  // MARK: Paths

  private struct Path: View {
    @State var store: Store<Album>

    var body: some View {
      NavigationStack(path: $store.state.path) {
        Text("Album")
          .alert(\.alert, of: store)
          .navigationDestination(for: String.self) { Text($0) }
      }
    }
  }

  @Test func alertThatIsReplacedBehindAnotherScreenIsNotLost() async throws {
    let host = ViewHost(Path(store: store))
    store.send(.ask("a"))
    await host.settle()
    store.state.path = ["Photo"]
    await host.settle()
    store.send(.ask("b"))
    await host.settle()
    store.state.path = []
    try await host.wait { host.alert?.text == "b" }
    try host.tap("Yes")
    await host.settle()
    #expect(store.state.answers == ["b"])
    #expect(host.alert == nil)
  }

  // MARK: Errors

  private struct ErrorScreen: View {
    @State var store: Store<Album>
    let isErrorFirst: Bool

    var body: some View {
      if isErrorFirst {
        Text("Album")
          .onShowError($store.state.displayError)
          .alert($store.state.alert) { store.send($0) }
      } else {
        Text("Album")
          .alert($store.state.alert) { store.send($0) }
          .onShowError($store.state.displayError)
      }
    }
  }

  private func offline() {
    store.state.showError(DisplayableError(message: "Offline"))
  }

  /// Answers what comes up, and returns its texts.
  private func answerAll(_ host: ViewHost) async throws -> [String?] {
    var shown: [String?] = []
    for _ in 1...2 {
      try await host.wait { host.alert != nil }
      #expect(host.nodes(.alert).count == 1)
      shown.append(host.alert?.text)
      try host.tap(host.alert?.text == "Offline" ? "OK" : "Yes")
    }
    await host.settle()
    #expect(host.alert == nil)
    #expect(store.state.alert == nil && store.state.displayError == nil)
    #expect(store.state.answers == ["a"])
    return shown
  }

  @Test(arguments: [true, false]) func errorIsShownAfterTheAlert(isErrorFirst: Bool) async throws {
    let host = ViewHost(ErrorScreen(store: store, isErrorFirst: isErrorFirst))
    store.send(.ask("a"))
    await host.settle()
    offline()
    await host.settle()
    #expect(try await answerAll(host) == ["a", "Offline"])
  }

  @Test(arguments: [true, false]) func alertIsShownAfterTheError(isErrorFirst: Bool) async throws {
    let host = ViewHost(ErrorScreen(store: store, isErrorFirst: isErrorFirst))
    offline()
    await host.settle()
    store.send(.ask("a"))
    await host.settle()
    #expect(try await answerAll(host) == ["Offline", "a"])
  }

  @Test(arguments: [true, false]) func alertAndErrorOfOneActionAreShownInTurn(
    isErrorFirst: Bool
  ) async throws {
    let host = ViewHost(ErrorScreen(store: store, isErrorFirst: isErrorFirst))
    offline()
    store.send(.ask("a"))
    _ = try await answerAll(host)
  }
}
