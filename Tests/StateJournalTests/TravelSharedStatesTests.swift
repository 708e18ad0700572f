import ScreenRecording
import ScreenStateKit
import StateCore
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

/// Recording and time travel of screens' stores that share a state.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct TravelSharedStatesTests {
  private let journal = Journal()
  private let state = DeskScreen()
  private let first = DeskStore { $0() }
  private let second = DeskStore { $0() }

  private var now: Int { journal.entries.last?.number ?? 0 }

  private var received: Int {
    journal.entries.count { if case .actionReceived = $0.kind { true } else { false } }
  }

  private func start() async {
    await first.bind(to: state)
    await second.bind(to: state)
    journal.record(first)
    journal.record(second)
  }

  private func add(_ number: Int, _ store: DeskStore) async {
    let gate = Gate()
    gate.open()
    await store.run(DeskStore.Action(parts: [DeskPart(gate: gate, writes: [.add(number)])]))
  }

  @Test func theActionsOfAllStoresOfAStateAreRecorded() async {
    await start()
    await add(1, first)
    await add(1, second)
    #expect(received == 2)
    journal.stopRecording()
    #expect(state.lifetime.listener == nil)
    await add(1, second)
    #expect(received == 2)
  }

  @Test func aStateAndItsStoreAreRecordedTogether() async {
    await first.bind(to: state)
    journal.record(state)
    journal.record(first)
    await add(1, first)
    #expect(received == 1)
    journal.stopRecording()
    #expect(state.lifetime.listener == nil)
  }

  @Test(arguments: [true, false]) func aStoreThatLeavesAHeldStateDoesNotKeepItHeld(
    isFirst: Bool
  ) async {
    await start()
    await add(1, first)
    let past = now
    await add(1, second)
    #expect(journal.travel(to: past))
    let next = DeskScreen()
    let (left, kept) = isFirst ? (first, second) : (second, first)
    await left.bind(to: next)
    #expect(state.isTravelling)
    #expect(state.count == 1)
    journal.resume()
    #expect(!state.isTravelling)
    #expect(!kept.binding.isTravelling)
    await add(1, kept)
    #expect(state.count == 3)
    await add(1, left)
    #expect(next.count == 1)
    journal.stopRecording()
    #expect(state.lifetime.listener == nil)
    #expect(next.lifetime.listener == nil)
  }

  @Test func aStateTravelsAfterTheEndOfOneOfItsStores() async {
    await first.bind(to: state)
    journal.record(first)
    var other: DeskStore? = DeskStore { $0() }
    if let other {
      await other.bind(to: state)
      journal.record(other)
    }
    let past = now
    await add(1, first)
    other = nil
    #expect(journal.travel(to: past))
    #expect(state.isTravelling)
    #expect(state.count == 0)
    journal.resume()
    #expect(state.count == 1)
  }

  @Test(arguments: [true, false]) func aCommitCancelsTheLaterActionsOfEachStore(
    isFirst: Bool
  ) async {
    await start()
    let past = now
    let gate = Gate()
    let action = DeskStore.Action(parts: [DeskPart(gate: gate, writes: [.add(1)])])
    let sent = (isFirst ? first : second).send(action)
    await gate.waitUntilStarted()
    #expect(journal.travel(to: past))
    journal.commit()
    await #expect(throws: CancellationError.self) { try await sent.value }
    #expect(state.count == 0)
  }
}
