#if Inspector
import Foundation
import StateJournal
import StateTestSupport
import Testing
import ViewFeature

@testable import StateInspector

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct InspectorTests {
  let journal = Journal()
  let store = Store(initialState: Shop(), feature: ShopFeature())

  init() { journal.record(store) }

  @Test
  func answersScripts() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    store.send(.add(2))
    let answer = try await client.request("/api/stores")
    #expect(answer.status == 200)
    let list = try JSONDecoder().decode(StoreList.self, from: Data(answer.body))
    #expect(list.stores.map(\.name) == ["ShopFeature"])
    await inspector.stop()
  }

  @Test
  func showsAPageWhatHappens() async throws {
    let inspector = try await Inspector.serve(journal)
    let (page, hello) = try await PageClient.open(InspectorClient(inspector))
    #expect(hello.stores.map(\.name) == ["ShopFeature"])
    store.send(.add(2))
    let last = try #require(journal.entries.last).number
    let entries = try await page.entries(after: 0, upTo: last)
    #expect(entries.map(\.number) == journal.entries.map(\.number))
    #expect(
      entries.map(\.kind) == [.storeMade, .actionReceived, .change, .actionHandled, .actionDone]
    )
    #expect(entries[2].text == "count: 0 → 2, by the handler of add")
    #expect(entries[2].cause == entries[1].number)
    await inspector.stop()
  }

  @Test
  func keepsAGivenToken() async throws {
    let token = String(repeating: "aZ09", count: 8)
    let inspector = try await Inspector.start(journal, token: token)
    #expect(inspector.url.fragment() == token)
    let client = InspectorClient(inspector)
    #expect(try await client.request("/api/stores").status == 200)
    await inspector.stop()
    let short = String(token.dropLast())
    for other in ["", short, short + "#", short + "é", String(repeating: "a", count: 129)] {
      await #expect(throws: InspectorError.invalidToken) {
        try await Inspector.start(journal, token: other)
      }
    }
  }

  @Test
  func hasAnAddressWithAToken() async throws {
    let inspector = try await Inspector.start(journal)
    #expect(inspector.url.scheme == "http")
    #expect(inspector.url.host() == "127.0.0.1")
    #expect(inspector.url.port == Int(inspector.port))
    #expect(inspector.url.fragment()?.count == 32)
    #expect(inspector.server?.desk.reader.canControl == false)
    #expect(inspector.server?.sockets.address == "127.0.0.1")
    let other = try await Inspector.start(journal)
    #expect(other.port != inspector.port)
    #expect(other.url.fragment() != inspector.url.fragment())
    await other.stop()
    await inspector.stop()
  }

  @Test
  func aPortInUseIsAnError() async throws {
    let inspector = try await Inspector.serve(journal)
    let port = inspector.port
    await #expect(throws: InspectorError.portIsInUse(port)) {
      try await Inspector.start(journal, port: port)
    }
    #expect(InspectorError.portIsInUse(80).localizedDescription == "Port 80 is in use.")
    await inspector.stop()
    let next = try await Inspector.start(journal, port: port)
    #expect(next.port == port)
    await next.stop()
  }

  @Test
  func servesAgainAtTheSameAddress() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    for _ in 0..<3 {
      #expect(inspector.isServing)
      #expect(try await client.request("/api/status").status == 200)
      await inspector.stop()
      #expect(!inspector.isServing)
      await #expect(throws: (any Error).self) { try await client.request("/api/status") }
      try await inspector.restart()
    }
    try await inspector.restart()
    #expect(try await client.request("/api/status").status == 200)
    await inspector.stop()
  }

  /// A restart waits until the port is closed.
  @Test
  func startsAgainWhileItStops() async throws {
    let inspector = try await Inspector.serve(journal)
    let client = InspectorClient(inspector)
    for _ in 0..<20 {
      for _ in 0..<4 { _ = try await PageClient.open(client) }
      let stop = Task { await inspector.stop() }
      await eventually { !inspector.isServing }
      try await inspector.restart()
      await stop.value
      #expect(inspector.isServing)
      #expect(try await client.request("/api/status").status == 200)
    }
    await inspector.stop()
  }

  @Test
  func acceptsChangesAgainAfterARestart() async throws {
    let inspector = try await Inspector.serve(journal, allowsControl: true)
    let client = InspectorClient(inspector)
    let edit = #"{"store": \#(store.id.number), "path": "/count", "value": 5}"#
    await inspector.stop()
    try await inspector.restart()
    #expect(try await client.post("/api/edit", edit).status == 200)
    #expect(store.state.count == 5)
    await inspector.stop()
  }

  @Test
  func endsWhenItGoesAway() async throws {
    var inspector: Inspector? = try await Inspector.serve(journal)
    let client = InspectorClient(try #require(inspector))
    let (page, _) = try await PageClient.open(client)
    inspector = nil
    await #expect(throws: (any Error).self) { while true { _ = try await page.message() } }
    while (try? await client.request("/api/status")) != nil {}
  }

  @Test
  func keepsTheJournalAndNoStore() async throws {
    var journal: Journal? = Journal()
    var store: Store<ShopFeature>? = Store(initialState: Shop(), feature: ShopFeature())
    weak let weakStore = store
    if let store { journal?.record(store) }
    weak let weakJournal = journal
    var inspector: Inspector? = try await Inspector.serve(try #require(journal))
    journal = nil
    store = nil
    #expect(weakStore == nil)
    #expect(weakJournal != nil)
    let client = InspectorClient(try #require(inspector))
    #expect(try await client.request("/api/stores").status == 200)
    await inspector?.stop()
    inspector = nil
    // The task of a connection that has ended may still be returning.
    await eventually { weakJournal == nil }
  }
}
#endif
