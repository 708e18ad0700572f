import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(20)))
struct ResourceStateTests {
  private let clock = TestClock()
  private let state = WordsState()
  private let environment: StoreEnvironment

  init() {
    environment = .controlled(clock: clock)
  }

  private let service = WordService()

  private func load(
    staleAfter: Duration? = nil,
    retry: RetryPolicy = .never
  ) async throws -> Bool {
    try await StoreEnvironment.with(environment) {
      try await state.load(\.words, staleAfter: staleAfter, retry: retry, clock: clock) {
        try await service.words()
      }
    }
  }

  // MARK: Single load

  @Test func aLoadShowsItsValue() async throws {
    #expect(try await load())
    #expect(state.words.content == .loaded(["1"]))
    #expect(state.words.loadedAt == environment.now)
  }

  @Test func freshContentIsNotLoaded() async throws {
    #expect(try await load(staleAfter: .seconds(60)))
    await clock.advance(by: .seconds(59))
    #expect(try await !load(staleAfter: .seconds(60)))
    await clock.advance(by: .seconds(1))
    #expect(try await load(staleAfter: .seconds(60)))
    #expect(service.calls == 2)
    state.words.invalidate()
    #expect(try await load(staleAfter: .seconds(60)))
    #expect(try await load())
    #expect(service.calls == 4)
  }

  @Test func aLoadInFlightIsJoined() async throws {
    let gate = Gate()
    service.answer = { number in
      if number == 1 { try await gate.pass() }
      return ["\(number)"]
    }
    let first = Task { try await load(staleAfter: .seconds(60)) }
    await gate.waitUntilStarted()
    let second = Task.immediate { try await load(staleAfter: .seconds(60)) }
    // The result of the load in flight will be stale.
    state.words.invalidate()
    let third = Task.immediate { try await load(staleAfter: .seconds(60)) }
    #expect(service.calls == 1)
    gate.open()
    for task in [first, second, third] { #expect(try await task.value) }
    #expect(service.calls == 2)
    #expect(state.words.value == ["2"])
    #expect(!state.words.isInvalidated)
  }

  @Test func anErrorIsShownAndThrown() async throws {
    service.answer = { _ in throw Offline() }
    await #expect(throws: Offline()) { try await load() }
    #expect(state.words.error != nil)
    #expect(!state.words.isLoading)
  }

  /// A pull waits for the load in flight, and loads again.
  @Test(arguments: [false, true])
  func aFailureIsReplacedByTheNextLoad(isCancelled: Bool) async throws {
    let gate = Gate()
    service.answer = { number in
      guard number == 1 else { return ["\(number)"] }
      await gate.passStubbornly()
      throw Offline()
    }
    let first = Task { try await load() }
    await gate.waitUntilStarted()
    let second = Task.immediate { try await load() }
    if isCancelled { first.cancel() }
    gate.open()
    if isCancelled {
      await #expect(throws: CancellationError.self) { try await first.value }
    } else {
      await #expect(throws: Offline()) { try await first.value }
    }
    #expect(try await second.value)
    #expect(state.words.content == .loaded(["2"]))
  }

  /// The service ignores cancellation and returns a value.
  @Test func aCancelledLoadChangesNothing() async throws {
    #expect(try await load())
    let gate = Gate()
    service.answer = { number in
      await gate.passStubbornly()
      return ["\(number)"]
    }
    let task = Task { try await load() }
    await gate.waitUntilStarted()
    #expect(state.words.isLoading)
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(state.words.content == .loaded(["1"]))
  }

  @Test func aTaskThatWasCancelledStartsNoLoad() async throws {
    let gate = Gate()
    let task = Task {
      await gate.passStubbornly()
      return try await load()
    }
    await gate.waitUntilStarted()
    task.cancel()
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(service.calls == 0)
    #expect(state.words.content == .idle)
  }

  // MARK: Attempts

  @Test func pausesBetweenAttemptsAreShown() async throws {
    service.answer = { number in
      if number < 3 { throw Offline(number: number) }
      return ["\(number)"]
    }
    let task = Task { try await load(retry: .constant(.seconds(10))) }
    await clock.waitForSleepers()
    #expect(state.words.isLoading)
    #expect(state.words.retry?.nextAttempt == 2)
    #expect(state.words.retry?.date == environment.now.addingTimeInterval(10))
    await clock.advance(by: .seconds(10))
    await clock.waitForSleepers()
    #expect(state.words.retry?.nextAttempt == 3)
    await clock.advance(by: .seconds(10))
    #expect(try await task.value)
    #expect(state.words.retry == nil)
    #expect(state.words.content == .loaded(["3"]))
  }

  @Test func theLastAttemptFails() async throws {
    service.answer = { throw Offline(number: $0) }
    await #expect(throws: Offline(number: 2)) {
      try await load(retry: .immediate(maxAttempts: 2))
    }
    #expect(service.calls == 2)
    #expect(state.words.retry == nil)
    #expect(state.words.error != nil)
  }

  @Test func aCancelEndsAPause() async throws {
    #expect(try await load())
    service.answer = { _ in throw Offline() }
    let task = Task { try await load(retry: .constant(.seconds(10))) }
    await clock.waitForSleepers()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(state.words.content == .loaded(["1"]))
    #expect(state.words.retry == nil)
  }

  @Test func aLaterLoadEndsThePauseOfAnEarlierOne() async throws {
    service.answer = { number in
      if number == 1 { throw Offline() }
      return ["\(number)"]
    }
    let task = Task { try await load(retry: .constant(.seconds(10))) }
    await clock.waitForSleepers()
    #expect(try await load())
    #expect(try await task.value)
    await clock.advance(by: .seconds(10))
    #expect(service.calls == 2)
    #expect(state.words.content == .loaded(["2"]))
  }
}
