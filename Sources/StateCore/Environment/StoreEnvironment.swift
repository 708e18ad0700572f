public import Foundation

/// Dates, identifiers and random numbers for handlers and effects.
///
/// ```swift
/// case .add(let title):
///   state.items.append(Item(id: StoreEnvironment.current.uuid(), title: title))
/// ```
///
/// A test gives a store an environment with known values. A journal that records the store keeps each value that a
/// handler or an effect takes, so that a replay of the session can return the same values. For that reason, don't take
/// values that must stay secret, such as keys, from an environment.
public struct StoreEnvironment: Sendable {
  /// The system's values, regardless of the environment of an action's sender.
  public static let live = StoreEnvironment(source: nil)

  /// The environment of a store's parent or, without a parent, of the task that sends to the store.
  ///
  /// This is the default. Outside a store, it is the environment of the calling code, `current`.
  public static let inherited = StoreEnvironment(source: nil, isInherited: true)

  @TaskLocal private static var ofTask: StoreEnvironment?

  /// The source of the values; `nil` for the system's values.
  private let ownSource: (any EnvironmentSource)?
  /// Whether these are the values of the calling code.
  package let isInherited: Bool
  private var ownClock: (any Clock<Duration>)?

  private init(source: (any EnvironmentSource)?, isInherited: Bool = false) {
    ownSource = source
    self.isInherited = isInherited
  }

  /// An environment with the values of a source.
  package init(_ source: any EnvironmentSource) {
    self.init(source: source)
  }

  private var source: (any EnvironmentSource)? { isInherited ? Self.current.ownSource : ownSource }

  /// Returns a copy with the clock of a store.
  package func with(_ clock: any Clock<Duration>) -> StoreEnvironment {
    var copy = resolved
    copy.ownClock = clock
    return copy
  }

  /// The environment of the store whose handler or effect runs.
  ///
  /// A store without its own environment uses its parent's or, without a parent, that of the task that sends to it.
  /// Elsewhere the value is `live`. Because this is a task-local value, detached tasks don't inherit it.
  public static var current: StoreEnvironment { ofTask ?? .live }

  /// This environment, or the current one if this is inherited.
  private var resolved: StoreEnvironment { isInherited ? Self.current : self }

  /// Runs code, and the tasks that it starts, with an environment.
  ///
  /// The actions of a screen store have the environment of their sender.
  public static func with<Result, Failure: Error>(
    _ environment: StoreEnvironment,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `TaskLocal.withValue` doesn't support typed throws.
    let result = $ofTask.withValue(environment.resolved) {
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Runs code, and the tasks that it starts, with an environment.
  ///
  /// The actions of a screen store have the environment of their sender.
  public static func with<Result>(
    _ environment: StoreEnvironment,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(environment.resolved) { try await body() }
  }

  /// The clock of the feature store whose effect runs, for effects that call the clock directly.
  ///
  /// Elsewhere a `ContinuousClock`.
  public var clock: any Clock<Duration> { resolved.ownClock ?? ContinuousClock() }

  /// The current date.
  public var now: Date {
    let date = source?.date() ?? Date()
    note(.date(date))
    return date
  }

  /// A new identifier.
  public func uuid() -> UUID {
    let id = source?.uuid() ?? UUID()
    note(.uuid(id))
    return id
  }

  /// Random numbers: `Int.random(in: 1...6, using: &random)`.
  public var random: StoreRandom { StoreRandom(self) }

  func number() -> UInt64 {
    var system = SystemRandomNumberGenerator()
    let number = source?.number() ?? system.next()
    note(.number(number))
    return number
  }

  /// Reports a value that a handler or an effect takes.
  private func note(_ value: EnvironmentValue) {
    CoreListening.listener?.hasDrawn(value)
  }
}

/// The random numbers of a `StoreEnvironment`.
public struct StoreRandom: RandomNumberGenerator, Sendable {
  private let environment: StoreEnvironment

  init(_ environment: StoreEnvironment) {
    self.environment = environment
  }

  /// Returns the next number.
  ///
  /// Copies draw from the same sequence.
  public mutating func next() -> UInt64 { environment.number() }
}

/// The source of an environment's values.
package protocol EnvironmentSource: AnyObject, Sendable {
  func date() -> Date
  func uuid() -> UUID
  func number() -> UInt64
}
