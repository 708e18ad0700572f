import Foundation
import StateCore
import StateRequests
import StateTestSupport
import StateTesting
import Testing

/// Callers on all threads, for the thread sanitizer.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct RequestThreadsTests {
  private let options = RequestOptions.make {
    $0.staleAfter = .zero
    $0.whenUnwatched = .cancel
  }

  private func makeFetch(_ open: LockIsolated<Int>) -> @Sendable () async throws -> String {
    {
      open.withValue { $0 += 1 }
      defer { open.withValue { $0 -= 1 } }
      for _ in 0..<3 { await Task.yield() }
      try Task.checkCancellation()
      return "content"
    }
  }

  @Test func callersOfFunctionsReturn() async {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: seed)
      let open = LockIsolated(0)
      let fetch = makeFetch(open)
      let request = OwnRequest<String>(clock: TestClock(), date: { Date() }, show: { _ in })
      var tasks: [Task<Void, Never>] = []
      for number in 0..<20 {
        let kind = Int.random(in: 0..<5, using: &random)
        tasks.append(
          Task.detached { [options] in
            if kind == 0 {
              try? await request.keepFresh(options, retry: .immediate(), fetch)
            } else {
              let isReload = kind == 1
              _ = try? await request.load(options, isReload: isReload, retry: .immediate(), fetch)
            }
          }
        )
        if kind < 3, let task = tasks.randomElement(using: &random) {
          Task.detached { task.cancel() }
        }
        if number.isMultiple(of: 5) { await Task.yield() }
      }
      request.end()
      for task in tasks { await task.value }
      #expect(open.value == 0, "seed \(seed)")
      #expect(request.view == nil, "seed \(seed)")
    }
  }

  @Test func callersOfKeysReturn() async {
    for seed in 0..<200 {
      var random = SeededGenerator(seed: seed)
      let open = LockIsolated(0)
      let fetch = makeFetch(open)
      let requests = Requests<Int, String>(
        clock: TestClock(),
        date: { Date() },
        load: { _, _ in try await fetch() }
      )
      var tasks: [Task<Void, Never>] = []
      for number in 0..<20 {
        let key = Int.random(in: 0..<3, using: &random)
        tasks.append(
          Task.detached { [options] in _ = try? await requests.value(of: key, options) }
        )
        if key == 0, let task = tasks.randomElement(using: &random) {
          Task.detached { task.cancel() }
        }
        if number.isMultiple(of: 5) {
          requests.change { $0.invalidate(key, at: $1, &$2) }
          await Task.yield()
        }
      }
      for task in tasks { await task.value }
      requests.change { $0.clear(at: $1, &$2) }
      #expect(requests.runningCount == 0 && requests.count == 0, "seed \(seed)")
    }
  }
}
