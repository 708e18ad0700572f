#if Inspector
import Foundation
import Observation
import ScreenStateKit
import StateCore
import StateFields
import StateJournal
import StateRecord
import Testing
import ViewFeature

@testable import StateInspector

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct InspectorControlTests {
  let journal = Journal()
  let store = Store(initialState: Shop(), feature: ShopFeature())
  let desk: InspectorDesk

  init() {
    journal.record(store)
    desk = InspectorDesk(
      InspectorReader(journal, session: "", canControl: true, ServerLimits())
    )
  }

  private var id: Int { store.id.number }

  @discardableResult
  private func ask(_ request: some ControlRequest) async throws(RequestFailure) -> Done {
    guard case .done(let done) = try await desk.answer(request) else {
      throw RequestFailure(.ok, "no change")
    }
    return done
  }

  private func status(_ request: some ControlRequest) async -> HTTPStatus {
    do throws(RequestFailure) {
      try await ask(request)
      return .ok
    } catch {
      return error.status
    }
  }

  private func lastChange() throws -> (field: String, cause: EventCause) {
    let changes = journal.entries.compactMap { entry in
      if case .change(let change) = entry.kind { change } else { nil }
    }
    let last = try #require(changes.last)
    return (last.field, last.cause)
  }

  @Test
  func sendsAnActionAgain() async throws {
    store.send(.add(2))
    let received = journal.entries.first { entry in
      if case .actionReceived = entry.kind { true } else { false }
    }
    let done = try await ask(SendRequest.again(entry: try #require(received).number))
    #expect(store.state.count == 4)
    #expect(done.entry == journal.entries.last?.number)
    let actions = journal.entries.compactMap { entry in
      if case .actionReceived(_, let action) = entry.kind { action } else { nil }
    }
    #expect(actions.map(\.cause) == [.outside, .inspector])
    // No line of the source sends the inspector's action.
    #expect(actions.map { $0.origin == nil } == [false, true])
    #expect(await status(SendRequest.again(entry: done.entry)) == .notFound)
  }

  private func actions(of store: Int) async throws(RequestFailure) -> [ActionTemplate] {
    guard case .actions(let list) = try await desk.answer(ActionsRequest(store: store)) else {
      return []
    }
    return list.actions
  }

  @Test
  func listsTheActionsOfAStore() async throws {
    let found = try await actions(of: id)
    #expect(found.map(\.name).prefix(4) == ["add", "rename", "fill", "open"])
    #expect(found[1].values == [ActionTemplate.Value(name: "_0", type: "String")])
    #expect(found.last?.json == ["signIn": ["password": ""]])
    // The example of a case is an action.
    try await ask(SendRequest.new(store: id, found[0].json))
    #expect(journal.entries.contains { $0.text.hasSuffix("receives add(0), by the inspector") })
  }

  @Test
  func listsNoActionsOfOtherStores() async throws {
    let screen = ScreenState()
    let number = journal.record(screen).number
    #expect(try await actions(of: number) == [])
    await #expect(throws: RequestFailure.self) { try await actions(of: 1_000_000) }
    let reader = InspectorReader(journal, session: "", canControl: false, ServerLimits())
    await #expect(throws: RequestFailure.noControl) {
      _ = try await InspectorDesk(reader).answer(ActionsRequest(store: id))
    }
    withExtendedLifetime(screen) {}
  }

  @Test
  func sendsAnActionFromJSON() async throws {
    try await ask(SendRequest.new(store: id, ["add": ["_0": 5]]))
    #expect(store.state.count == 5)
    #expect(await status(SendRequest.new(store: id, ["fly": [:]])) == .badRequest)
    #expect(await status(SendRequest.new(store: 1_000_000, [:])) == .notFound)
    #expect(store.state.count == 5)
  }

  @Test
  func editsAField() async throws {
    store.send(.open(1))
    try await ask(EditRequest(store: id, path: "/count", value: 12))
    #expect(store.state.count == 12)
    #expect(try lastChange() == ("count", .inspector))
    try await ask(EditRequest(store: id, path: "/rows/0/title", value: "one"))
    #expect(store.state.rows[0].title == "one")
    #expect(try lastChange() == ("rows[0].title", .inspector))
    try await ask(EditRequest(store: id, path: "/hint", value: ["title": "a", "meanings": [:]]))
    #expect(store.state.hint == Word(title: "a", meanings: [:]))
    try await ask(EditRequest(store: id, path: "/hint", value: .null))
    #expect(store.state.hint == nil)
  }

  @Test(arguments: [
    ("/count", HTTPStatus.badRequest), ("/nothing", .notFound), ("", .conflict),
    ("/token", .conflict), ("/vault/note", .conflict), ("/rows", .conflict),
    ("/rows/0", .conflict), ("/rows/7/title", .notFound), ("/rows/0/id", .conflict),
    ("/words/0/title", .conflict),
  ])
  func whatCannotBeEditedIsRefused(path: String, expected: HTTPStatus) async throws {
    store.send(.open(1))
    store.send(.fill(1))
    #expect(await status(EditRequest(store: id, path: path, value: "text")) == expected)
    #expect(store.state.count == 0)
    #expect(store.state.token.isEmpty)
  }

  @Test
  func cancelsAnEffect() async throws {
    store.send(.wait)
    let effect = try #require(desk.reader.work.effects.first)
    try await ask(CancelRequest(store: id, effect: effect.number))
    let steps = journal.entries.map { $0.kind.name }
    #expect(steps.contains(.effectCancelled))
    #expect(await status(CancelRequest(store: id, effect: 1_000_000)) == .notFound)
  }

  @Test
  func travelsAndComesBack() async throws {
    store.send(.add(1))
    let number = try #require(journal.entries.last).number
    store.send(.add(1))
    #expect(await status(ResumeRequest(applyingWrites: true)) == .conflict)
    #expect(await status(CommitRequest()) == .conflict)
    #expect(await status(PlayRequest(speed: nil, pause: nil)) == .conflict)
    let done = try await ask(TravelRequest(to: number))
    #expect(done.status.travel?.at == number)
    #expect(store.state.count == 1)
    #expect(await status(EditRequest(store: id, path: "/count", value: 5)) == .conflict)
    #expect(await status(SendRequest.new(store: id, ["add": ["_0": 5]])) == .conflict)
    try await ask(StepRequest(direction: .forward, filter: EntryFilter(kinds: [.change])))
    #expect(store.state.count == 2)
    for filter in [EntryFilter(name: "none"), EntryFilter(text: "none")] {
      #expect(await status(StepRequest(direction: .forward, filter: filter)) == .conflict)
    }
    let counting = EntryFilter(kinds: [.change], name: "count")
    try await ask(StepRequest(direction: .backward, filter: counting))
    #expect(store.state.count == 1)
    try await ask(ResumeRequest(applyingWrites: true))
    #expect(store.state.count == 2)
    try await ask(TravelRequest(to: number))
    let committed = try await ask(CommitRequest())
    #expect(store.state.count == 1)
    #expect(committed.status.struckOut.count == 1)
  }

  @Test
  func aTravelToARemovedStateIsRefused() async throws {
    let journal = Journal(capacity: 40_000)
    journal.record(store)
    let start = try #require(journal.entries.first).number
    for number in 0..<500 { store.send(.add(number)) }
    let desk = InspectorDesk(
      InspectorReader(journal, session: "", canControl: true, ServerLimits())
    )
    await #expect(throws: RequestFailure.self) { try await desk.answer(TravelRequest(to: start)) }
    #expect(journal.travelPlace == nil)
  }

  /// The end of the server only ends time travel that began there.
  @Test
  func aTravelOfTheAppStays() async throws {
    store.send(.add(1))
    let number = try #require(journal.entries.last).number
    store.send(.add(1))
    journal.travel(to: number)
    desk.end()
    #expect(journal.travelPlace == number)
    journal.resume()
    desk.open()
    try await ask(TravelRequest(to: number))
    desk.end()
    #expect(journal.travelPlace == nil)
    desk.open()
    // Travel that began here is over.
    try await ask(TravelRequest(to: number))
    try await ask(ResumeRequest())
    journal.travel(to: number)
    desk.end()
    #expect(journal.travelPlace == number)
    desk.open()
    try await ask(StepRequest(direction: .forward))
    desk.end()
    #expect(journal.travelPlace != nil)
    journal.resume()
  }

  /// A request may wait for the main actor while the server ends.
  @Test
  func changesAfterTheEndAreRefused() async throws {
    let start = try #require(journal.entries.first).number
    store.send(.add(1))
    desk.end()
    #expect(await status(TravelRequest(to: start)) == .unavailable)
    #expect(journal.travelPlace == nil)
    #expect(await status(EditRequest(store: id, path: "/count", value: 5)) == .unavailable)
    #expect(store.state.count == 1)
    desk.open()
    #expect(await status(TravelRequest(to: start)) == .ok)
    desk.end()
    #expect(journal.travelPlace == nil)
  }

  @Test
  func simulatedLoadsEndWithTheServer() async throws {
    let shelf = Shelf()
    let other = InspectorDesk(
      InspectorReader(journal, session: "", canControl: true, ServerLimits())
    )
    let hang = QueryRequest(cache: shelf.number, number: 1, change: .simulate(.endless))
    try await ask(hang)
    _ = try await other.answer(ConnectRequest(cache: shelf.number, isOnline: false))
    #expect(shelf.inspectors.count == 2)
    desk.end()
    #expect(shelf.inspectors.count == 1)
    other.end()
    #expect(shelf.inspectors.isEmpty)
  }

  @Test
  func holdsOfOutboxesEndWithTheServer() async throws {
    let tray = Tray()
    try await ask(ChangeOutboxRequest(outbox: tray.number, request: .hold))
    try await ask(ChangeOutboxRequest(outbox: tray.number, request: .remove(tray.key)))
    #expect(tray.requests == [.hold, .remove(tray.key)] && tray.inspectors.count == 1)
    let other = ChangeOutboxRequest(outbox: tray.number, request: .remove(UUID()))
    #expect(await status(other) == .conflict)
    #expect(await status(ChangeOutboxRequest(outbox: 1 << 40, request: .hold)) == .notFound)
    desk.end()
    #expect(tray.inspectors.isEmpty)
  }

  @Test
  func playsToTheEnd() async throws {
    for _ in 0..<3 { store.send(.add(1)) }
    let start = try #require(journal.entries.first).number
    try await ask(TravelRequest(to: start))
    #expect(try await ask(PlayRequest(speed: nil, pause: 0.000_1)).status.travel?.isPlaying == true)
    let changes = desk.reader.changes.subscribe()
    if desk.reader.isPlaying { for await _ in changes { break } }
    #expect(!desk.reader.isPlaying)
    #expect(store.state.count == 3)
    try await ask(TravelRequest(to: start))
    try await ask(PlayRequest(speed: nil, pause: 1_000))
    #expect(try await ask(PauseRequest()).status.travel?.isPlaying == false)
    try await ask(PlayRequest(speed: nil, pause: 1_000))
    desk.end()
    #expect(!desk.reader.isPlaying)
    #expect(journal.travelPlace == nil)
  }

  @MainActor @Observable
  final class Screen: ScreenState, SnapshotState {
    var count = 0

    static let snapshotFields = SnapshotFields<Screen> { SnapshotField("count", \.count) }
  }

  @Test
  func aScreenShowsLoadingAndErrors() async throws {
    let screen = Screen()
    let id = journal.record(screen).number
    try await ask(PresentRequest(store: id, presented: .loading(true)))
    try await ask(PresentRequest(store: id, presented: .loading(true)))
    #expect(screen.isLoading)
    #expect(desk.reader.stores.last?.isLoading == true)
    try await ask(PresentRequest(store: id, presented: .loading(false)))
    #expect(!screen.isLoading)
    screen.loadingStarted()
    #expect(await status(PresentRequest(store: id, presented: .loading(false))) == .conflict)
    screen.loadingFinished()
    try await ask(PresentRequest(store: id, presented: .error("offline")))
    #expect(screen.displayError?.message == "offline")
    try await ask(PresentRequest(store: id, presented: .loading(true)))
    desk.end()
    #expect(!screen.isLoading)
    desk.open()
    #expect(await status(PresentRequest(store: self.id, presented: .loading(true))) == .conflict)
  }
}
#endif
