import Logging
import StateEngine

/// Binds a `ScreenStore` to its state and holds the work that the store does for it.
///
/// The state is held weakly. When it goes away, or another one takes its place, what runs is cancelled
/// and what waits is dropped. When the store goes away, what waits is dropped; what runs keeps the store.
public final class ScreenBinding<State: ScreenState>: Sendable {
  private struct Bound {
    weak var state: State?
    var observation: ScreenLifetime.Observation?
    /// Counts the states that were bound.
    var generation = 0
  }

  let scheduler: WorkScheduler
  let line = ActionLine()
  let tasks = TaskRegistry()
  let clock: any Clock<Duration>
  private let bound = Locked(Bound())

  /// Makes a binding; `clock` is what debounce, throttle, retry and timeout wait with.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
    scheduler = WorkScheduler(clock: clock)
  }

  deinit {
    cancelAll()
    bound.withLock { $0.observation }?.cancel()
  }

  /// The state, as long as it is there.
  public var state: State? { bound.withLock { $0.state } }

  /// Cancels what runs and drops what waits.
  public func cancelAll() {
    scheduler.cancelAll()
    tasks.cancelAll()
  }

  func observe<Elements: AsyncSequence & Sendable>(
    _ elements: Elements,
    _ change: @escaping @MainActor @Sendable (Elements.Element, State) -> Void
  ) -> AnyTask where Elements.Element: Sendable {
    // Some sequences begin to collect elements with this, and the task may begin later.
    let start = Unchecked(elements.makeAsyncIterator())
    let task = ImmediateTask.start { @MainActor [weak self] in
      var iterator = start.value
      do {
        while let element = try await iterator.nextInCallersIsolation() {
          guard let self else { return }
          guard let state = self.state else {
            logger.error(
              "An element arrived while no state was bound",
              metadata: ["element": "\(describeForLog(element))", "state": "\(State.self)"]
            )
            continue
          }
          change(element, state)
        }
      } catch {
        guard !isCancellation(error) else { return }
        logger.info("An observed sequence failed", metadata: ["error": "\(error)"])
        if let presented = DisplayableError(presenting: error) { self?.state?.showError(presented) }
      }
    }
    tasks.add(task)
    return AnyTask(task, id: task)
  }

  /// Binds another state; the same one again changes nothing.
  ///
  /// Whatever belongs to the state before ends as if that had gone away, so that no action is done in
  /// part for one state and in part for another.
  func bind(_ state: State) {
    // Outside the lock: what is read of a state may be the last that keeps it.
    guard self.state !== state else { return }
    let generation = bound.withLock { bound in
      bound.generation += 1
      return bound.generation
    }
    let observation = state.lifetime.onEnd { [weak self] in self?.stateEnded(generation) }
    let previous = bound.withLock { bound in
      let previous = bound
      bound.state = state
      bound.observation = observation
      return previous
    }
    previous.observation?.cancel()
    if previous.state != nil { cancelAll() }
  }

  private func stateEnded(_ generation: Int) {
    // A state that was replaced meanwhile has nothing to say any more.
    if bound.withLock({ $0.generation == generation }) { cancelAll() }
  }
}
