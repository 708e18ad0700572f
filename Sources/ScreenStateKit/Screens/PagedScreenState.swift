import Logging
public import Observation
import StateEngine

/// A screen state for a list that a `Pager` keeps.
///
/// `canShowLoadmore` and `didLoadAllData` say what the pager says; the methods that set them elsewhere do
/// nothing here. Only in a state whose pager was not used yet, such as the one in which a `StateRecorder` makes
/// expected values, they can be set until the pager changes.
@MainActor
@Observable
open class PagedScreenState<Item: Identifiable, Cursor>: LoadmoreScreenState {
  /// A page that the pager requests.
  public typealias Request = Pager<Item, Cursor>.Request
  /// A page that was loaded.
  public typealias Page = Pager<Item, Cursor>.Page

  private struct Flags {
    var canShowLoadmore: Bool
    var didLoadAllData: Bool
  }

  /// The items, and the position of the next page.
  public var pager = Pager<Item, Cursor>() {
    didSet { flagsWithoutPager = nil }
  }
  private var flagsWithoutPager: Flags?

  /// Makes a state with a pager of its own, for page numbers or with a limit.
  public convenience init(pager: Pager<Item, Cursor>) {
    self.init()
    self.pager = pager
  }

  /// Makes a state that passes what `options` say on to `states`.
  public convenience init(
    pager: Pager<Item, Cursor>,
    states: ScreenState,
    options: BindingParentStateOption = .all
  ) {
    self.init(states: states, options: options)
    self.pager = pager
  }

  /// The pager's items.
  public var items: [Item] { pager.items }

  /// Whether there is a next page, or one is loading.
  public internal(set) override var canShowLoadmore: Bool {
    get { flagsWithoutPager?.canShowLoadmore ?? flags.canShowLoadmore }
    set { setFlags { $0.canShowLoadmore = newValue } }
  }

  /// Whether all pages have been loaded.
  public internal(set) override var didLoadAllData: Bool {
    get { flagsWithoutPager?.didLoadAllData ?? flags.didLoadAllData }
    set { setFlags { $0.didLoadAllData = newValue } }
  }

  /// Does nothing once the pager is used: it decides.
  public override func canExecuteLoadmore() {
    if canSetFlags { super.canExecuteLoadmore() }
  }

  /// Does nothing once the pager is used: it decides.
  public override func updateDidLoadAllData(_ didLoadAllData: Bool) {
    if canSetFlags { super.updateDidLoadAllData(didLoadAllData) }
  }

  /// Does nothing once the pager is used: it decides.
  public override func terminateLoadMoreView() {
    if canSetFlags { super.terminateLoadMoreView() }
  }

  private var canSetFlags: Bool { flagsWithoutPager != nil || pager.phase == .idle }

  private var flags: Flags {
    switch pager.phase {
    case .ready, .loadingNext: Flags(canShowLoadmore: true, didLoadAllData: false)
    case .empty, .exhausted: Flags(canShowLoadmore: false, didLoadAllData: true)
    case .idle, .loadingFirst, .failed:
      Flags(canShowLoadmore: false, didLoadAllData: false)
    }
  }

  private func setFlags(_ change: (inout Flags) -> Void) {
    var flags = flagsWithoutPager ?? flags
    change(&flags)
    flagsWithoutPager = flags
  }
}

extension PagedScreenState where Item: Sendable, Cursor: Sendable {
  /// Starts a new generation and loads its first page with `fetch`.
  ///
  /// The items stay until the page is there, or go at once without `keepingItems`, as for a new query.
  ///
  /// - Returns: Whether the page is in the list; `false` when another refresh came in between.
  /// - Throws: The error of `fetch`, unless another refresh came in between; after a cancel, a
  ///   `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func loadFirstPage(
    keepingItems: Bool = true,
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    try await load(await ask { $0.refresh(keepingItems: keepingItems) }, fetch)
  }

  /// Loads the next page with `fetch`, if the pager wants one.
  ///
  /// - Returns: Whether the page is in the list; `false` when the pager wants none, or when a refresh
  ///   came in between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a
  ///   `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func loadNextPage(
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    try await load(await ask { $0.next() }, fetch)
  }

  /// Loads the page that failed once more, with `fetch`.
  ///
  /// - Returns: Whether the page is in the list; `false` when none failed, or when a refresh came in
  ///   between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a
  ///   `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func retryPage(
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    try await load(await ask { $0.retry() }, fetch)
  }

  /// Loads the previous page with `fetch`, if there is one.
  ///
  /// - Returns: Whether the page is in the list; `false` when the pager wants none, or when a refresh
  ///   came in between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a
  ///   `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func loadPreviousPage(
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    try await load(await ask { $0.previous() }, fetch)
  }

  /// Loads the previous page that failed once more, with `fetch`.
  ///
  /// - Returns: Whether the page is in the list; `false` when none failed, or when a refresh came in
  ///   between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a
  ///   `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func retryPreviousPage(
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    try await load(await ask { $0.retryPrevious() }, fetch)
  }

  func ask(_ question: @Sendable (inout Pager<Item, Cursor>) -> Request?) -> Request? {
    question(&pager)
  }

  private nonisolated(nonsending) func load(
    _ request: Request?,
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    guard let request else { return false }
    return try await Self.load(request, fetch) { self }
  }

  /// Loads a page for the state that is there when it has come.
  nonisolated(nonsending) static func load(
    _ request: Request,
    _ fetch: (Request) async throws -> Page,
    for state: () -> PagedScreenState?
  ) async throws -> Bool {
    do {
      let page = try await fetch(request)
      guard let state = state() else { throw CancellationError() }
      return await state.answer { $0.receive(page, for: request) }
    } catch {
      // An error after a cancel is its consequence.
      let isCancelled = Task.isCancelled
      let counts =
        await state()?.answer {
          isCancelled ? $0.cancel(request) : $0.fail(error, for: request)
        } ?? false
      if counts, !isCancelled { throw error }
      logger.debug(
        "A page that nobody waits for any more could not be loaded",
        metadata: ["page": "\(request.page)", "error": "\(describeForLog(error: error))"]
      )
      if isCancelled { throw CancellationError() }
      return false
    }
  }

  private func answer(_ answer: @Sendable (inout Pager<Item, Cursor>) -> Bool) -> Bool {
    var isTaken = false
    withStateTransaction(animation: .smooth) { isTaken = answer(&pager) }
    return isTaken
  }
}
