public import Foundation

/// Dates, identifiers, random numbers and your own values, such as services, for handlers and effects.
///
/// ```swift
/// case .add(let title):
///   state.items.append(Item(id: StoreEnvironment.current.uuid(), title: title))
/// ```
///
/// Each store has one environment, constant for its life. It is the one that its initializer receives, or else its
/// parent's with the changes of the child's declaration, or else that of the code that creates the store. Declare
/// custom values with a `StoreEnvironmentKey`.
///
/// A test gives a store an environment with known values. A journal that records the store keeps each date, identifier
/// and random number that a handler or an effect reads, so that a replay of the session can return the same ones. For
/// that reason, don't use these values as secrets, such as tokens or encryption keys.
public struct StoreEnvironment: Sendable {
  /// The system's values and the live values of keys, regardless of the environment of an action's sender.
  public static let live = StoreEnvironment(EnvironmentContent(defaults: .given(.live)))

  /// The system's dates, identifiers and random numbers, and the preview values of keys.
  public static let preview = StoreEnvironment(EnvironmentContent(defaults: .given(.preview)))

  /// Controlled dates, identifiers and random numbers, and the test values of keys.
  ///
  /// Each access returns an environment with its own sequences.
  public static var test: StoreEnvironment {
    controlled().modified { $0.defaults = .given(.test) }
  }

  /// The environment of the code that creates a store, or else the process's default.
  ///
  /// This is the default. For a child, it is the environment of the parent's store.
  public static let inherited = StoreEnvironment(EnvironmentContent(), isInherited: true)

  /// The environment of code that no store runs: system values, and the live values of keys.
  ///
  /// In a test process, keys have their test values; in a process of SwiftUI previews, their preview values.
  package static let ofProcess = StoreEnvironment(EnvironmentContent())

  private final class Storage: Sendable {
    let content: EnvironmentContent
    let isInherited: Bool
    /// Parts of the content, so that a read of a key doesn't copy the whole content.
    let entries: [ObjectIdentifier: EnvironmentContent.Entry]
    let standard: EnvironmentDefaults

    init(_ content: EnvironmentContent, isInherited: Bool) {
      self.content = content
      self.isInherited = isInherited
      entries = content.entries
      standard = content.standard
    }
  }

  /// One reference: copies are cheap, and an unchanged copy allocates nothing.
  private var storage: Storage

  private init(_ content: EnvironmentContent, isInherited: Bool = false) {
    storage = Storage(content, isInherited: isInherited)
  }

  /// An environment with the values of a source.
  package init(_ source: any EnvironmentSource) {
    self.init(EnvironmentContent(source: source))
  }

  /// Whether this stands for the environment of the calling code.
  package var isInherited: Bool { storage.isInherited }

  /// Whether this is the process's default, unchanged.
  package var isOfProcess: Bool { storage === Self.ofProcess.storage }

  /// The storage of this environment, or of the current one if this is inherited.
  private var ownStorage: Storage { storage.isInherited ? Self.current.storage : storage }

  /// This environment, or the current one if this is inherited.
  package var resolved: StoreEnvironment { isInherited ? Self.current : self }

  /// The resolved environment with the clock of a store's initializer, unless that is a `ContinuousClock`.
  package func resolved(clock: any Clock<Duration>) -> StoreEnvironment {
    clock is ContinuousClock ? resolved : resolved.with(clock)
  }

  private func modified(_ change: (inout EnvironmentContent) -> Void) -> StoreEnvironment {
    var content = ownStorage.content
    change(&content)
    return StoreEnvironment(content)
  }

  /// Returns a copy with the clock of a store.
  package func with(_ clock: any Clock<Duration>) -> StoreEnvironment {
    modified { $0.clock = clock }
  }

  /// Returns a copy whose dates, identifiers and random numbers come from a source.
  package func with(source: any EnvironmentSource) -> StoreEnvironment {
    modified { $0.source = source }
  }

  /// Returns a copy whose dates, identifiers and random numbers come from a source, and whose keys have the values that
  /// were set, or else test values.
  package func forReplay(
    _ source: any EnvironmentSource,
    onMissing: @escaping MissingValue.Receiver
  ) -> StoreEnvironment {
    modified { content in
      content.source = source
      content.defaults = .given(.test)
      content.onMissing = onMissing
    }
  }

  /// The environment of the store whose handler or effect runs.
  ///
  /// Outside any store and in detached tasks, it is the process's default: the system's values and the live values of
  /// keys. In a test process, keys have their test values; in a process of SwiftUI previews, their preview values.
  public static var current: StoreEnvironment {
    StoreContexts.current?.environment ?? .ofProcess
  }

  /// Runs code, and the tasks that it starts, with an environment.
  ///
  /// Stores that the code creates have this environment, unless they are given another one.
  public static func with<Result, Failure: Error>(
    _ environment: StoreEnvironment,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // `TaskLocal.withValue` doesn't support typed throws.
    let result = StoreContexts.$current.withValue(environment.context) {
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
  /// Stores that the code creates have this environment, unless they are given another one.
  public static func with<Result>(
    _ environment: StoreEnvironment,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await StoreContexts.$current.withValue(environment.context) { try await body() }
  }

  /// Runs code that creates a part of a store, with the store's environment and the type of its feature for messages.
  package func creating<Part>(_ owner: any Any.Type, _ make: () -> Part) -> Part {
    if isOfProcess, StoreContexts.current == nil, !ProvidedUse.hasBegun { return make() }
    let context = EnvironmentContext(resolved, of: owner, in: StoreContexts.current?.run)
    return StoreContexts.$current.withValue(context, operation: make)
  }

  /// The context of code that runs with this environment, in the run of the calling code.
  private var context: any StoreContext {
    let outer = StoreContexts.current
    return EnvironmentContext(resolved, of: outer?.owner, in: outer?.run)
  }

  /// Returns a copy with changes.
  ///
  /// If this environment is `.inherited`, the copy is made from the environment of the calling code.
  public func changing<E: Error>(
    _ change: (inout StoreEnvironment) throws(E) -> Void
  ) throws(E) -> StoreEnvironment {
    var copy = resolved
    try change(&copy)
    return copy
  }

  // MARK: Keys

  /// The value of a key: the one that was set, or else the live, preview or test value of the key.
  ///
  /// - Parameters:
  ///   - key: The type of the key.
  ///   - name: The property that reads the key, for the message about a missing test value.
  ///   - fileID: The file of that property.
  ///   - line: The line of that property.
  /// - Complexity: O(1); to set a value, O(n) in the number of values that are set.
  public subscript<Key: StoreEnvironmentKey>(
    _ key: Key.Type,
    name: StaticString = #function,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Key.Value {
    get {
      let storage = ownStorage
      if let entry = storage.entries[ObjectIdentifier(key)] {
        return unsafeDowncast(entry.box, to: EnvironmentBox<Key.Value>.self).value
      }
      switch storage.standard {
      case .live:
        #if DEBUG
        LiveValueCheck.run(key)
        #endif
        return Key.liveValue
      case .preview:
        return Key.previewValue
      case .test:
        let read = EnvironmentRead(
          name: name,
          place: EnvironmentRead.Place(fileID: fileID, line: line),
          onMissing: storage.content.onMissing
        )
        return read.run { Key.testValue }
      }
    }
    set {
      let entry = EnvironmentContent.Entry(key: key, box: EnvironmentBox(newValue))
      self = modified { $0.entries[ObjectIdentifier(key)] = entry }
    }
  }

  /// Whether unset keys have their test values.
  var hasTestValues: Bool { ownStorage.standard == .test }

  /// Returns the keys that this environment sets, and the earlier one that it was made from doesn't.
  package func keys(setSince earlier: StoreEnvironment) -> [any Any.Type] {
    let (entries, others) = (ownStorage.entries, earlier.ownStorage.entries)
    return entries.filter { others[$0]?.box !== $1.box }.values.map(\.key)
  }

  // MARK: Values

  /// The clock of the feature store whose effect runs, for effects that call the clock directly.
  ///
  /// Elsewhere, it is a `ContinuousClock`, unless the environment has another clock. If you set a clock, the effects of
  /// the store also wait with it.
  public var clock: any Clock<Duration> {
    get { ownClock ?? ContinuousClock() }
    set { self = with(newValue) }
  }

  /// The clock, if one was set.
  package var ownClock: (any Clock<Duration>)? { ownStorage.content.clock }

  /// The current date.
  public var now: Date {
    let date = unrecordedDate
    note(.date(date))
    return date
  }

  /// The current date for code that works for several stores: the journal of none of them records it.
  package var unrecordedDate: Date { ownStorage.content.source?.date() ?? Date() }

  /// A new identifier.
  public func uuid() -> UUID {
    let id = ownStorage.content.source?.uuid() ?? UUID()
    note(.uuid(id))
    return id
  }

  /// Random numbers: `Int.random(in: 1...6, using: &random)`.
  public var random: StoreRandom { StoreRandom(self) }

  func number() -> UInt64 {
    var system = SystemRandomNumberGenerator()
    let number = ownStorage.content.source?.number() ?? system.next()
    note(.number(number))
    return number
  }

  /// Reports a date, an identifier or a random number that a handler or an effect reads.
  private func note(_ value: EnvironmentValue) {
    CoreListening.listener?.hasDrawn(value)
  }
}

extension EnvironmentContent {
  /// The kind of values that keys have if nothing has set them.
  var standard: EnvironmentDefaults {
    switch defaults {
    case .process: .ofProcess
    case .given(let defaults): defaults
    }
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
