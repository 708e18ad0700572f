import StateCore

/// Runs `body`, and the tasks, actors, and main-actor code that it starts, on one thread, in an order that the seed
/// determines and in virtual time.
///
/// - The same seed gives the same order, even on a busy machine; another seed gives another order. Without a seed, jobs
///   run in the order of arrival. The article on simulations lists orders of threads that don't occur, and how many
///   seeds find a race.
/// - Random numbers of the standard library depend on the seed. `UUID` and the order of a `Set` or `Dictionary` don't:
///   they differ from process to process, and so does code that depends on them.
/// - `Task.sleep`, `ContinuousClock`, and `SuspendingClock` take no real time: when no job can run, the time advances
///   to the next deadline. `Date` and the clocks of Dispatch remain real.
/// - When `body` has ended, jobs that can run without time passing still run. Tasks that sleep or wait are then
///   dropped. Tasks of a failed simulation never run again.
/// - The simulation occupies the main actor until it ends: other main-actor code waits, and everything else keeps
///   running in parallel. Changes of one simulation are visible to the next.
/// - Code that shares an actor with tasks outside, or that a Dispatch queue or a socket resumes, can't run in a
///   simulation. The simulation fails if it detects such code.
///
/// On Apple platforms and with toolchains other than 6.3, the Swift runtime isn't known well enough. The time is real,
/// and the order is one of those that the runtime's hooks allow. Without such hooks, `body` runs unchanged. For
/// details, see the article on simulations.
///
/// ```swift
/// try await simulate(seed: 42) {
///   let store = Store(initialState: State(), feature: SearchFeature())
///   await store.send(.queryChanged("swift")).value
///   #expect(store.state.results.count == 3)
/// }
/// ```
///
/// - Parameters:
///   - seed: The seed that determines the order.
///   - stepLimit: The number of jobs after which the simulation stops.
///   - body: The code to run. It has the isolation that it would have otherwise: a main-actor test runs on the main
///     actor.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`, or a `SimulationError`.
@discardableResult
public nonisolated(nonsending) func simulate<Success: Sendable>(
  seed: Int? = nil,
  stepLimit: Int = 100_000,
  @_implicitSelfCapture _ body: @escaping @isolated(any) () async throws -> Success
) async throws -> Success {
  // A function with dynamic isolation can be an argument of a generic type only from macOS 15 on.
  try await Simulation.run(seed: seed, stepLimit: stepLimit, Unchecked { try await body() })
}

/// Inside a simulation, runs everything that can run now.
///
/// - Returns: Whether a simulation is running.
package func settleSimulation() async -> Bool {
  guard Simulation.isCurrent else { return false }
  await Simulation.settle()
  return true
}

/// Runs `operation`.
///
/// Without virtual time, its simulations stop if no job arrives from another thread for `patience`.
package func withPatience<Success>(
  _ patience: Duration,
  _ operation: nonisolated(nonsending) () async throws -> Success
) async rethrows -> Success {
  try await Simulation.$patience.withValue(patience, operation: operation)
}
