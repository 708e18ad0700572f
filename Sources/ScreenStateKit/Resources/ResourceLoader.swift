import Logging
import StateCore
import StateFields
import StateRequests

/// A caller of the owner of a resource's loads.
struct ResourceLoader<State: ResourceState, Value: Sendable>: Sendable {
  /// A closure that creates the key path, which is bound to the main actor.
  typealias Property = @MainActor @Sendable () -> ReferenceWritableKeyPath<State, Resource<Value>>

  /// A caller that the owner exists for.
  private struct Seat: Sendable {
    let entry: ResourceEntry<State, Value>
    let number: Int

    func leave() {
      MainThread.run { [self] in entry.leave(number) }
    }
  }

  private let resource: Property
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let state: @Sendable () -> State?

  init(
    _ resource: @escaping Property,
    _ policy: RetryPolicy,
    _ clock: any Clock<Duration>,
    of state: @escaping @Sendable () -> State?
  ) {
    self.resource = resource
    self.policy = policy
    self.clock = clock
    self.state = state
  }

  @MainActor
  private func join() throws -> Seat {
    try CurrentWork.checkCancellation()
    guard let state = state() else { throw CancellationError() }
    let entry = ResourceEntries.entry(of: state, resource(), clock)
    return Seat(entry: entry, number: entry.join())
  }

  private func options(staleAfter age: Duration?, every interval: Duration? = nil) -> RequestOptions
  {
    var options = RequestOptions()
    options.staleAfter = age
    options.interval = interval
    options.whenUnwatched = .cancel
    // The owner ends with its last caller.
    options.keepsFor = RequestOptions.forever
    return options
  }

  nonisolated(nonsending) func load(
    staleAfter age: Duration?,
    _ fetch: () async throws -> Value
  ) async throws -> Bool {
    let seat = try await join()
    defer { seat.leave() }
    return try await seat.entry.request.load(
      options(staleAfter: age),
      isReload: age == nil,
      retry: policy
    ) {
      ResourceAnswer(value: try await fetch())
    }
  }

  nonisolated(nonsending) func keepFresh(
    staleAfter age: Duration,
    every interval: Duration?,
    on events: [any AsyncSequence & Sendable],
    _ fetch: () async throws -> Value
  ) async throws {
    if let interval, interval <= .zero {
      logger.error(
        """
        A resource can't reload every \(interval.messageText): the interval must be \
        greater than zero
        """
      )
    }
    let seat = try await join()
    defer { seat.leave() }
    let listeners = Locked<[Task<Void, Never>]>([])
    defer { for listener in listeners.withLock({ $0 }) { listener.cancel() } }
    try await seat.entry.request.keepFresh(
      options(staleAfter: age, every: interval),
      retry: policy,
      watching: { watch in
        let tasks = events.map { Self.forward($0, to: watch) }
        listeners.withLock { $0 = tasks }
      },
      { ResourceAnswer(value: try await fetch()) }
    )
  }

  private static func forward(
    _ events: some AsyncSequence & Sendable,
    to watch: RequestWatch
  ) -> Task<Void, Never> {
    // Some sequences start to collect events here, and the task may begin later.
    let start = Unchecked(events.makeAsyncIterator())
    return ImmediateTask.start { await follow(start, to: watch) }
  }

  @concurrent
  private static func follow(
    _ events: Unchecked<some AsyncIteratorProtocol>,
    to watch: RequestWatch
  ) async {
    var iterator = events.value
    do {
      while try await iterator.next() != nil { await watch.noteEvent() }
    } catch {
      logger.error(
        "A sequence of events that reloads a resource failed",
        metadata: ["error": "\(describeForLog(error: error))"]
      )
    }
  }
}
