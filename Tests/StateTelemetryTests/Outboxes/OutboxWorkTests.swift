#if Telemetry
import Foundation
import InMemoryTracing
import MetricsTestKit
import StateCore
import StateFields
import StateOutbox
import StatePersistence
import StateQueries
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

@testable import StateTelemetry

extension OneByOne {
  /// The attempts of an outbox as spans and metrics.
  @MainActor
  @Suite(.timeLimit(.minutes(20))) struct OutboxWorkTests {
    struct Lost: Error {}

    struct Refused: Error {}

    /// A server that answers as a test says.
    final class Post: Sendable {
      let answers = LockIsolated<[any Error]>([])

      func send() throws {
        let error = answers.withValue { $0.isEmpty ? nil : $0.removeFirst() }
        if let error { throw error }
      }
    }

    enum PostKey: StoreEnvironmentKey {
      static let liveValue = Post()
      static let testValue = Post()
    }

    struct Letter: OutboxChange {
      let text: String

      var options: OutboxChangeOptions {
        var options = OutboxChangeOptions()
        options.retry = .constant(.seconds(10))
        return options
      }

      func send(in context: MutationContext) async throws {
        try context.environment[PostKey.self].send()
      }

      func resolution(of error: any Error, attempt: Int) -> OutboxResolution<Letter> {
        error is Refused ? .reject : .retry
      }
    }

    private let trace = Trace()
    private let clock = TestClock()
    private let post = Post()

    private func open() async throws -> Outbox {
      let post = post
      let environment = StoreEnvironment.controlled(clock: clock).changing {
        $0[PostKey.self] = post
      }
      return try await Outbox.open(
        in: .memory(PersistenceMemory()),
        owner: "ann",
        changes: [Letter.self],
        queries: QueryCache(clock: clock, environment: environment),
        clock: clock,
        environment: environment,
        onReport: { _ in }
      )
    }

    private func count(_ outcome: String) -> Int64 {
      trace.count("state.outbox.attempts", outcome)
    }

    private func meter(_ name: String) -> Double? {
      trace.metrics.meters.first { $0.label == "state.outbox.\(name)" }?.lastValue
    }

    @Test func anAttemptIsASpanBelowTheEffectThatEnqueues() async throws {
      let outbox = try await open()
      post.answers.setValue([Lost()])
      let store = trace.store { action in
        guard case .go = action else { return .none }
        return .enqueue(Letter(text: "secret"), in: outbox)
      }
      await store.send(.go).value
      await eventually { count("waits") == 1 }
      #expect(meter("pending") == 1 && meter("failed") == 0)
      await clock.advance(by: .seconds(10))
      await outbox.drain()
      #expect(count("applied") == 1 && count("waits") == 1)
      let effect = "Errand.go / enqueue Letter"
      #expect(
        trace.lines == [
          "Errand.go", effect, "\(effect) / send Letter (error: OneByOne.OutboxWorkTests.Lost)",
          "\(effect) / send Letter",
        ]
      )
      let spans = trace.spans.filter { $0.operationName == "send Letter" }
      #expect(spans.map { $0["state.attempt"] } == ["1", "2"])
      #expect(spans.map { $0["state.outcome"] } == ["waits", "applied"])
      #expect(spans.map { $0["state.change"] } == ["Letter", "Letter"])
      #expect(!"\(trace.spans.map(\.attributes))".contains("secret"))
      #expect(
        try trace.metrics.expectTimer(
          "state.outbox.attempt.duration",
          [("state.change", "Letter")]
        ).values.count == 2
      )
      #expect(meter("pending") == 0 && meter("oldest") == 0)
      #expect(trace.telemetry.observer.outboxes.count == 0)
    }

    @Test func outcomesAreCounted() async throws {
      let outbox = try await open()
      post.answers.setValue([Lost(), Refused()])
      let ticket = try await outbox.enqueue(Letter(text: "a"))
      await eventually { count("waits") == 1 }
      await clock.advance(by: .seconds(10))
      await eventually { count("rejected") == 1 }
      #expect(meter("failed") == 1 && meter("oldest") == 0)
      try await outbox.discard(ticket.key)
      #expect(meter("failed") == 1 || meter("failed") == 0)
      outbox.pause()
      try await outbox.enqueue(Letter(text: "b"))
      await clock.advance(by: .seconds(30))
      try await outbox.enqueue(Letter(text: "c"))
      #expect(meter("pending") == 2 && meter("oldest") == 30)
      trace.telemetry.end()
      #expect(meter("pending") == 0 && meter("oldest") == 0)
      outbox.resume()
      await outbox.drain()
      #expect(count("applied") == 0)
    }

    @Test func anOpenAttemptEndsWithTheTelemetry() async throws {
      let outbox = try await open()
      post.answers.setValue([Lost()])
      try await outbox.enqueue(Letter(text: "a"))
      await eventually { count("waits") == 1 }
      #expect(trace.open.isEmpty)
      trace.telemetry.end()
      await clock.advance(by: .seconds(10))
      await outbox.drain()
      #expect(trace.spans.count == 1 && CoreListening.outboxes == nil)
    }
  }
}
#endif
