import IssueReporting
public import ScreenStateKit

/// The answers of a cache in previews and tests, in place of those of services.
public struct QueryStubs: Sendable {
  private enum Stub: Sendable {
    case answer(QueryContent)
    case failure(any Error)
    case never
    /// A `PageStub` of the query.
    case pages(any Sendable)
  }

  private var stubs: [QueryKey: Stub] = [:]
  private var loads:
    [ObjectIdentifier: @Sendable (any ResourceQuery) async throws -> QueryContent] = [:]

  init() {}

  /// Answers a query with a value, without a pause.
  ///
  /// The value of a paged query is the whole list, also after `loadNextPage(of:)`.
  public mutating func answer<Query: ResourceQuery>(_ query: Query, _ value: Query.Value) {
    stubs[QueryKey(query)] = .answer(query.content(of: value))
  }

  /// Answers each page of a list.
  ///
  /// ```swift
  /// let queries = QueryCache.preview {
  ///   $0.answer(OrdersQuery()) { request in
  ///     .init(items: [Order(id: request.cursor ?? 0)], next: (request.cursor ?? 0) + 1)
  ///   }
  /// }
  /// ```
  public mutating func answer<Query: PagedQuery>(
    _ query: Query,
    page:
      @escaping @Sendable (
        _ request: Pager<Query.Item, Query.Cursor>.Request
      ) async throws -> Pager<Query.Item, Query.Cursor>.Page
  ) {
    stubs[QueryKey(query)] = .pages(PageStub<Query>(load: page))
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

  /// Returns the function that answers the pages of a list, if there is one.
  func pages<Query: PagedQuery>(of query: Query) -> PageStub<Query>? {
    guard case .pages(let stub) = stubs[QueryKey(query)] else { return nil }
    return stub as? PageStub<Query>
  }

  /// Whether the pages of a list have a function that answers them.
  func hasPages(_ key: QueryKey) -> Bool {
    if case .pages = stubs[key] { true } else { false }
  }

  /// Returns the answer for a query without an answer for each page.
  func content(of key: QueryKey) async throws -> QueryContent {
    switch stubs[key] {
    case .answer(let content): return content
    case .failure(let error): throw error
    case .never:
      for await _ in AsyncStream<Never>(Never.self, { _ in }) {}
      throw CancellationError()
    case .pages, nil:
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

/// A function that answers the pages of a list.
struct PageStub<Query: PagedQuery>: Sendable {
  typealias List = Pager<Query.Item, Query.Cursor>

  let load: @Sendable (List.Request) async throws -> List.Page
}
