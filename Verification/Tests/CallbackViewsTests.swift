import ScreenStateKit
import SwiftUI
import Testing

@testable import UserViews

/// The documents' views that call back, used as a user does.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct CallbackViewsTests {
  private typealias Parent = S0CallbacksOfParent
  private typealias Readme = S1Callbacks

  private struct Child: View {
    @State private var isShown = true
    let events: AsyncStream<String>.Continuation

    var body: some View {
      Text("Parent")
        .sheet(isPresented: $isShown) { S0CallbacksOfChild.EditItemView() }
        .onEdited { events.yield("edited") }
        .onCancelled { events.yield("cancelled") }
    }
  }

  @Test(arguments: ["Create", "Edit", "Delete"])
  func parentRefreshesWhenAChildCallsBack(button: String) async throws {
    let (actions, continuation) = AsyncStream<Parent.ItemListStore.Action>.makeStream()
    let store = Parent.ItemListStore { continuation.yield($0) }
    let host = ViewHost(
      Parent.ItemListView(
        viewStore: store,
        showCreate: button == "Create",
        selectedItem: button == "Create" ? nil : .init(id: 1)
      )
    )

    try host.tap(button)

    #expect(await actions.firstElement() == .refreshItems)
    withExtendedLifetime(store) {}
  }

  @Test(arguments: [("Save", "edited"), ("Cancel", "cancelled")])
  func childCallsBackAndGoes(button: String, event: String) async throws {
    let (events, continuation) = AsyncStream<String>.makeStream()
    let host = ViewHost(Child(events: continuation))

    try host.tap(button)

    #expect(await events.firstElement() == event)
    try await host.wait { host.sheet == nil }
  }

  private func readmeHost() -> (
    ViewHost, Readme.ItemListViewModel, AsyncStream<Readme.ItemListViewModel.Action>
  ) {
    let (actions, continuation) = AsyncStream<Readme.ItemListViewModel.Action>.makeStream()
    let model = Readme.ItemListViewModel { continuation.yield($0) }
    let view = Readme.ItemListView(viewModel: model, items: [.init(id: 1, name: "One")])
    return (ViewHost(view), model, actions)
  }

  @Test func parentOfTheReadmeRefreshes() async throws {
    let (host, model, actions) = readmeHost()

    try host.tap("One")
    #expect(host.sheet != nil)
    try host.tap("Save")

    #expect(await actions.firstElement() == .refreshItems)
    try await host.wait { host.sheet == nil }
    withExtendedLifetime(model) {}
  }

  @Test func childOfTheReadmeCallsBack() async throws {
    let (host, model, actions) = readmeHost()

    try host.tap("One")
    try host.tap("Delete Item")
    #expect(host.alert?.title == "Delete Item?" || host.alert?.text == "Delete Item?")
    try host.tap("Delete")

    #expect(await actions.firstElement() == .refreshItems)
    try await host.wait { host.sheet == nil }
    withExtendedLifetime(model) {}
  }
}
