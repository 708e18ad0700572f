/// A clock whose sleeps end as usual although their task was cancelled, as at the end of their time.
struct DeafClock: Clock {
  let starts = AsyncStream<Void>.makeStream()
  let ends = AsyncStream<Void>.makeStream()

  var now: ContinuousClock.Instant { .now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    starts.continuation.yield()
    await Task { [ends] in for await _ in ends.stream {} }.value
  }
}
