import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// Answers of loads that began before a change.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<10), .timeLimit(.minutes(20)))
struct LateAnswersTests {
  private let state = LoadsState()
  private let gate = Gate()

  private func loadItems() -> Task<Bool, any Error> {
    Task.immediate { [state, gate] in
      try await state.load(\.items) {
        try await gate.pass()
        return ["late"]
      }
    }
  }

  private func applied() -> OptimisticValue<[String]>.Change? {
    var change: OptimisticValue<[String]>.Change?
    state.items.update { value in change = value.apply { $0.append("added") } }
    return change
  }

  @Test func anAnswerFromBeforeAConfirmationDoesNotHideTheChange() async throws {
    #expect(try await state.load(\.items) { ["old"] })
    let caller = loadItems()
    await settle()
    let change = try #require(applied())
    state.items.update { $0.commit(change) }
    gate.open()
    #expect(try await caller.value)
    #expect(state.items.value?.value == ["old", "added"])
    #expect(state.items.isInvalidated)
    #expect(try await state.load(\.items, staleAfter: .seconds(60)) { ["new"] })
    #expect(state.items.value?.value == ["new"])
  }

  @Test func anAnswerFromBeforeTheServersValueDoesNotReplaceIt() async throws {
    #expect(try await state.load(\.items) { ["old"] })
    let change = try #require(applied())
    let caller = loadItems()
    await settle()
    state.items.update { $0.commit(change, result: ["server"]) }
    gate.open()
    #expect(try await caller.value)
    #expect(state.items.value?.value == ["server"])
    #expect(state.items.isInvalidated)
  }

  @Test func aWatchLoadsAgainAfterAConfirmationDuringALoad() async throws {
    #expect(try await state.load(\.items) { ["old"] })
    let count = LockIsolated(0)
    let watch = Task.immediate { [state, gate] in
      try await state.keepFresh(\.items) {
        let number = count.withValue { count in
          count += 1
          return count
        }
        if number == 1 { try await gate.pass() }
        return ["\(number)"]
      }
    }
    await settle()
    let change = try #require(applied())
    state.items.update { $0.commit(change) }
    gate.open()
    await settle()
    #expect(state.items.value?.value == ["2"])
    #expect(!state.items.isInvalidated)
    watch.cancel()
    await #expect(throws: CancellationError.self) { try await watch.value }
  }

  /// The load has succeeded, although its answer is from before the update.
  @Test func anEarlierErrorEndsWithALoadWhoseAnswerIsDropped() async throws {
    #expect(try await state.load(\.words) { ["old"] })
    await #expect(throws: LoadsService.Failure.self) {
      try await state.load(\.words) { throw LoadsService.Failure() }
    }
    #expect(state.words.error != nil)
    let caller = Task.immediate { [state, gate] in
      try await state.load(\.words) {
        try await gate.pass()
        return ["late"]
      }
    }
    await settle()
    state.words.update { $0.append("added") }
    gate.open()
    #expect(try await caller.value)
    #expect(state.words.content == .loaded(["old", "added"]))
    #expect(state.words.error == nil)
  }

  /// The second attempt begins in the same input in which the first one ends.
  @Test func anAttemptAfterAnUpdateBringsItsAnswerEvenWithoutAPause() async throws {
    #expect(try await state.load(\.words) { ["old"] })
    let count = LockIsolated(0)
    let caller = Task.immediate { [state, gate] in
      try await state.load(\.words, retry: .immediate()) {
        let number = count.withValue { count in
          count += 1
          return count
        }
        try await gate.pass()
        if number == 1 { throw LoadsService.Failure() }
        return ["server"]
      }
    }
    await settle()
    state.words.update { $0.append("added") }
    gate.open()
    #expect(try await caller.value)
    #expect(count.value == 2)
    #expect(state.words.content == .loaded(["server"]))
  }
}
