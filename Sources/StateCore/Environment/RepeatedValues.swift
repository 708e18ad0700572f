package import Foundation

/// The values that code draws from an environment, replayed in a second run.
package final class RepeatedValues: EnvironmentSource {
  private struct Draws {
    var values: [EnvironmentValue] = []
    /// The index of the next value to repeat; `nil` in the first run.
    var next: Int?
  }

  private let environment: StoreEnvironment
  private let clock: (any Clock<Duration>)?
  private let draws = Locked(Draws())

  /// Records values from an environment.
  ///
  /// The code also reads `clock` from its environment, unless it is a `ContinuousClock`.
  package init(of environment: StoreEnvironment, clock: any Clock<Duration>) {
    self.environment = environment.resolved
    self.clock = clock is ContinuousClock ? nil : clock
  }

  /// Runs code for the first time.
  package func draw<Result>(_ body: () -> Result) -> Result {
    run(body)
  }

  /// Runs code again with the values of the first run.
  ///
  /// If the code draws more values than the first run did, the additional values are new.
  package func repeatDraws<Result>(_ body: () -> Result) -> Result {
    draws.withLock { $0.next = 0 }
    return run(body)
  }

  private func run<Result>(_ body: () -> Result) -> Result {
    let own = environment.with(source: self)
    return StoreEnvironment.with(clock.map { own.with($0) } ?? own, body)
  }

  package func date() -> Date {
    let value = value { .date(environment.now) }
    if case .date(let date) = value { return date }
    return environment.now
  }

  package func uuid() -> UUID {
    let value = value { .uuid(environment.uuid()) }
    if case .uuid(let id) = value { return id }
    return environment.uuid()
  }

  package func number() -> UInt64 {
    let value = value { .number(environment.number()) }
    if case .number(let number) = value { return number }
    return environment.number()
  }

  private func value(_ draw: () -> EnvironmentValue) -> EnvironmentValue {
    let repeated = draws.withLock { draws -> EnvironmentValue? in
      guard let next = draws.next, next < draws.values.count else { return nil }
      draws.next = next + 1
      return draws.values[next]
    }
    if let repeated { return repeated }
    let value = draw()
    draws.withLock { draws in
      if draws.next == nil { draws.values.append(value) }
    }
    return value
  }
}
