import IssueReporting

/// The answers of a cache in previews and tests, in place of those of services.
public struct QueryStubs: Sendable {
  private enum Stub: Sendable {
    case answer(QueryContent)
    case failure(any Error)
    case never
  }

  private var stubs: [QueryKey: Stub] = [:]
  private var loads:
    [ObjectIdentifier: @Sendable (any ResourceQuery) async throws -> QueryContent] = [:]

  init() {}

  /// Answers a query with a value, without a pause.
  public mutating func answer<Query: ResourceQuery>(_ query: Query, _ value: Query.Value) {
    stubs[QueryKey(query)] = .answer(QueryContent(value))
  }

  /// Answers all queries of a type without their own answer.
  public mutating func answer<Query: ResourceQuery>(
    each type: Query.Type,
    _ load: @escaping @Sendable (Query) async throws -> Query.Value
  ) {
    loads[ObjectIdentifier(type)] = { query in
      guard let query = query as? Query else { throw QueryError(.unstubbed, query) }
      return QueryContent(try await load(query))
    }
  }

  /// Lets each attempt to load a query fail.
  public mutating func fail(_ query: some ResourceQuery, _ error: any Error) {
    stubs[QueryKey(query)] = .failure(error)
  }

  /// Lets a query load until its load is cancelled.
  public mutating func never(_ query: some ResourceQuery) {
    stubs[QueryKey(query)] = .never
  }

  /// Returns the answer for a query.
  func content(of key: QueryKey) async throws -> QueryContent {
    switch stubs[key] {
    case .answer(let content): return content
    case .failure(let error): throw error
    case .never:
      for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
      throw CancellationError()
    case nil:
      if let load = loads[ObjectIdentifier(type(of: key.query))] {
        return try await load(key.query)
      }
      throw QueryError(.unstubbed, key.query)
    }
  }

  /// Reports a query without an answer to the test that uses it, which the task of a load doesn't know.
  func check(_ key: QueryKey) {
    guard stubs[key] == nil, loads[ObjectIdentifier(type(of: key.query))] == nil else { return }
    reportIssue("\(QueryError(.unstubbed, key.query))")
  }
}
