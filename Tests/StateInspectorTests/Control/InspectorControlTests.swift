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
  private func ask(_ request: InspectorRequest) async throws(RequestFailure) -> Done {
    guard case .done(let done) = try await desk.answer(request) else {
      throw RequestFailure(.ok, "no change")
    }
    return done
  }

  private func status(_ request: InspectorRequest) async -> HTTPStatus {
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
    let done = try await ask(.send(.again(entry: try #require(received).number)))
    #expect(store.state.count == 4)
    #expect(done.entry == journal.entries.last?.number)
    let actions = journal.entries.compactMap { entry in
      if case .actionReceived(_, let action) = entry.kind { action } else { nil }
    }
    #expect(actions.map(\.cause) == [.outside, .inspector])
    // No line of the source sends the inspector's action.
    #expect(actions.map { $0.origin == nil } == [false, true])
    #expect(await status(.send(.again(entry: done.entry))) == .notFound)
  }

  @Test
  func sendsAnActionFromJSON() async throws {
    try await ask(.send(.new(store: id, ["add": ["_0": 5]])))
    #expect(store.state.count == 5)
    #expect(await status(.send(.new(store: id, ["fly": [:]]))) == .badRequest)
    #expect(await status(.send(.new(store: 1_000_000, [:]))) == .notFound)
    #expect(store.state.count == 5)
  }

  @Test
  func editsAField() async throws {
    store.send(.open(1))
    try await ask(.edit(store: id, path: "/count", 12))
    #expect(store.state.count == 12)
    #expect(try lastChange() == ("count", .inspector))
    try await ask(.edit(store: id, path: "/rows/0/title", "one"))
    #expect(store.state.rows[0].title == "one")
    #expect(try lastChange() == ("rows[0].title", .inspector))
    try await ask(.edit(store: id, path: "/hint", ["title": "a", "meanings": [:]]))
    #expect(store.state.hint == Word(title: "a", meanings: [:]))
    try await ask(.edit(store: id, path: "/hint", .null))
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
    #expect(await status(.edit(store: id, path: path, "text")) == expected)
    #expect(store.state.count == 0)
    #expect(store.state.token.isEmpty)
  }

  @Test
  func cancelsAnEffect() async throws {
    store.send(.wait)
    let effect = try #require(desk.reader.work.effects.first)
    try await ask(.cancel(store: id, effect: effect.number))
    let steps = journal.entries.map { $0.kind.name }
    #expect(steps.contains(.effectCancelled))
    #expect(await status(.cancel(store: id, effect: 1_000_000)) == .notFound)
  }

  @Test
  func travelsAndComesBack() async throws {
    store.send(.add(1))
    let number = try #require(journal.entries.last).number
    store.send(.add(1))
    #expect(await status(.resume(applyingWrites: true)) == .conflict)
    #expect(await status(.commit) == .conflict)
    #expect(await status(.play(speed: nil, pause: nil)) == .conflict)
    let done = try await ask(.travel(to: number))
    #expect(done.status.travel?.at == number)
    #expect(store.state.count == 1)
    #expect(await status(.edit(store: id, path: "/count", 5)) == .conflict)
    #expect(await status(.send(.new(store: id, ["add": ["_0": 5]]))) == .conflict)
    try await ask(.step(.forward, InspectorRequest.EntryFilter(kinds: [.change])))
    #expect(store.state.count == 2)
    #expect(await status(.step(.forward, InspectorRequest.EntryFilter(name: "none"))) == .conflict)
    #expect(await status(.step(.forward, InspectorRequest.EntryFilter(text: "none"))) == .conflict)
    try await ask(.step(.backward, InspectorRequest.EntryFilter(kinds: [.change], name: "count")))
    #expect(store.state.count == 1)
    try await ask(.resume(applyingWrites: true))
    #expect(store.state.count == 2)
    try await ask(.travel(to: number))
    let committed = try await ask(.commit)
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
    await #expect(throws: RequestFailure.self) { try await desk.answer(.travel(to: start)) }
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
    try await ask(.travel(to: number))
    desk.end()
    #expect(journal.travelPlace == nil)
  }

  @Test
  func playsToTheEnd() async throws {
    for _ in 0..<3 { store.send(.add(1)) }
    let start = try #require(journal.entries.first).number
    try await ask(.travel(to: start))
    #expect(try await ask(.play(speed: nil, pause: 0.000_1)).status.travel?.isPlaying == true)
    let changes = desk.reader.changes.subscribe()
    if desk.reader.isPlaying { for await _ in changes { break } }
    #expect(!desk.reader.isPlaying)
    #expect(store.state.count == 3)
    try await ask(.travel(to: start))
    try await ask(.play(speed: nil, pause: 1_000))
    #expect(try await ask(.pause).status.travel?.isPlaying == false)
    desk.end()
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
    try await ask(.present(store: id, .loading(true)))
    try await ask(.present(store: id, .loading(true)))
    #expect(screen.isLoading)
    #expect(desk.reader.stores.last?.isLoading == true)
    try await ask(.present(store: id, .loading(false)))
    #expect(!screen.isLoading)
    screen.loadingStarted()
    #expect(await status(.present(store: id, .loading(false))) == .conflict)
    screen.loadingFinished()
    try await ask(.present(store: id, .error("offline")))
    #expect(screen.displayError?.message == "offline")
    try await ask(.present(store: id, .loading(true)))
    desk.end()
    #expect(!screen.isLoading)
    #expect(await status(.present(store: self.id, .loading(true))) == .conflict)
  }
}
#endif
