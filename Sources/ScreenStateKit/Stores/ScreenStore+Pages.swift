extension ScreenStore {
  /// Starts a new generation of the state's list and loads its first page with `fetch`.
  ///
  /// Unlike the state's own function it does not keep the state alive meanwhile, so that the end of
  /// the screen cancels it.
  ///
  /// - Returns: Whether the page is in the list; `false` when another refresh came in between.
  /// - Throws: The error of `fetch`, unless another refresh came in between; after a cancel, a
  ///   `CancellationError`.
  @discardableResult
  public func loadFirstPage<Item: Sendable, Cursor: Sendable>(
    keepingItems: Bool = true,
    _ fetch: (Pager<Item, Cursor>.Request) async throws -> Pager<Item, Cursor>.Page
  ) async throws -> Bool where AScreenState: PagedScreenState<Item, Cursor> {
    try await load(fetch) { $0.refresh(keepingItems: keepingItems) }
  }

  /// Loads the next page with `fetch`, if the pager wants one; once more, if that page failed.
  ///
  /// - Returns: Whether the page is in the list; `false` when the pager wants none, or when a refresh
  ///   came in between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a
  ///   `CancellationError`.
  @discardableResult
  public func loadNextPage<Item: Sendable, Cursor: Sendable>(
    _ fetch: (Pager<Item, Cursor>.Request) async throws -> Pager<Item, Cursor>.Page
  ) async throws -> Bool where AScreenState: PagedScreenState<Item, Cursor> {
    try await load(fetch) { $0.next() ?? $0.retryNext() }
  }

  /// Loads the previous page with `fetch`, if there is one; once more, if that page failed.
  ///
  /// - Returns: Whether the page is in the list; `false` when the pager wants none, or when a refresh
  ///   came in between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a
  ///   `CancellationError`.
  @discardableResult
  public func loadPreviousPage<Item: Sendable, Cursor: Sendable>(
    _ fetch: (Pager<Item, Cursor>.Request) async throws -> Pager<Item, Cursor>.Page
  ) async throws -> Bool where AScreenState: PagedScreenState<Item, Cursor> {
    try await load(fetch) { $0.previous() ?? $0.retryPrevious() }
  }

  private func load<Item: Sendable, Cursor: Sendable>(
    _ fetch: (Pager<Item, Cursor>.Request) async throws -> Pager<Item, Cursor>.Page,
    _ question: @Sendable (inout Pager<Item, Cursor>) -> Pager<Item, Cursor>.Request?
  ) async throws -> Bool where AScreenState: PagedScreenState<Item, Cursor> {
    // The answer belongs to the state with the request, even if the store is bound to another state meanwhile.
    weak let state = viewState
    guard let request = try await state?.ask(question) else { return false }
    return try await PagedScreenState.load(request, fetch) { state }
  }
}
