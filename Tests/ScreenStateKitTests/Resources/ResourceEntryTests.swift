import Foundation
import StateTestSupport
import StateTesting
import Testing

@testable import ScreenStateKit

@MainActor @Suite(.needsVirtualTime, .simulated(seeds: 0..<10), .timeLimit(.minutes(20)))
struct ResourceEntryTests {
  @Observable @MainActor
  final class TodoState: ResourceState {
    var items = Resource<OptimisticValue<[String]>>()
    @ObservationIgnored var unobserved = Resource<[String]>()
  }

  private let state = TodoState()
  private let gate = Gate()
  /// The number of owners that tests outside of this simulation have.
  private let others = ResourceEntries.count

  private var added: OptimisticValue<[String]>.Update { { $0.append("added") } }

  // MARK: Optimistic values

  @Test func aReloadKeepsPendingChanges() async throws {
    #expect(try await state.load(\.items) { ["old"] })
    var change: OptimisticValue<[String]>.Change?
    state.items.update { change = $0.apply(added) }
    #expect(try await state.load(\.items) { ["new"] })
    #expect(state.items.value?.value == ["new", "added"])
    // A function that returns the whole type does the same.
    #expect(try await state.load(\.items) { OptimisticValue(["newer"]) })
    #expect(state.items.value?.value == ["newer", "added"])
    let last = try #require(change)
    state.items.update { $0.rollback(last) }
    #expect(state.items.value?.value == ["newer"])
  }

  @Test func aChangeDuringAReloadStays() async throws {
    #expect(try await state.load(\.items) { ["old"] })
    let caller = Task.immediate { [state, gate] in
      try await state.load(\.items) {
        try await gate.pass()
        return ["new"]
      }
    }
    await settle()
    state.items.update { _ = $0.apply(added) }
    gate.open()
    #expect(try await caller.value)
    #expect(state.items.value?.value == ["new", "added"])
    #expect(state.items.value?.isPending == true)
    #expect(!state.items.isInvalidated)
  }

  @Test func aWatchKeepsPendingChanges() async throws {
    let watch = Task.immediate { [state] in
      try await state.keepFresh(\.items, every: .seconds(10)) { ["new"] }
    }
    await settle()
    state.items.update { _ = $0.apply(added) }
    try await ContinuousClock().sleep(for: .seconds(11))
    #expect(state.items.value?.value == ["new", "added"])
    watch.cancel()
    await #expect(throws: CancellationError.self) { try await watch.value }
  }

  /// The server may have made them in another order.
  @Test func theLastAnswerToAContainedChangeInvalidates() async throws {
    #expect(try await state.load(\.items) { ["old"] })
    var changes: [OptimisticValue<[String]>.Change] = []
    for _ in 0..<3 { state.items.update { changes.append($0.apply(added)) } }
    state.items.update { $0.commit(changes[2], result: ["server"]) }
    #expect(state.items.value?.value == ["server"])
    state.items.update { $0.commit(changes[0]) }
    #expect(!state.items.isInvalidated)
    state.items.update { $0.rollback(changes[1]) }
    #expect(state.items.value?.value == ["server"])
    #expect(state.items.isInvalidated)
    #expect(state.items.value?.isPending == false)
  }

  // MARK: Life cycle

  @Test func anOwnerExistsWhileItHasCallers() async throws {
    let callers = (0..<2).map { _ in
      Task.immediate { [state, gate] in
        try await state.load(\.items) {
          try await gate.pass()
          return [""]
        }
      }
    }
    #expect(ResourceEntries.count == others + 1)
    callers[0].cancel()
    await settle()
    #expect(ResourceEntries.count == others + 1)
    gate.open()
    #expect(try await callers[1].value)
    await #expect(throws: CancellationError.self) { try await callers[0].value }
    #expect(ResourceEntries.count == others)
  }

  @Test func eachStateHasItsOwnOwner() async throws {
    var values: Set<Int> = []
    for number in 0..<100 {
      // The address of the last one may be used again.
      let state = TodoState()
      let watch = Task.immediate { [weak state] in
        try await state?.keepFresh(\.items, every: .seconds(10)) { ["\(number)"] }
      }
      await settle()
      values.insert(Int(state.items.value?.value.first ?? "") ?? -1)
      watch.cancel()
    }
    #expect(values == Set(0..<100))
    await settle()
    #expect(ResourceEntries.count == others)
  }

  @Test func aPropertyThatIsNotObservedIsLoaded() async throws {
    #expect(try await state.load(\.unobserved) { ["loaded"] })
    let watch = Task.immediate { [state] in
      try await state.keepFresh(\.unobserved, every: .seconds(10)) { ["kept"] }
    }
    try await ContinuousClock().sleep(for: .seconds(11))
    #expect(state.unobserved.value == ["kept"])
    watch.cancel()
    await #expect(throws: CancellationError.self) { try await watch.value }
  }
}
