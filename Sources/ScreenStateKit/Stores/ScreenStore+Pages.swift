extension ScreenStore {
  /// Starts a new generation of the state's list and loads its first page with `fetch`.
  ///
  /// Unlike the state's own function, it doesn't keep the state alive during the load, so the end of the screen cancels
  /// it.
  ///
  /// - Returns: Whether the page is in the list; `false` if another refresh came in between.
  /// - Throws: The error of `fetch`, unless another refresh came in between; after a cancel, a `CancellationError`.
  @discardableResult
  public func loadFirstPage<Item: Sendable, Cursor: Sendable>(
    keepingItems: Bool = true,
    _ fetch: (Pager<Item, Cursor>.Request) async throws -> Pager<Item, Cursor>.Page
  ) async throws -> Bool where AScreenState: PagedScreenState<Item, Cursor> {
    try await load(fetch) { $0.refresh(keepingItems: keepingItems) }
  }

  /// Loads the next page with `fetch`, if the pager requests one, or the same page again if it failed.
  ///
  /// - Returns: Whether the page is in the list; `false` if the pager requests none, or if a refresh came in between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a `CancellationError`.
  @discardableResult
  public func loadNextPage<Item: Sendable, Cursor: Sendable>(
    _ fetch: (Pager<Item, Cursor>.Request) async throws -> Pager<Item, Cursor>.Page
  ) async throws -> Bool where AScreenState: PagedScreenState<Item, Cursor> {
    try await load(fetch) { $0.next() ?? $0.retryNext() }
  }

  /// Loads the previous page with `fetch`, if there is one, or the same page again if it failed.
  ///
  /// - Returns: Whether the page is in the list; `false` if the pager requests none, or if a refresh came in between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a `CancellationError`.
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
    // The page belongs to the state of the request, even if the store is bound to another state meanwhile.
    weak let state = binding.stateToLoad(of: Self.self)
    guard let request = try await state?.ask(question) else { return false }
    return try await PagedScreenState.load(request, fetch) { state }
  }
}
