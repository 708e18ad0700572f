package import Foundation
package import StateCore

/// The loads of one resource, which are functions of its callers.
///
/// A load runs the function of one of the callers, in a task with that caller's isolation, task-local values and
/// priority. If the caller is cancelled and others want the load, the function continues, and the caller's call returns
/// when the function has ended. So a function that doesn't escape its call can load for other callers.
@MainActor
package final class OwnRequest<Content: Sendable> {
  /// The only key of the table.
  package struct Key: Hashable, Sendable {
    package init() {}
  }

  private let requests: Requests<Key, Content>
  /// The callers whose functions may run.
  private var lenders: [Lender<Content>] = []
  /// The policy of the caller whose function runs.
  private var policy = RetryPolicy.never
  private var hasEnded = false
  /// Called before a caller's input if there is no entry.
  private let begin: @MainActor (OwnRequest, RequestOptions) -> Void

  /// Creates the loads of a resource.
  ///
  /// - Parameters:
  ///   - clock: The clock of pauses and intervals.
  ///   - date: The current date, for the age of content.
  ///   - begin: Called before a caller's input if there is no entry; it may pass existing content to `begin`.
  ///   - prepare: Called before each input; it may perform other inputs.
  ///   - start: Called when an attempt begins, which may be in the input that ends the previous one.
  ///   - show: Called after each change of the entry.
  package init(
    clock: any Clock<Duration>,
    date: @escaping @MainActor () -> Date,
    begin: @escaping @MainActor (OwnRequest, RequestOptions) -> Void = { _, _ in },
    prepare: (@MainActor () -> Void)? = nil,
    start: (@MainActor () -> Void)? = nil,
    show: @escaping @MainActor (RequestView<Content>?) -> Void
  ) {
    self.begin = begin
    weak var own: OwnRequest?
    requests = Requests(
      clock: clock,
      date: date,
      policy: { _ in own?.policy ?? .never },
      load: { _, _ in
        guard let own else { throw CancellationError() }
        return try await own.run()
      }
    )
    own = self
    requests.onInput = prepare
    requests.onPublish = { [weak requests] key in show(requests?[key]) }
    if let start {
      requests.onAttempt = { _, stage in
        if case .started = stage { start() }
      }
    }
  }

  /// The entry.
  package var view: RequestView<Content>? { requests[Key()] }

  /// Returns how long it takes until a time of the entry, such as that of a retry.
  package func duration(until time: Duration) -> Duration { requests.duration(until: time) }

  /// Creates the entry with content from before its first caller.
  package func begin(
    with content: Content,
    loadedAt date: Date,
    isInvalidated: Bool,
    _ options: RequestOptions
  ) {
    requests.begin(Key(), with: content, loadedAt: date, isInvalidated: isInvalidated, options)
  }

  /// Performs an input that no caller makes, such as an invalidation.
  package func change(
    _ input: (inout RequestTable<Key, Content>, RequestTime, inout [RequestCommand<Key, Content>])
      -> Void
  ) {
    requests.change(input)
  }

  /// Ends all loads and watches, because the resource is deallocated.
  package func end() {
    hasEnded = true
    requests.change { $0.clear(at: $1, &$2) }
    for lender in lenders { lender.post(.outcome(.removed)) }
    lenders = []
  }

  // MARK: Callers

  /// Waits for fresh content, or loads it with `fetch` or the function of another caller.
  ///
  /// - Returns: `false` if the content was fresh.
  /// - Throws: The error of the last attempt, or `CancellationError` if the caller was cancelled or the entry removed.
  package nonisolated(nonsending) func load(
    _ options: RequestOptions,
    isReload: Bool,
    retry: RetryPolicy,
    _ fetch: () async throws -> Content
  ) async throws -> Bool {
    let lender = await Lender<Content>(policy: retry)
    let outcome = try await lend(fetch, lender) { [self] in ask(lender, options, isReload: isReload)
    }
    switch outcome {
    case .content(_, let isLoaded): return isLoaded
    case .failure(let error): throw error
    case .removed, .cancelled: throw CancellationError()
    }
  }

  /// Keeps the content fresh until the caller is cancelled.
  ///
  /// - Parameters:
  ///   - options: The options of the watch.
  ///   - retry: The policy for failed attempts.
  ///   - watching: A function that receives the watch, for its events.
  ///   - fetch: The function that loads the content, like those of other callers.
  /// - Throws: `CancellationError`.
  package nonisolated(nonsending) func keepFresh(
    _ options: RequestOptions,
    retry: RetryPolicy,
    watching: @escaping @MainActor @Sendable (RequestWatch) -> Void = { _ in },
    _ fetch: () async throws -> Content
  ) async throws {
    let lender = await Lender<Content>(policy: retry)
    _ = try await lend(fetch, lender) { [self] in watch(lender, options, watching) }
    throw CancellationError()
  }

  /// Runs the function while the caller waits, as often as the loads need it.
  private nonisolated(nonsending) func lend(
    _ fetch: () async throws -> Content,
    _ lender: Lender<Content>,
    _ begin: @escaping @MainActor @Sendable () -> Void
  ) async throws -> RequestOutcome<Content> {
    try CurrentWork.checkCancellation()
    let isolation = #isolation
    // The caller joins a load in the current turn. The handler leaves the caller's actor before its operation begins.
    await begin()
    let outcome = await withTaskCancellationHandler {
      await withoutActuallyEscaping(fetch, do: lending(lender, isolation))
    } onCancel: {
      MainThread.run { self.leave(lender) }
    }
    // The caller returns after its leave has taken effect.
    if case .cancelled = outcome { await requests.awaitEndOfTurn() }
    return outcome
  }

  /// Returns a function instead of a closure, which the region checker rejects in `withoutActuallyEscaping`.
  private nonisolated func lending(
    _ lender: Lender<Content>,
    _ isolation: (any Actor)?
  )
    -> nonisolated(nonsending) (@escaping () async throws -> Content) async -> RequestOutcome<
      Content
    >
  {
    { fetch in
      let loan = Loan(fetch)
      defer { loan.end() }
      return await lender.serve(loan, isolation: isolation)
    }
  }

  private func ask(_ lender: Lender<Content>, _ options: RequestOptions, isReload: Bool) {
    guard add(lender, options) else { return }
    lender.caller = requests.ask(for: Key(), options, isReload: isReload) { [weak self] outcome in
      self?.remove(lender)
      lender.post(.outcome(outcome))
    }
  }

  private func watch(
    _ lender: Lender<Content>,
    _ options: RequestOptions,
    _ watching: @MainActor (RequestWatch) -> Void
  ) {
    guard add(lender, options) else { return }
    let watch = requests.watch(Key(), options) { _ in }
    lender.watch = watch
    watching(watch)
  }

  private func add(_ lender: Lender<Content>, _ options: RequestOptions) -> Bool {
    if hasEnded {
      lender.post(.outcome(.cancelled))
      return false
    }
    lenders.append(lender)
    lender.leave = { [weak self, weak lender] in lender.map { self?.leave($0) } }
    if view == nil { begin(self, options) }
    return true
  }

  private func leave(_ lender: Lender<Content>) {
    remove(lender)
    if let caller = lender.caller { requests.leave(caller) }
    if let watch = lender.watch.take() {
      watch.cancel()
      lender.post(.outcome(.cancelled))
    }
  }

  private func remove(_ lender: Lender<Content>) {
    lenders.removeAll { $0 === lender }
  }

  /// Runs the function of a caller.
  ///
  /// If the caller has left meanwhile, the result counts only if another caller wants it at the end of the turn. The
  /// cancelled caller's function may have noticed the cancellation; then the function of another caller loads.
  private func run() async throws -> Content {
    while let lender = pickLender() {
      do {
        let content = try await lender.run()
        if lender.hasOutcome { await requests.awaitEndOfTurn() }
        return content
      } catch {
        if lender.hasOutcome { await requests.awaitEndOfTurn() }
        guard error is CancellationError, lender.hasOutcome, !Task.isCancelled else { throw error }
      }
    }
    throw CancellationError()
  }

  /// Returns the newest caller, whose function loads what it has asked for.
  private func pickLender() -> Lender<Content>? {
    guard let lender = lenders.last else { return nil }
    policy = lender.policy
    return lender
  }
}
