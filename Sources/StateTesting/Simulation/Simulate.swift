import StateCore

/// Runs `body`, and the tasks, actors and main-actor code that it starts, on one thread in an order
/// that the seed determines, in virtual time.
///
/// - The same seed gives the same order, however busy the machine is; another seed another one. Without
///   a seed jobs run in the order of their arrival. The article on simulations lists orders of threads that
///   don't occur, and how many seeds find a race.
/// - Random numbers of the standard library come from the seed. `UUID` and the order of a `Set` or
///   `Dictionary` do not: they differ from process to process, and so does code that depends on them.
/// - `Task.sleep`, `ContinuousClock` and `SuspendingClock` take no real time: when nobody can run, the
///   time moves to the next deadline. `Date` and the clocks of Dispatch stay real.
/// - When `body` has ended, jobs that can run without time passing run; tasks that sleep or wait then are
///   dropped. Tasks of a simulation that failed never run again.
/// - The main actor is the simulation's until it ends: main-actor code elsewhere waits, everything else
///   goes on beside it. Changes of one simulation are visible to the next.
/// - Code that shares an actor with tasks outside, or that a Dispatch queue or a socket resumes, has no
///   place in a simulation; it fails if this is noticed.
///
/// Where the Swift runtime is not known well enough (Apple platforms, toolchains other than 6.3), the
/// time is real and the order one of those that hooks of the runtime allow; where there are none, `body`
/// runs as it is. The article on simulations says more.
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
///   - seed: Determines the order.
///   - stepLimit: How many jobs may run before the simulation is given up.
///   - body: Runs where it would otherwise: on the main actor in a test of the main actor.
/// - Returns: The result of `body`.
/// - Throws: The error of `body`, or a `SimulationError`.
@discardableResult
public nonisolated(nonsending) func simulate<Success: Sendable>(
  seed: Int? = nil,
  stepLimit: Int = 100_000,
  @_implicitSelfCapture _ body: @escaping @isolated(any) () async throws -> Success
) async throws -> Success {
  // A function of dynamic isolation can be an argument of a generic type from macOS 15 on only.
  try await Simulation.run(seed: seed, stepLimit: stepLimit, Unchecked { try await body() })
}

/// Lets everything run that can run now, inside a simulation.
///
/// - Returns: Whether this is inside one.
package func settleSimulation() async -> Bool {
  guard Simulation.isCurrent else { return false }
  await Simulation.settle()
  return true
}

/// Runs `operation`, whose simulations give up when nothing has come from another thread for as long, where
/// they have no virtual time.
package func withPatience<Success>(
  _ patience: Duration,
  _ operation: nonisolated(nonsending) () async throws -> Success
) async rethrows -> Success {
  try await Simulation.$patience.withValue(patience, operation: operation)
}
