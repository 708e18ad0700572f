import StateTesting

/// A loader that returns the next given result for each call.
final class ItemLoaderSpy: Sendable {
  private let results = LockIsolated<[Result<[String], any Error>]>([])
  private let calls = LockIsolated(0)

  var loadCallCount: Int { calls.value }

  func complete(with results: Result<[String], any Error>...) {
    self.results.withValue { $0 += results }
  }

  func load() async throws -> [String] {
    calls.withValue { $0 += 1 }
    let result = results.withValue { $0.isEmpty ? nil : $0.removeFirst() }
    return try result.evaluate()
  }
}
