public import Foundation

/// Dates, identifiers and random numbers for handlers and effects.
///
/// ```swift
/// case .add(let title):
///   state.items.append(Item(id: StoreEnvironment.current.uuid(), title: title))
/// ```
///
/// A test gives a store an environment whose values it knows. A journal that records the store has each value
/// that a handler or an effect takes, so that a replay of its session can return the same ones. For that reason
/// values that have to stay secret, such as keys, should not come from here.
public struct StoreEnvironment: Sendable {
  /// The values of the system, regardless of the environment that the sender of an action has.
  public static let live = StoreEnvironment(source: nil)

  /// The environment of a store's parent or, without a parent, of the task that sends to the store.
  ///
  /// It is the default. Outside a store it is that of the calling code, `current`.
  public static let inherited = StoreEnvironment(source: nil, isInherited: true)

  @TaskLocal private static var ofTask: StoreEnvironment?

  /// Where the values come from; nothing for those of the system.
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

  /// The same with the clock of a store.
  package func with(_ clock: any Clock<Duration>) -> StoreEnvironment {
    var copy = resolved
    copy.ownClock = clock
    return copy
  }

  /// The environment of the store whose handler or effect runs.
  ///
  /// A store that was given none has that of its parent or, without one, of the task that sends to it; elsewhere it
  /// is `live`. As a task-local value it is lost in detached tasks.
  public static var current: StoreEnvironment { ofTask ?? .live }

  /// This one; the current one if this is inherited.
  private var resolved: StoreEnvironment { isInherited ? Self.current : self }

  /// Runs code, and the tasks that it starts, with an environment; a screen store's actions have that of their
  /// sender.
  public static func with<Result, Failure: Error>(
    _ environment: StoreEnvironment,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The function of task-locals has no typed errors.
    let result = $ofTask.withValue(environment.resolved) {
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try body())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Runs code, and the tasks that it starts, with an environment; a screen store's actions have that of their
  /// sender.
  public static func with<Result>(
    _ environment: StoreEnvironment,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $ofTask.withValue(environment.resolved) { try await body() }
  }

  /// The clock of the feature store whose effect runs, for effects that wait by themselves; elsewhere a
  /// `ContinuousClock`.
  public var clock: any Clock<Duration> { resolved.ownClock ?? ContinuousClock() }

  /// The present date.
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

  /// The next number; a copy takes it from the same row.
  public mutating func next() -> UInt64 { environment.number() }
}

/// Where the values of an environment come from.
package protocol EnvironmentSource: AnyObject, Sendable {
  func date() -> Date
  func uuid() -> UUID
  func number() -> UInt64
}
