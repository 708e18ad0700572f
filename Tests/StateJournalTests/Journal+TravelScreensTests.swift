import ScreenRecording
import ScreenStateKit
import StateCore
import StateFields
import StateRecord
import StateTestSupport
import StateTesting
import Testing

@testable import StateJournal

/// Time travel of screens: their stores, loading, and errors.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct JournalTravelScreensTests {
  private let journal = Journal()
  private let store = DeskStore { $0() }
  private let state = DeskScreen()

  private var now: Int { journal.entries.last?.number ?? 0 }

  private var drops: [StateEvent.DropReason] {
    journal.entries.compactMap { entry in
      if case .actionDropped(_, let reason) = entry.kind { reason } else { nil }
    }
  }

  private func start() async {
    await store.binding(state: state)
    journal.record(store)
  }

  /// Sends an action, and waits until its loading is shown.
  private func begin(_ gate: Gate, _ writes: [DeskWrite] = [], fails: Bool = false) async -> AnyTask
  {
    let part = DeskPart(gate: gate, writes: writes)
    let task: AnyTask = store.receive(
      action: DeskStore.Action(
        parts: [part],
        failure: fails ? DisplayableError(message: "failed") : nil,
        executionPolicy: .concurrent
      )
    )
    await gate.waitUntilStarted()
    await wait { state.isLoading }
    return task
  }

  private func perform(_ writes: [DeskWrite]) async {
    let gate = Gate()
    gate.open()
    await store.isolatedReceive(
      action: DeskStore.Action(parts: [DeskPart(gate: gate, writes: writes)])
    )
  }

  private func wait(until condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  // MARK: Travel and resume

  @Test func aScreenShowsEarlierValuesAndThePresentAgain() async {
    await start()
    await perform([.add(1), .rename("a"), .append(1)])
    let past = now
    await perform([.add(1), .rename("b"), .removeFirst, .open(2)])
    #expect(journal.travel(to: past))
    #expect(state.isTravelling)
    #expect(store.binding.isTravelling)
    #expect(state.count == 1)
    #expect(state.title == "a")
    #expect(state.boxes.map(\.id) == [1])
    #expect(state.box == nil)
    journal.resume()
    #expect(!state.isTravelling)
    #expect(!store.binding.isTravelling)
    #expect(state.count == 2)
    #expect(state.title == "b")
    #expect(state.boxes.isEmpty)
    #expect(state.box?.id == 2)
    await perform([.add(1)])
    #expect(state.count == 3)
  }

  @Test func sendsAreRefusedAndListed() async {
    await start()
    await perform([.add(1)])
    let past = now
    await perform([.add(1)])
    journal.travel(to: past)
    let gate = Gate()
    gate.open()
    let part = DeskPart(gate: gate, writes: [.add(5)])
    let sent: AnyTask = store.receive(action: DeskStore.Action(parts: [part]))
    #expect(sent.isCancelled)
    await #expect(throws: CancellationError.self) { try await sent.waitComplete() }
    #expect(drops == [.isTravelling])
    #expect(!gate.hasStarted)
    journal.resume()
    #expect(state.count == 2)
  }

  @Test func sendsOfAStoreThatIsNotRecordedItselfAreRefused() async {
    await store.binding(state: state)
    journal.record(state)
    await perform([.add(1)])
    let past = now
    await perform([.add(1)])
    journal.travel(to: past)
    await perform([.add(5)])
    #expect(drops == [.isTravelling])
    journal.resume()
    #expect(state.count == 2)
    await perform([.add(1)])
    #expect(state.count == 3)
  }

  @Test func aTrackedStoresSendsAreRefused() async {
    let tracked = DeskTrackedStore(state)
    journal.record(state)
    let past = now
    _ = try? await tracked.nonisolatedReceive(action: 1).waitComplete()
    #expect(state.count == 1)
    journal.travel(to: past)
    let sent = tracked.nonisolatedReceive(action: 1)
    await #expect(throws: CancellationError.self) { try await sent.waitComplete() }
    #expect(drops == [.isTravelling])
    journal.resume()
    #expect(state.count == 1)
    _ = try? await tracked.nonisolatedReceive(action: 1).waitComplete()
    #expect(state.count == 2)
  }

  @Test func stepsGoThroughTheChangesOfAnAction() async {
    await start()
    await perform([.add(1), .rename("a"), .add(1)])
    var seen: [String] = []
    func isChange(_ entry: JournalEntry) -> Bool {
      guard case .change(let change) = entry.kind else { return false }
      return change.field != "isLoading"
    }
    for direction in [JournalDirection.backward, .forward] {
      while journal.step(direction, where: isChange) != nil {
        seen.append("\(state.count)\(state.title)")
      }
    }
    #expect(seen == ["2a", "1a", "1", "1a", "2a"])
    journal.resume()
    #expect(state.count == 2)
  }

  @Test func aStateThatIsBoundLaterTakesItsPlace() async {
    await start()
    let next = DeskScreen()
    await store.binding(state: next)
    await wait { journal.state(of: next.storeID, at: now) != nil }
    let past = now
    await perform([.add(1)])
    #expect(journal.state(of: next.storeID, at: now) == next.snapshot())
    #expect(journal.travel(to: past))
    #expect(next.isTravelling)
    #expect(!state.isTravelling)
    #expect(next.count == 0)
    journal.resume()
    #expect(next.count == 1)
  }

  // In a simulation, no other test creates stores in the meantime.
  @Test(.needsVirtualTime, .simulated) func screensOfAJournalOfAllTravel() async {
    journal.recordAll()
    defer { journal.stopRecording() }
    await store.binding(state: state)
    await wait { journal.state(of: state.storeID, at: now) != nil }
    let past = now
    await perform([.add(1)])
    journal.travel(to: past)
    #expect(state.isTravelling)
    #expect(state.count == 0)
    journal.resume()
    #expect(state.count == 1)
  }

  // MARK: Effects

  @Test func anActionThatRunsChangesThePresentAndNotWhatIsShown() async {
    await start()
    let past = now
    await perform([.add(3)])
    let gate = Gate()
    let task = await begin(gate, [.rename("later"), .append(1)])
    journal.travel(to: past)
    gate.open()
    _ = try? await task.waitComplete()
    #expect(state.title.isEmpty)
    #expect(state.count == 0)
    #expect(state.boxes.isEmpty)
    journal.resume()
    #expect(state.title == "later")
    #expect(state.count == 3)
    #expect(state.boxes.map(\.id) == [1])
    #expect(!state.isLoading)
  }

  @Test func writesWhileTravellingCanBeLeftOut() async {
    await start()
    let past = now
    await perform([.add(3)])
    let gate = Gate()
    let task = await begin(gate, [.add(10)])
    journal.travel(to: past)
    gate.open()
    _ = try? await task.waitComplete()
    journal.resume(applyingWrites: false)
    #expect(state.count == 3)
    #expect(!state.isLoading)
  }

  // MARK: Loading

  @Test func loadingIsShownAsItWas() async {
    await start()
    let idle = now
    let gate = Gate()
    let task = await begin(gate)
    let loading = now
    gate.open()
    _ = try? await task.waitComplete()
    #expect(!state.isLoading)
    let before = now
    journal.travel(to: loading)
    #expect(state.isLoading)
    journal.travel(to: idle)
    #expect(!state.isLoading)
    journal.resume()
    #expect(!state.isLoading)
    // Nothing started or finished loading.
    let kinds = journal.entries.filter { $0.number > before }.map(\.kind)
    #expect(kinds.count == 3)
  }

  @Test func loadingThatEndsWhileTravellingHasEnded() async {
    await start()
    let idle = now
    let gate = Gate()
    let task = await begin(gate)
    journal.travel(to: idle)
    #expect(!state.isLoading)
    gate.open()
    _ = try? await task.waitComplete()
    journal.resume()
    #expect(!state.isLoading)
    #expect(journal.state(of: state.storeID, at: now) == state.snapshot())
  }

  @Test func loadingThatBeginsWhileTravellingContinues() async {
    await start()
    let gate = Gate()
    let first = await begin(gate)
    let loading = now
    gate.open()
    _ = try? await first.waitComplete()
    journal.travel(to: loading)
    // Loading started by code that no store runs.
    state.loadingStarted()
    #expect(state.isLoading)
    journal.resume()
    #expect(state.isLoading)
    #expect(journal.state(of: state.storeID, at: now) == state.snapshot())
    state.loadingFinished()
    #expect(!state.isLoading)
  }

  @Test func loadingThatBeginsWhileTravellingIsListed() async {
    await start()
    let idle = now
    state.title = "a"
    journal.travel(to: idle)
    state.loadingStarted()
    Frame.endTurn()
    let marked = journal.entries.compactMap { entry -> String? in
      guard case .change(let change) = entry.kind, change.isWhileTravelling else { return nil }
      return "\(change.field): \(change.old.text) -> \(change.new.text)"
    }
    #expect(marked == ["isLoading: false -> true"])
    #expect(!state.isLoading)
    journal.resume()
    #expect(state.isLoading)
  }

  @Test func aShownLoadingIsNotThatOfTheParent() async {
    let child = DeskScreen(states: state)
    await start()
    journal.record(child)
    let idle = now
    child.loadingStarted()
    #expect(state.isLoading)
    journal.travel(to: idle)
    #expect(!state.isLoading)
    child.loadingFinished()
    journal.resume()
    #expect(!child.isLoading)
    #expect(!state.isLoading)
  }

  @Test func aParentThatIsNotRecordedStaysInThePresent() {
    let parent = DeskScreen()
    let child = DeskScreen(states: parent)
    journal.record(child)
    let idle = now
    child.showError(DisplayableError(message: "old"))
    let failed = now
    child.displayError = nil
    parent.displayError = nil
    child.loadingStarted()
    journal.travel(to: idle)
    #expect(parent.isLoading)
    journal.travel(to: failed)
    #expect(child.displayError?.message == "old")
    #expect(parent.displayError == nil)
    #expect(parent.isLoading)
    journal.resume()
    child.loadingFinished()
    #expect(!parent.isLoading)
  }

  // MARK: Errors

  @Test func errorsAreShownAsTheyWere() async {
    await start()
    let clear = now
    state.showError(DisplayableError(message: "old"))
    let failed = now
    state.displayError = nil
    state.loadingStarted()
    let before = now
    journal.travel(to: failed)
    #expect(state.displayError?.message == "old")
    journal.travel(to: clear)
    #expect(state.displayError == nil)
    journal.resume()
    #expect(state.displayError == nil)
    #expect(state.isLoading)
    let kinds = journal.entries.filter { $0.number > before }.map(\.kind)
    #expect(kinds.count == 3)
  }

  @Test func anErrorWhileTravellingIsOneOfThePresent() async {
    await start()
    let past = now
    let gate = Gate()
    let task = await begin(gate, fails: true)
    journal.travel(to: past)
    gate.open()
    _ = try? await task.waitComplete()
    #expect(state.displayError == nil)
    journal.resume()
    #expect(state.displayError?.message == "failed")
    #expect(!state.isLoading)
  }

  @Test func anErrorOfThePresentStillHidesLoading() async {
    await start()
    state.loadingStarted()
    let loading = now
    state.showError(DisplayableError(message: "new"))
    #expect(!state.isLoading)
    journal.travel(to: loading)
    #expect(state.isLoading)
    #expect(state.displayError == nil)
    journal.resume()
    #expect(!state.isLoading)
    #expect(state.displayError?.message == "new")
    state.displayError = nil
    #expect(state.isLoading)
  }

  // MARK: Commit

  @Test func aCommitMakesThePastThePresent() async {
    await start()
    await perform([.add(1)])
    let past = now
    let gate = Gate()
    let task = await begin(gate, [.add(5)])
    await perform([.add(1)])
    journal.travel(to: past)
    journal.commit()
    #expect(!state.isTravelling)
    #expect(state.count == 1)
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.waitComplete() }
    #expect(state.count == 1)
    #expect(!state.isLoading)
    #expect(journal.state(of: state.storeID, at: now) == state.snapshot())
    await perform([.add(1)])
    #expect(state.count == 2)
  }

  @Test func aCommitLoadsForWhatIsRunning() async {
    await start()
    let idle = now
    let gate = Gate()
    let task = await begin(gate, [.add(5)])
    let loading = now
    journal.travel(to: loading)
    journal.commit()
    #expect(state.isLoading)
    gate.open()
    _ = try? await task.waitComplete()
    #expect(!state.isLoading)
    #expect(state.count == 5)
    // No code would end it.
    journal.travel(to: loading)
    #expect(state.isLoading)
    journal.commit()
    #expect(!state.isLoading)
    #expect(journal.state(of: state.storeID, at: now) == state.snapshot())
    journal.travel(to: idle)
    journal.resume()
  }

  @Test func aCommittedErrorIsThatOfTheScreen() async {
    await start()
    state.loadingStarted()
    state.showError(DisplayableError(message: "old"))
    let failed = now
    state.displayError = nil
    #expect(state.isLoading)
    journal.travel(to: failed)
    journal.commit()
    #expect(state.displayError?.message == "old")
    #expect(!state.isLoading)
    #expect(journal.state(of: state.storeID, at: now) == state.snapshot())
    state.displayError = nil
    #expect(state.isLoading)
  }
}

/// A store in the style of ScreenStateKit 1.1. An action is the number that it adds.
private actor DeskTrackedStore: TrackedActionStore {
  private(set) weak var viewState: DeskScreen?

  init(_ state: DeskScreen) { viewState = state }

  func receive(action: Int) async throws {
    await viewState?.updateState { $0.count += action }
  }
}
