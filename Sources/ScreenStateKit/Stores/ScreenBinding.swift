import Logging
import StateEngine

/// Binds a `ScreenStore` to its state and holds the work that the store does for it.
///
/// The state is held weakly. When the store goes away, or the state does, what runs is cancelled and
/// what waits is dropped.
public final class ScreenBinding<State: ScreenState>: Sendable {
  private struct Bound {
    weak var state: State?
    var observation: ScreenLifetime.Observation?
  }

  let scheduler: WorkScheduler
  let mailbox = Mailbox<StartedAction>()
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
    let task = ImmediateTask.start { @MainActor [weak self] in
      do {
        for try await element in elements {
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

  func bind(_ state: State) {
    let observation = state.lifetime.onEnd { [weak self] in self?.cancelAll() }
    let previous = bound.withLock { bound in
      let previous = bound.observation
      bound = Bound(state: state, observation: observation)
      return previous
    }
    previous?.cancel()
  }
}

/// An action that may begin.
struct StartedAction: Sendable {
  /// The store's `Action`.
  let action: any Sendable
  let id: WorkScheduler.ID
  let run: ActionRun
  let tracksLoading: Bool
  let policy: ExecutionPolicy
}
