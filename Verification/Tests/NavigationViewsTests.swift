import SwiftUI
import Testing
import ViewFeature

/// Destinations and paths of a state, in views that have plain bindings to them.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct NavigationViewsTests {
  struct Page: OutputFeature {
    @MainActor @Observable
    final class State: Identifiable {
      let name: String
      var count = 0
      var wasCancelled = false

      init(_ name: String) {
        self.name = name
      }
    }

    enum Action: Sendable {
      case count
      case wait
      case leave
    }

    enum Output: Sendable {
      case counted
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .count:
          state.count += 1
          return output(.counted)
        case .wait:
          return .run { state, _ in
            let never = AsyncStream<Never> { _ in }
            for await _ in never {}
            state.wasCancelled = true
          }
        case .leave: return dismiss()
        }
      }
    }
  }

  struct Tour: Feature {
    enum Destination: NavigationTarget {
      case sheet(Page.State)
      case cover(Page.State)
      case pushed(Page.State)
    }

    enum Screen: NavigationTarget {
      case page(Page.State)
      case settings
    }

    @MainActor @Observable
    final class State {
      var destination: Destination?
      var path: [Screen] = []
      var counted = 0
    }

    enum Action: Sendable {
      case show(Destination)
      case push(Screen)
      case counted
    }

    let sheet = OptionalChild(
      \State.destination,
      case: Destination.sheet,
      Page(),
      output: { _ in Action.counted }
    )
    let cover = OptionalChild(
      \State.destination,
      case: Destination.cover,
      Page(),
      output: { _ in Action.counted }
    )
    let pushed = OptionalChild(
      \State.destination,
      case: Destination.pushed,
      Page(),
      output: { _ in Action.counted }
    )
    let pages = ChildCollection(\State.path, Page(), output: { _, _ in Action.counted })

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .show(let destination): state.destination = destination
        case .push(let screen): state.path.append(screen)
        case .counted: state.counted += 1
        }
        return .none
      }
    }
  }

  struct PageView: View {
    let store: Store<Page>

    var body: some View {
      Text("\(store.state.name): \(store.state.count)")
      Button("Count \(store.state.name)") { store.send(.count) }
      Button("Leave \(store.state.name)") { store.send(.leave) }
    }
  }

  struct TourView: View {
    @Bindable var store: Store<Tour>

    var body: some View {
      NavigationStack(path: $store.state.path) {
        Text("Counted: \(store.state.counted)")
          .navigationDestination(for: Tour.Screen.self) { screen in
            switch screen {
            case .page(let page):
              if let page = store.scope(\.pages, id: page.id) { PageView(store: page) }
            case .settings: Text("Settings")
            }
          }
          .navigationDestination(item: $store.state.destination.case(Tour.Destination.pushed)) {
            _ in
            if let page = store.scope(\.pushed) { PageView(store: page) }
          }
      }
      .sheet(item: $store.state.destination.case(Tour.Destination.sheet)) { _ in
        if let page = store.scope(\.sheet) { PageView(store: page) }
      }
      #if !os(macOS)
      .fullScreenCover(item: $store.state.destination.case(Tour.Destination.cover)) { _ in
        if let page = store.scope(\.cover) { PageView(store: page) }
      }
      #endif
    }
  }

  private let store = Store(initialState: Tour.State(), feature: Tour())
  private let host: ViewHost

  init() {
    host = ViewHost(TourView(store: store))
  }

  private func page(_ name: String) -> Page.State { Page.State(name) }

  private func expectEnd(of page: Page.State, _ sent: SentAction?) async {
    await sent?.value
    #expect(page.wasCancelled || sent?.isCancelled == true)
  }

  @Test func aDestinationIsShownAndTakesActions() async throws {
    for destination in [Tour.Destination.sheet, Tour.Destination.cover, Tour.Destination.pushed] {
      let page = page("A")
      store.send(.show(destination(page)))
      try await host.wait { host.readableTexts.contains("A: 0") }
      try host.tap("Count A")
      try await host.wait { host.readableTexts.contains("A: 1") }
    }
    #expect(store.state.counted == 3)
  }

  @Test func dismissingASheetEndsItsWork() async throws {
    let page = page("A")
    store.send(.show(.sheet(page)))
    let sent = store.scope(\.sheet)?.send(.wait)
    try await host.wait { host.readableTexts.contains("A: 0") }
    try host.dismissSheet()
    #expect(store.state.destination == nil)
    await expectEnd(of: page, sent)
    try await host.wait { !host.readableTexts.contains("A: 0") }
  }

  @Test func dismissingACoverEndsItsWork() async throws {
    let page = page("A")
    store.send(.show(.cover(page)))
    let sent = store.scope(\.cover)?.send(.wait)
    try await host.wait { host.readableTexts.contains("A: 0") }
    try host.dismissSheet()
    #expect(store.state.destination == nil)
    await expectEnd(of: page, sent)
  }

  @Test func goingBackFromAnItemEndsItsWork() async throws {
    let page = page("A")
    store.send(.show(.pushed(page)))
    let sent = store.scope(\.pushed)?.send(.wait)
    try await host.wait { host.readableTexts.contains("A: 0") }
    try host.goBack()
    #expect(store.state.destination == nil)
    await expectEnd(of: page, sent)
  }

  @Test func goingBackEndsTheWorkOfTheScreenOnTop() async throws {
    let pages = [page("A"), page("B")]
    for page in pages { store.send(.push(.page(page))) }
    let sent = pages.map { store.scope(\.pages, id: $0.id)?.send(.wait) }
    try await host.wait { host.readableTexts.contains("B: 0") }
    try host.goBack()
    #expect(store.state.path == [.page(pages[0])])
    await expectEnd(of: pages[1], sent[1])
    #expect(sent[0]?.isCancelled == false)
    sent[0]?.cancel()
    await sent[0]?.value
  }

  @Test func aFeatureMayAskToGo() async throws {
    let pages = [page("A"), page("B")]
    for page in pages { store.send(.push(.page(page))) }
    store.send(.push(.settings))
    store.state.path.removeLast()
    try await host.wait { host.readableTexts.contains("B: 0") }
    try host.tap("Leave B")
    #expect(store.state.path == [.page(pages[0])])
    store.send(.show(.sheet(page("C"))))
    try await host.wait { host.readableTexts.contains("C: 0") }
    try host.tap("Leave C")
    #expect(store.state.destination == nil)
    try await host.wait { !host.readableTexts.contains("C: 0") }
  }

  @Test func aStackMayChangeInTheMiddle() async throws {
    let pages = [page("A"), page("B"), page("C")]
    for page in pages { store.send(.push(.page(page))) }
    try await host.wait { host.readableTexts.contains("C: 0") }
    try host.tap("Count C")
    store.state.path.remove(at: 1)
    try await host.wait { !host.readableTexts.contains("B: 0") }
    #expect(host.readableTexts.contains("C: 1"))
    try host.tap("Count C")
    try await host.wait { host.readableTexts.contains("C: 2") }
  }

  @Test func aDestinationMayBeReplacedByOneOfItsCase() async throws {
    store.send(.show(.sheet(page("A"))))
    try await host.wait { host.readableTexts.contains("A: 0") }
    store.send(.show(.sheet(page("B"))))
    try await host.wait { host.readableTexts.contains("B: 0") }
    #expect(!host.readableTexts.contains("A: 0"))
    try host.tap("Count B")
    try await host.wait { host.readableTexts.contains("B: 1") }
  }

  @Test func aDismissalThatComesTooLateIsDropped() async throws {
    let next = Tour.Destination.cover(page("B"))
    store.send(.show(.sheet(page("A"))))
    let sheet = Bindable(store).state.destination.case(Tour.Destination.sheet)
    #expect(sheet.wrappedValue != nil)
    store.send(.show(next))
    #expect(sheet.wrappedValue == nil)
    sheet.wrappedValue = nil
    #expect(store.state.destination == next)
    store.send(.show(.sheet(page("C"))))
    sheet.wrappedValue = nil
    #expect(store.state.destination == nil)
  }
}
