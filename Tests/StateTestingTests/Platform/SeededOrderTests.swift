import Foundation
import ScreenStateKit
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// A seed means one order, in every process.
@Suite(.needsVirtualTime, .timeLimit(.minutes(20)), .notRepeated)
struct SeededOrderTests {
  @Test func fiftySeedsGiveTheSameOrdersInAllProcesses() async throws {
    var reports: Set<[Substring]> = []
    for _ in 0..<(isSanitized ? 4 : 20) {
      let result = await #expect(
        processExitsWith: .success,
        observing: [\.standardOutputContent]
      ) {
        var report = "\n"
        for seed in 0..<50 { report += "order \(seed): \(try await Self.order(seed: seed))\n" }
        FileHandle.standardOutput.write(Data(report.utf8))
      }
      let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
      reports.insert(output.split(separator: "\n").filter { $0.hasPrefix("order") })
    }
    #expect(reports.count == 1)
    #expect(reports.first?.isEmpty == false)
  }

  @Test func aSeedGivesTheSameOrderEachTime() async throws {
    for seed in 0..<50 {
      let first = try await Self.order(seed: seed)
      #expect(first.count > 20)
      // Elsewhere in memory than before.
      let held = (0..<seed).map { Array(repeating: 0, count: $0) }
      let second = try await Self.order(seed: seed)
      let difference = zip(first, second).first { $0.0 != $0.1 }
      #expect(difference.map { "\($0)" } == nil)
      #expect(first.count == second.count)
      withExtendedLifetime(held) {}
    }
  }

  /// Returns the order of events when both styles, streams, observation, and random numbers interact.
  @MainActor
  private static func order(seed: Int) async throws -> [String] {
    try await simulate(seed: seed) { @MainActor in
      let log = LockIsolated<[String]>([])
      @Sendable func note(_ entry: String) { log.withValue { $0.append(entry) } }

      let producer = StreamProducer<Int>()
      for name in ["a", "b", "c", "d"] {
        let stream = await producer.stream
        Task {
          for await element in stream { note("\(name)\(element)") }
          note("\(name) ended")
        }
      }

      let model = Model()
      let tokens = (0..<5).map { number in observe { note("seen \(number) \(model.count)") } }
      for number in 0..<5 {
        let values = model.values(of: \.count)
        Task { for await value in values { note("value \(number) \(value)") } }
      }

      let store = Store(initialState: Model(), feature: Flaky(note: note))
      let sent = store.send(.load)
      for element in 0..<3 {
        await producer.emit(element: element)
        model.count += 1
        note("random \(Int.random(in: 0..<1_000_000)) \([1, 2, 3, 4, 5].shuffled())")
      }
      await producer.finish()
      await sent.value
      await settle()
      for token in tokens { token.cancel() }
      return log.value
    }
  }

  @MainActor @Observable final class Model {
    var count = 0
  }

  struct Flaky: Feature {
    struct Failure: Error {}

    enum Action: Sendable {
      case load
    }

    let note: @Sendable (String) -> Void

    func handle() -> ActionHandler<Action, Model> {
      ActionHandler { action, state in
        .merge(
          (0..<4).map { [note] number in
            .run { _ in
              note("attempt \(number)")
              throw Failure()
            }
            .retry(.exponentialBackoff(maxAttempts: 4))
            .catch { _, _ in note("failed \(number)") }
          }
        )
      }
    }
  }
}
