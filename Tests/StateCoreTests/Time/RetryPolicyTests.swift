import StateCore
import StateTesting
import Testing

@Suite struct RetryPolicyTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let policy: RetryPolicy
    var random = 0.0
    /// The delays after the first attempt, the second, and so on; `nil` if there is no next attempt.
    let delays: [Duration?]
    var testDescription: String { "\(policy.backoff) jitter \(policy.jitter) random \(random)" }
  }

  private static let exponential = RetryPolicy.exponentialBackoff(
    base: .milliseconds(100),
    maximum: .seconds(1),
    maxAttempts: 7,
    jitter: 0
  )

  static let rows: [Row] = [
    Row(policy: .never, delays: [nil, nil]),
    Row(policy: RetryPolicy(maxAttempts: 0), delays: [nil]),
    Row(policy: RetryPolicy(maxAttempts: -1), delays: [nil]),
    Row(policy: .immediate(maxAttempts: 3), delays: [.zero, .zero, nil, nil]),
    Row(policy: .constant(.seconds(2)), delays: [.seconds(2), .seconds(2), nil]),
    Row(policy: .constant(.seconds(-2)), delays: [.zero, .zero, nil]),
    Row(
      policy: exponential,
      delays: [
        .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800), .seconds(1),
        .seconds(1), nil,
      ]
    ),
    Row(
      policy: with(exponential) { $0.jitter = 0.5 },
      random: 1,
      delays: [.milliseconds(50), .milliseconds(100), .milliseconds(200), .milliseconds(400)]
    ),
    Row(
      policy: with(exponential) { $0.jitter = 0.5 },
      random: 0.5,
      delays: [.milliseconds(75), .milliseconds(150), .milliseconds(300), .milliseconds(600)]
    ),
    Row(policy: with(exponential) { $0.jitter = 0.5 }, random: 0, delays: [.milliseconds(100)]),
    Row(policy: with(exponential) { $0.jitter = 1 }, random: 1, delays: [.zero, .zero]),
    Row(policy: .constant(.seconds(4), jitter: 0.25), random: 1, delays: [.seconds(3)]),
    Row(policy: .immediate(), random: 1, delays: [.zero]),
    // Values out of range use the nearest valid value; NaN counts as 0.
    Row(policy: .constant(.seconds(4), jitter: 2), random: 1, delays: [.zero]),
    Row(policy: .constant(.seconds(4), jitter: -1), random: 1, delays: [.seconds(4)]),
    Row(policy: .constant(.seconds(4), jitter: .nan), random: 1, delays: [.seconds(4)]),
    Row(policy: .constant(.seconds(4), jitter: 0.5), random: 7, delays: [.seconds(2)]),
    Row(policy: .constant(.seconds(4), jitter: 0.5), random: -7, delays: [.seconds(4)]),
    Row(policy: .constant(.seconds(4), jitter: 0.5), random: .nan, delays: [.seconds(4)]),
    Row(
      policy: backoff(.exponential(base: .seconds(8), factor: 0.5)),
      delays: [.seconds(8), .seconds(4)]
    ),
    Row(
      policy: backoff(.exponential(base: .seconds(8), factor: 1)),
      delays: [.seconds(8), .seconds(8)]
    ),
    Row(
      policy: backoff(.exponential(base: .seconds(8), factor: 0)),
      delays: [.seconds(8), .zero]
    ),
    Row(
      policy: backoff(.exponential(base: .seconds(8), factor: -1)),
      delays: [.seconds(8), .zero]
    ),
    Row(policy: backoff(.exponential(base: .zero, factor: .infinity)), delays: [.zero, .zero]),
    Row(policy: backoff(.exponential(base: .seconds(90))), delays: [.seconds(60), .seconds(60)]),
  ]

  @Test(arguments: rows) func delays(row: Row) {
    for (index, delay) in row.delays.enumerated() {
      #expect(
        row.policy.delay(afterAttempt: index + 1, random: row.random) == delay,
        "after attempt \(index + 1)"
      )
    }
  }

  @Test(arguments: [100, 5000, Int.max - 1]) func attemptsWithoutEndKeepTheMaximum(attempt: Int) {
    let policy = RetryPolicy(maxAttempts: .max, backoff: .exponential(base: .seconds(1)))
    #expect(policy.delay(afterAttempt: attempt, random: 0) == .seconds(60))
  }

  @Test(arguments: [0, 0.1, 0.5, 1]) func jitterShortensByNoMoreThanItsPart(jitter: Double) {
    var generator = SeededGenerator(seed: 7)
    let policy = RetryPolicy.constant(.seconds(10), maxAttempts: .max, jitter: jitter)
    for _ in 0..<1000 {
      let random = Double.random(in: 0...1, using: &generator)
      let delay = policy.delay(afterAttempt: 1, random: random) ?? .zero
      #expect(delay <= .seconds(10))
      #expect(delay >= .seconds(10) * (1 - jitter))
    }
  }

  @Test func allErrorsButCancellationAreRetried() {
    let policies: [RetryPolicy] = [
      RetryPolicy(), .never, .immediate(), .constant(.zero), .exponentialBackoff(),
    ]
    for policy in policies {
      #expect(policy.shouldRetry(Failure.transient))
      #expect(!policy.shouldRetry(CancellationError()))
    }
  }

  @Test func errorsAreChosenAndTheRestOfThePolicyStays() {
    let policy = RetryPolicy.constant(.seconds(2), maxAttempts: 9, jitter: 0.5)
      .retrying { $0 as? Failure == .transient }
    #expect(policy.shouldRetry(Failure.transient))
    #expect(!policy.shouldRetry(Failure.permanent))
    #expect(policy.maxAttempts == 9)
    #expect(policy.backoff == .constant(.seconds(2)))
    #expect(policy.jitter == 0.5)
  }

  private enum Failure: Error {
    case transient
    case permanent
  }

  private static func backoff(_ backoff: RetryPolicy.Backoff) -> RetryPolicy {
    RetryPolicy(maxAttempts: 9, backoff: backoff)
  }

  private static func with(
    _ policy: RetryPolicy,
    change: (inout RetryPolicy) -> Void
  ) -> RetryPolicy {
    var policy = policy
    change(&policy)
    return policy
  }
}
