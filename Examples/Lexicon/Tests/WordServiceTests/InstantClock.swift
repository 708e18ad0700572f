/// A clock on which no time passes and which records the requested sleeps.
struct InstantClock: Clock {
  let now = ContinuousClock.now
  let minimumResolution = Duration.zero
  let sleeps: AsyncStream<Duration>
  private let continuation: AsyncStream<Duration>.Continuation

  init() {
    (sleeps, continuation) = AsyncStream.makeStream()
  }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    continuation.yield(now.duration(to: deadline))
  }

  /// Returns all sleeps so far.
  func recorded() async -> [Duration] {
    continuation.finish()
    return await sleeps.reduce(into: []) { $0.append($1) }
  }
}
