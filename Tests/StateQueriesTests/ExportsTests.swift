import StateQueries
import Testing

/// What the declaration of a query names without another import.
@MainActor
@Suite struct ExportsTests {
  private struct OnceQuery: ResourceQuery {
    var options: QueryOptions {
      var options = QueryOptions()
      options.retry = .never
      return options
    }

    func load(in context: QueryContext) async throws -> Int { context.environment[NumberKey.self] }
  }

  private enum NumberKey: StoreEnvironmentKey {
    static let liveValue = 3
  }

  @Test func aQueryNeedsOneImport() async throws {
    let environment: StoreEnvironment = .live
    let value = try await QueryCache(environment: environment).value(of: OnceQuery())
    #expect(value == 3)
    let _: RetryPolicy = .never
  }
}
