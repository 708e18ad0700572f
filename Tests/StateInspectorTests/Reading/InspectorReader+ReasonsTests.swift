#if Inspector
import StateFields
import StateJournal
import StateRecord
import Testing
import ViewFeature

@testable import StateInspector

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct InspectorReaderReasonsTests {
  let journal = Journal()
  let store = Store(initialState: Shop(), feature: ShopFeature())
  let reader: InspectorReader

  init() {
    journal.record(store)
    reader = InspectorReader(journal, session: "", canControl: true, ServerLimits())
  }

  private func reasons(
    _ path: String,
    at entry: Int? = nil,
    limit: Int = 100
  ) async throws(RequestFailure) -> InspectedReasons {
    try await reader.reasons(of: store.id.number, path: path, at: entry, limit: limit)
  }

  @Test
  func aValueHasItsLastChangeAndThoseBefore() async throws {
    for number in 1...5 { store.send(.add(number)) }
    store.send(.rename("a"))
    let found = try await reasons("/count")
    #expect(found.entry?.name == "count")
    #expect(found.causes.map(\.name) == ["add"])
    #expect(found.causes.map(\.kind) == [.actionReceived])
    #expect(found.causes.first?.origin?.contains("ReasonsTests.swift") == true)
    #expect(found.history.map(\.new) == ["1", "3", "6", "10", "15"])
    #expect(found.history.map(\.amount) == [1, 3, 6, 10, 15])
    #expect(found.history.last?.entry == found.entry?.number)
    #expect((found.age ?? -1) >= 0)
    #expect(found.isCut == nil)
    let last = try await reasons("/count", limit: 2)
    #expect(last.history.map(\.new) == ["10", "15"])
    #expect(last.isCut == true)
  }

  /// A character may have any number of bytes.
  @Test
  func textsOfValuesAreShort() async throws {
    store.send(.rename(String(repeating: "👩‍👩‍👧‍👦", count: 110)))
    let change = try #require(try await reasons("/title").history.last)
    #expect((200...400).contains(change.new.utf8.count))
  }

  @Test
  func aValueAtAnEntryHasTheChangesBefore() async throws {
    store.send(.add(1))
    let number = try #require(journal.entries.last).number
    store.send(.add(1))
    #expect(try await reasons("/count", at: number).history.map(\.new) == ["1"])
    journal.travel(to: number)
    #expect(try await reasons("/count").history.map(\.new) == ["1"])
    journal.commit()
    store.send(.add(5))
    // The change that the commit has struck out didn't lead to this value, but the commit did.
    let history = try await reasons("/count").history
    #expect(history.map(\.new) == ["1", "1", "6"])
    #expect(history.map(\.by) == [.handler, .restore, .handler])
  }

  @Test
  func partsAndWholesChangeTogether() async throws {
    store.send(.open(4))
    store.state.rows[0].title = "one"
    EventCenter.report()
    #expect(try await reasons("/rows/0/title").entry?.name == "rows[0].title")
    #expect(try await reasons("/rows").history.count == 2)
    #expect(try await reasons("/count").entry == nil)
    #expect(try await reasons("/count").causes == [])
  }

  @Test
  func redactedValuesAreLeftOut() async throws {
    store.send(.signIn(password: secret))
    let found = try await reasons("/token")
    #expect(found.history.map(\.new) == [ValueText.redacted])
    #expect(found.causes.map(\.name) == ["signIn"])
  }

  @Test
  func whatDoesNotExistIsRefused() async {
    await #expect(throws: RequestFailure.self) { try await reasons("/nothing") }
    await #expect(throws: RequestFailure.self) { try await reasons("/count", at: 1_000_000) }
    #expect(throws: RequestFailure.self) { try reader.reasons(of: 1_000_000) }
  }
}
#endif
