import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

/// Loads of `keepFresh`, in virtual time.
@MainActor @Suite(.needsVirtualTime, .simulated(seeds: 0..<10), .timeLimit(.minutes(20)))
struct KeepFreshTests {
  /// The clock of the simulation.
  private let time = ContinuousClock()
  private let state = WordsState()
  private let service = WordService()
  private let events = AsyncStream<Void>.makeStream()

  private func keepFresh(
    staleAfter: Duration = .zero,
    every interval: Duration? = nil,
    retry: RetryPolicy = .never,
    _ body: () async throws -> Void
  ) async throws {
    let environment = StoreEnvironment.controlled(clock: ContinuousClock())
    let task = Task { [state, service, events] in
      try await StoreEnvironment.with(environment) {
        try await state.keepFresh(
          \.words,
          staleAfter: staleAfter,
          every: interval,
          on: events.stream,
          retry: retry
        ) { try await service.words() }
      }
    }
    await settle()
    try await body()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!state.words.isLoading)
    // Nothing is left that could load.
    let calls = service.calls
    state.words.invalidate()
    events.continuation.yield()
    try await time.sleep(for: .seconds(100))
    #expect(service.calls == calls)
  }

  @Test func itIsLoadedAfterEachInterval() async throws {
    service.answer = { [time] number in
      try await time.sleep(for: .seconds(5))
      return ["\(number)"]
    }
    try await keepFresh(every: .seconds(30)) {
      #expect(service.calls == 1)
      // The interval begins when the load ends.
      try await time.sleep(for: .seconds(34))
      #expect(service.calls == 1)
      #expect(state.words.content == .loaded(["1"]))
      try await time.sleep(for: .seconds(2))
      #expect(service.calls == 2)
      #expect(state.words.content == .loading(previous: ["1"]))
      try await time.sleep(for: .seconds(35))
      #expect(service.calls == 3)
    }
  }

  @Test func anIntervalOfZeroIsIgnored() async throws {
    try await keepFresh(every: .zero) {
      try await time.sleep(for: .seconds(60))
      #expect(service.calls == 1)
    }
  }

  @Test func anEventLoadsWhatIsStale() async throws {
    try await keepFresh(staleAfter: .seconds(60)) {
      events.continuation.yield()
      events.continuation.yield()
      await settle()
      #expect(service.calls == 1)
      try await time.sleep(for: .seconds(60))
      #expect(service.calls == 1)
      events.continuation.yield()
      await settle()
      #expect(service.calls == 2)
    }
  }

  @Test func anInvalidationLoadsAtOnce() async throws {
    try await keepFresh(staleAfter: .seconds(60)) {
      state.words.invalidate()
      await settle()
      #expect(service.calls == 2)
      #expect(!state.words.isInvalidated)
    }
  }

  /// The requests precede the next load, so that one load is enough.
  @Test func requestsDuringALoadAreOne() async throws {
    let gate = Gate()
    service.answer = { number in
      if number == 1 { try await gate.pass() }
      return ["\(number)"]
    }
    try await keepFresh(staleAfter: .seconds(60)) {
      for _ in 1...3 {
        state.words.invalidate()
        events.continuation.yield()
        await settle()
      }
      #expect(service.calls == 1)
      gate.open()
      await settle()
      #expect(service.calls == 2)
      #expect(!state.words.isInvalidated)
    }
  }

  /// Another task, such as a pull to refresh, loads in the meantime.
  @Test func aLoadOfAnotherTaskIsEnough() async throws {
    try await keepFresh(staleAfter: .seconds(60)) {
      let gate = Gate()
      service.answer = { number in
        try await gate.pass()
        return ["\(number)"]
      }
      let other = Task { [state, service] in
        try await state.load(\.words) { try await service.words() }
      }
      await settle()
      try await time.sleep(for: .seconds(60))
      events.continuation.yield()
      await settle()
      #expect(service.calls == 2)
      gate.open()
      #expect(try await other.value)
    }
  }

  @Test func aFailureIsShownAndLoadingContinues() async throws {
    service.answer = { number in
      if number == 1 { throw Offline() }
      return ["\(number)"]
    }
    try await keepFresh(every: .seconds(30)) {
      #expect(state.words.error != nil)
      try await time.sleep(for: .seconds(31))
      #expect(state.words.content == .loaded(["2"]))
    }
  }

  @Test func aFailureIsNotAReasonToLoadAtOnce() async throws {
    service.answer = { _ in throw Offline() }
    try await keepFresh(staleAfter: .seconds(60)) {
      try await time.sleep(for: .seconds(100))
      #expect(service.calls == 1)
      events.continuation.yield()
      await settle()
      #expect(service.calls == 2)
    }
  }

  @Test func attemptsAreRepeatedBeforeTheNextInterval() async throws {
    service.answer = { number in
      if number < 3 { throw Offline() }
      return ["\(number)"]
    }
    try await keepFresh(every: .seconds(30), retry: .constant(.seconds(10))) {
      #expect(state.words.retry?.nextAttempt == 2)
      try await time.sleep(for: .seconds(21))
      #expect(state.words.content == .loaded(["3"]))
      try await time.sleep(for: .seconds(28))
      #expect(service.calls == 3)
      try await time.sleep(for: .seconds(3))
      #expect(service.calls == 4)
    }
  }

  @Test func freshContentIsNotLoadedFirst() async throws {
    state.words = Resource(["kept"], loadedAt: Date(timeIntervalSinceReferenceDate: 0))
    try await keepFresh(staleAfter: .seconds(60)) {
      #expect(service.calls == 0)
      try await time.sleep(for: .seconds(60))
      events.continuation.yield()
      await settle()
      #expect(service.calls == 1)
    }
  }

  @Test func theEndOfTheEventsEndsNothing() async throws {
    try await keepFresh(every: .seconds(30)) {
      events.continuation.finish()
      try await time.sleep(for: .seconds(31))
      #expect(service.calls == 2)
    }
  }

  /// The service ignores cancellation.
  @Test func aCancelDuringALoadEndsIt() async throws {
    let gate = Gate()
    service.answer = { number in
      if number == 2 { await gate.passStubbornly() }
      return ["\(number)"]
    }
    try await keepFresh(every: .seconds(30)) {
      try await time.sleep(for: .seconds(31))
      #expect(state.words.isLoading)
      Task {
        await gate.waitUntilCancelled()
        gate.open()
      }
    }
    #expect(state.words.content == .loaded(["1"]))
  }
}
