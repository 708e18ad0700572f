import Logging
import StateEngine

/// Binds a `ScreenStore` to its state and holds the work that the store does for it.
///
/// The state is held weakly. When it goes away, or another one takes its place, running work is cancelled
/// and waiting work is dropped. When the store goes away, waiting work is dropped; running work keeps it.
public final class ScreenBinding<State: ScreenState>: Sendable {
  private struct Bound {
    weak var state: State?
    /// There until the state's end has been dealt with.
    var observation: ScreenLifetime.Observation?
    /// Counts the states that were bound.
    var generation = 0
  }

  let line = ActionLine()
  let tasks = TaskRegistry()
  let clock: any Clock<Duration>
  private let bound = Locked(Bound())

  /// Makes a binding; debounce, throttle, retry and timeout wait with `clock`.
  public init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
  }

  deinit {
    cancelAll()
    bound.withLock { $0.observation }?.cancel()
  }

  /// The state, as long as it is there.
  public var state: State? { bound.withLock { $0.state } }

  /// Cancels running work and drops waiting work.
  public func cancelAll() {
    tasks.cancelAll()
  }

  /// Enters a run of an action under the policy of its key.
  func submit(
    _ run: ActionRun,
    _ key: TaskKey,
    _ rule: ExecutionPolicy.Rule
  ) -> WorkLedger.Admission {
    var request = WorkRequest(parent: tasks.owner, key: key, rule: rule)
    request.kind = .submission
    return tasks.work.submit(request, run, clock: clock)
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
          // Of a sequence that takes no notice of the cancel.
          guard let self, !Task.isCancelled else { return }
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
        guard !Task.isCancelled else { return }
        logger.info(
          "An observed sequence failed",
          metadata: ["error": "\(describeForLog(error: error))"]
        )
        if let presented = DisplayableError(presenting: error) { self?.state?.showError(presented) }
      }
    }
    tasks.add(task)
    return AnyTask(task, id: task)
  }

  /// Binds another state; the same one again changes nothing.
  ///
  /// The work of the state before ends as if that had gone away, so that no action is done in
  /// part for one state and in part for another.
  func bind(_ state: State) {
    // Outside the lock: the reference that is read may be the last that keeps the state.
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
    if previous.observation != nil { cancelAll() }
  }

  private func stateEnded(_ generation: Int) {
    // A call that binds another state meanwhile deals with the end of this one.
    let isBound = bound.withLock { bound in
      guard bound.generation == generation else { return false }
      bound.observation = nil
      return true
    }
    if isBound { cancelAll() }
  }
}
