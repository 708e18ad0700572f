import Logging
package import StateCore
import StateFields

/// A screen's store that does work for its state as a whole, and work for the views that present it.
///
/// ```swift
/// actor ClockStore: ScreenStore, ScreenLifeCycle {
///   nonisolated let binding = ScreenBinding<ClockState>()
///   func start() async throws { … }
///   func perform(_ action: Action) async throws { … }
/// }
/// ```
public protocol ScreenLifeCycle: ScreenStore {
  /// Does work from the binding of a state to the end of that state; by default, nothing.
  ///
  /// It runs once for each bound state. It is cancelled when the state is deallocated or another one is bound. An error
  /// that it throws is shown on the screen, unless the error is silent or reports a cancellation.
  func start() async throws

  /// Does work while at least one view presents the store; by default, nothing.
  ///
  /// A view presents a store with the modifier `presents`, other code with `presented()`. The work starts with the
  /// first observer, and is cancelled after the last one. The store counts its observers at the end of a turn of the
  /// main actor, so a view that replaces another one in the same turn restarts nothing. Work that ends doesn't start
  /// again before the next first observer. It shows errors like `start()`, and ends with the state.
  func whilePresented() async throws
}

extension ScreenLifeCycle {
  /// Does nothing.
  public func start() async throws {}

  /// Does nothing.
  public func whilePresented() async throws {}

  /// Waits for the calling task's cancellation, and counts as an observer of the store until then.
  ///
  /// In SwiftUI, use the modifier `presents`.
  public nonisolated func presented() async {
    await addObserver()
    // Its iteration ends when the task is cancelled.
    for await _ in AsyncStream<Never>.makeStream().stream {}
    await removeObserver()
  }

  /// Presents the store for a view.
  @MainActor
  package func present(_ presence: StorePresence) {
    presence.present {
      addObserver()
    } until: { [weak self] in
      self?.removeObserver()
    }
  }

  @MainActor
  package func addObserver() {
    binding.presentation.addObserver { [weak self] in self?.settlePresentation() }
  }

  @MainActor
  package func removeObserver() {
    binding.presentation.removeObserver { [weak self] in self?.settlePresentation() }
  }

  /// Starts or cancels the work for the observers.
  @MainActor
  private func settlePresentation() {
    let presentation = binding.presentation
    if binding.state == nil { return }
    // A wait for an earlier state has ended with that state.
    let bindCount = binding.moment.bindCount
    if presentation.waitsSince == bindCount { return }
    presentation.waitsSince = bindCount
    binding.whenReleased { [weak self] in
      MainThread.run {
        presentation.waitsSince = nil
        self?.settleNow(presentation)
      }
    }
  }

  @MainActor
  private func settleNow(_ presentation: ScreenPresentation) {
    if binding.state == nil { return }
    let moment = binding.moment
    presentation.follow(moment.bindCount)
    switch presentation.settle() {
    case .start:
      presentation.task = run("whilePresented()", at: moment) { try await $0.whilePresented() }
    case .cancel: presentation.task.take()?.cancel()
    case nil: return
    }
  }

  /// Starts the work for a state that has just been bound.
  nonisolated func begin() {
    let moment = binding.moment
    binding.whenReleased { [weak self] in
      self?.run("start()", at: moment) { try await $0.start() }
    }
    guard let presentation = binding.knownPresentation else { return }
    MainThread.run { [weak self] in presentation.settleLater { self?.settlePresentation() } }
  }

  /// Runs work until the end of the state that is bound at `moment`, and shows its error.
  ///
  /// The work doesn't belong to the action or effect that binds the state.
  @discardableResult
  private nonisolated func run(
    _ name: String,
    at moment: BoundMoment,
    _ work: @escaping @Sendable (isolated Self) async throws -> Void
  ) -> Task<Void, Never> {
    let binding = binding
    let task = binding.withEnvironment(of: Self.self, isOwnWork: true) {
      // Like an action, it changes only the state that it began for.
      let run = ActionRun(of: name, Self.self, in: binding.line)
      run.begin(on: moment.screen, nil)
      return CurrentWork.$action.withValue(run) {
        ImmediateTask.start { [self] in
          do {
            defer { run.end() }
            try await perform(work, in: moment.period)
          } catch {
            await binding.show(error, of: "The work of a screen", in: moment.period)
          }
        }
      }
    }
    binding.addWork(task, in: moment.period)
    return task
  }

  /// Performs work, unless its period has ended before the work got the actor.
  private func perform(
    _ work: @Sendable (isolated Self) async throws -> Void,
    in period: WorkID
  ) async throws {
    try Task.checkCancellation()
    // The code that starts work registers it a moment later, and only then can the end of the period cancel it.
    if binding.moment.period != period { throw CancellationError() }
    try await work(self)
  }
}
