#if Inspector
import StateJournal
import Testing
import ViewFeature

@testable import StateInspector

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct InspectorReaderSessionTests {
  let journal = Journal()
  let store = Store(initialState: Shop(), feature: ShopFeature())
  let reader: InspectorReader

  init() {
    journal.record(store)
    store.send(.add(1))
    reader = InspectorReader(journal, session: "", canControl: false, ServerLimits())
  }

  private func status(_ number: Int?) async -> HTTPStatus {
    do throws(RequestFailure) {
      _ = try await reader.session(with: number)
      return .ok
    } catch {
      return error.status
    }
  }

  @Test
  func oneSessionIsExportedAtATime() async {
    reader.isExporting = true
    #expect(await status(nil) == .unavailable)
    reader.isExporting = false
    #expect(await status(nil) == .ok)
    #expect(!reader.isExporting)
  }

  @Test
  func aSessionHasItsEntry() async throws {
    let last = try #require(journal.entries.last).number
    #expect(await status(last) == .ok)
    #expect(await status(last + 1_000_000) == .notFound)
    #expect(!reader.isExporting)
  }
}
#endif
