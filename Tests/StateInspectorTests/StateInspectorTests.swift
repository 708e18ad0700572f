#if Inspector
import Foundation
import StateJournal
import Testing
import ViewFeature

@testable import StateInspector

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct StateInspectorTests {
  let journal = StateJournal()
  let store = Store(initialState: Shop(), feature: ShopFeature())

  init() { journal.record(store) }

  @Test
  func answersScripts() async throws {
    let inspector = try await StateInspector.start(journal)
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
    let inspector = try await StateInspector.start(journal)
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
}
#endif
