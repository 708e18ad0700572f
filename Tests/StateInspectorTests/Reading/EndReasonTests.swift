#if Inspector
import StateJournal
import StateRecord
import StateTestSupport
import Testing
import ViewFeature

@testable import StateInspector

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct EndReasonTests {
  let journal = Journal()
  let store = Store(initialState: Shop(), feature: ShopFeature())
  let reader: InspectorReader

  init() {
    journal.record(store)
    reader = InspectorReader(journal, session: "", canControl: false, ServerLimits())
  }

  private func cancelled() throws -> InspectedReasons {
    let entry = try #require(journal.entries.first { $0.kind.name == .effectCancelled })
    return try reader.reasons(of: entry.number)
  }

  @Test
  func anEffectThatIsReplacedNamesItsReplacement() throws {
    store.send(.replace)
    store.send(.replace)
    let found = try cancelled()
    #expect(found.reason == "An effect with the same id replaced it.")
    #expect(found.related?.kind == .effectStarted)
    #expect(found.causes.map(\.kind) == [.actionReceived, .effectStarted])
  }

  @Test
  func anEffectThatAHandlerCancelsNamesTheAction() throws {
    store.send(.wait)
    store.send(.stopWaiting)
    let found = try cancelled()
    #expect(found.reason == "It was cancelled while this action was in progress.")
    #expect(found.related?.name == "stopWaiting")
  }

  @Test
  func anEffectThatIsCancelledFromOutsideHasNoAction() throws {
    store.send(.wait)
    store.cancelTask(id: "waiting")
    let found = try cancelled()
    #expect(found.reason == "It was cancelled by code outside actions.")
    #expect(found.related == nil)
    #expect(found.causes.map(\.name) == ["wait", "waiting"])
  }

  @Test
  func anEffectThatEndsWithItsStoreSaysSo() throws {
    let journal = Journal()
    var store: Store? = Store(initialState: Shop(), feature: ShopFeature())
    if let store { journal.record(store) }
    store?.send(.wait)
    store = nil
    let reader = InspectorReader(journal, session: "", canControl: false, ServerLimits())
    let entry = try #require(journal.entries.first { $0.kind.name == .effectCancelled })
    #expect(try reader.reasons(of: entry.number).reason == "Its store ended.")
  }

  @Test
  func anEffectThatIsDroppedNamesTheOneThatRuns() throws {
    store.send(.once)
    store.send(.once)
    let entry = try #require(journal.entries.first { $0.kind.name == .effectDropped })
    let found = try reader.reasons(of: entry.number)
    #expect(found.reason == "Its policy drops it while an effect with the same id runs.")
    #expect(found.related?.kind == .effectStarted)
  }

  @Test
  func anEffectThatWaitsNamesTheOneThatRuns() throws {
    store.send(.inTurn)
    store.send(.inTurn)
    let waiting = journal.entries.filter { $0.kind.name == .effectWaiting }
    let found = try reader.reasons(of: try #require(waiting.last).number)
    #expect(found.reason == "It waits for an effect with the same id.")
    #expect(found.related?.kind == .effectStarted)
    #expect(found.causes.map(\.name) == ["inTurn"])
  }

  @Test
  func anActionThatIsDroppedSaysWhy() throws {
    store.send(.add(1))
    journal.travel(to: try #require(journal.entries.last).number)
    store.send(.add(1))
    let entry = try #require(journal.entries.first { $0.kind.name == .actionDropped })
    #expect(try reader.reasons(of: entry.number).reason == "Its store shows an earlier state.")
    journal.resume()
  }

  @Test
  func whatFailsNamesItsError() async throws {
    store.send(.fail)
    let kinds: [EventName] = [.effectFailed, .actionFailed]
    await eventually { journal.entries.contains { kinds.contains($0.kind.name) } }
    let failed = journal.entries.filter { kinds.contains($0.kind.name) }
    for entry in failed {
      #expect(try reader.reasons(of: entry.number).reason == "It threw an error: ShopFailure()")
    }
  }

  @Test
  func otherEntriesHaveNoReason() throws {
    store.send(.add(1))
    for entry in journal.entries {
      #expect(try reader.reasons(of: entry.number).reason == nil)
    }
  }
}
#endif
