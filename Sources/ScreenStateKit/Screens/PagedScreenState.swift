import Logging
public import Observation
import StateCore
import StateFields

/// A screen state for a list that a `Pager` manages.
///
/// `canShowLoadmore` and `didLoadAllData` reflect the pager, so the inherited methods that set them do nothing here.
/// They can be set only while the pager has not been used, and keep that value until the pager changes. A
/// `StateRecorder` does so to produce expected values.
@MainActor
@Observable
open class PagedScreenState<Item: Identifiable, Cursor>: LoadmoreScreenState {
  /// A page that the pager requests.
  public typealias Request = Pager<Item, Cursor>.Request
  /// A loaded page.
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
  /// The requests whose callers were cancelled in this turn.
  @ObservationIgnored private var abandoned: [Request] = []
  /// The cause of the latest request, for the end of that request.
  @ObservationIgnored private var cause: (@MainActor (_ change: () -> Void) -> Void)?

  /// Creates a state with a custom pager, for page numbers or with a limit.
  public convenience init(pager: Pager<Item, Cursor>) {
    self.init()
    self.pager = pager
  }

  /// Creates a state that forwards the changes in `options` to `states`.
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

  /// Whether a next page exists or is loading.
  public internal(set) override var canShowLoadmore: Bool {
    get { flagsWithoutPager?.canShowLoadmore ?? flags.canShowLoadmore }
    set { setFlags { $0.canShowLoadmore = newValue } }
  }

  /// Whether all pages have been loaded.
  public internal(set) override var didLoadAllData: Bool {
    get { flagsWithoutPager?.didLoadAllData ?? flags.didLoadAllData }
    set { setFlags { $0.didLoadAllData = newValue } }
  }

  /// Does nothing once the pager is used, because the pager decides.
  public override func canExecuteLoadmore() {
    if canSetFlags { super.canExecuteLoadmore() }
  }

  /// Does nothing once the pager is used, because the pager decides.
  public override func updateDidLoadAllData(_ didLoadAllData: Bool) {
    if canSetFlags { super.updateDidLoadAllData(didLoadAllData) }
  }

  /// Does nothing once the pager is used, because the pager decides.
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
  /// The items stay until the page arrives. Without `keepingItems`, for example for a new query, they are removed
  /// immediately.
  ///
  /// - Returns: Whether the page is in the list; `false` if another refresh came in between.
  /// - Throws: The error of `fetch`, unless another refresh came in between; after a cancel, a `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func loadFirstPage(
    keepingItems: Bool = true,
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    try await load(try await ask { $0.refresh(keepingItems: keepingItems) }, fetch)
  }

  /// Loads the next page with `fetch`, if the pager requests one.
  ///
  /// - Returns: Whether the page is in the list; `false` if the pager requests none, or if a refresh came in between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func loadNextPage(
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    try await load(try await ask { $0.next() }, fetch)
  }

  /// Loads the failed page again with `fetch`.
  ///
  /// - Returns: Whether the page is in the list; `false` if none failed, or if a refresh came in between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func retryPage(
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    try await load(try await ask { $0.retry() }, fetch)
  }

  /// Loads the previous page with `fetch`, if there is one.
  ///
  /// - Returns: Whether the page is in the list; `false` if the pager requests none, or if a refresh came in between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func loadPreviousPage(
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    try await load(try await ask { $0.previous() }, fetch)
  }

  /// Loads the failed previous page again with `fetch`.
  ///
  /// - Returns: Whether the page is in the list; `false` if none failed, or if a refresh came in between.
  /// - Throws: The error of `fetch`, unless a refresh came in between; after a cancel, a `CancellationError`.
  @discardableResult
  public nonisolated(nonsending) func retryPreviousPage(
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    try await load(try await ask { $0.retryPrevious() }, fetch)
  }

  /// Gets a request from the pager, unless the caller was cancelled.
  ///
  /// An abandoned request is cancelled first, so a caller that follows a cancelled one in the same turn gets a request.
  func ask(_ question: @Sendable (inout Pager<Item, Cursor>) -> Request?) throws -> Request? {
    try CurrentWork.checkCancellation()
    CoreListening.willWrite?(self)
    let request = ask(question, insteadOf: takeAbandoned())
    if request != nil { cause = CoreListening.keepCause?() }
    return request
  }

  private func ask(
    _ question: (inout Pager<Item, Cursor>) -> Request?,
    insteadOf abandoned: [Request]
  ) -> Request? {
    if abandoned.isEmpty { return question(&pager) }
    var changed = pager
    for request in abandoned { changed.cancel(request) }
    defer { pager = changed }
    return question(&changed)
  }

  /// Notes that the caller of a request was cancelled, which takes effect at the end of the turn.
  private func abandon(_ request: Request) {
    abandoned.append(request)
    ImmediateTask.detached { @MainActor [weak self] in self?.endAbandoned() }
  }

  private func takeAbandoned() -> [Request] {
    defer { abandoned = [] }
    return abandoned
  }

  private func endAbandoned() {
    let requests = takeAbandoned()
    if requests.isEmpty { return }
    CoreListening.willWrite?(self)
    var changed = pager
    guard requests.contains(where: { changed.cancel($0) }) else { return }
    let show: () -> Void = {
      withStateTransaction(animation: .smooth) { self.pager = changed }
    }
    if let cause { cause(show) } else { show() }
  }

  private nonisolated(nonsending) func load(
    _ request: Request?,
    _ fetch: (Request) async throws -> Page
  ) async throws -> Bool {
    guard let request else { return false }
    return try await Self.load(request, fetch) { self }
  }

  /// Loads a page for the state that exists when the page arrives.
  ///
  /// If the caller is cancelled, the pager doesn't wait for a function that ignores the cancellation.
  nonisolated(nonsending) static func load(
    _ request: Request,
    _ fetch: (Request) async throws -> Page,
    for state: @escaping @Sendable () -> PagedScreenState?
  ) async throws -> Bool {
    let result = await withCancellation(of: fetch, request) {
      MainThread.run { state()?.abandon(request) }
    }
    switch await state()?.take(result, for: request) {
    case .taken: return true
    case .failed(let error): throw error
    case .cancelled: throw CancellationError()
    case .ignored: break
    case nil: try CurrentWork.checkCancellation()
    }
    if case .failure(let error) = result {
      logger.debug(
        "A page failed to load after its request was cancelled or replaced",
        metadata: ["page": "\(request.page)", "error": "\(describeForLog(error: error))"]
      )
    }
    return false
  }

  /// Calls `fetch` on the actor of the caller.
  private static func withCancellation(
    of fetch: (Request) async throws -> Page,
    _ request: Request,
    isolation: isolated (any Actor)? = #isolation,
    onCancel: @Sendable () -> Void
  ) async -> Result<Page, any Error> {
    await withTaskCancellationHandler(
      operation: {
        // The closure stays on the actor only if it captures the parameter.
        _ = isolation
        do { return .success(try await fetch(request)) } catch { return .failure(error) }
      },
      onCancel: onCancel
    )
  }

  private enum Answer {
    case taken
    case failed(any Error)
    case cancelled
    /// The pager expects the response to another request, or none.
    case ignored
  }

  /// Passes a result to the pager, and checks for a cancellation in the same job.
  ///
  /// After a cancellation, neither a page nor an error is applied.
  private func take(_ result: Result<Page, any Error>, for request: Request) -> Answer {
    abandoned.removeAll { $0 == request }
    var answer = Answer.cancelled
    withStateTransaction(animation: .smooth) {
      switch result {
      case _ where CurrentWork.isCancelled: pager.cancel(request)
      case .success(let page): answer = pager.receive(page, for: request) ? .taken : .ignored
      case .failure(let error): answer = pager.fail(error, for: request) ? .failed(error) : .ignored
      }
    }
    return answer
  }
}
