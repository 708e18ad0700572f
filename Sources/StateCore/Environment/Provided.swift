import IssueReporting

/// A property wrapper that reads a value of a store's environment, in a feature, a screen store, middleware or another
/// type whose code a store runs.
///
/// ```swift
/// struct Search: Feature {
///   @Provided(\.words) var words
/// }
/// ```
///
/// Each access reads the environment of the store that runs the calling code: in handlers, reactions, middleware and
/// effects, also after `await` and in child tasks. In a detached task, in a callback of another framework and outside
/// any store, debug builds report an issue, and the value is the process's default.
///
/// Don't use it in views or for local variables. In an `@Observable` class, add `@ObservationIgnored`.
@propertyWrapper
public struct Provided<Value>: Sendable {
  private let value: @Sendable (StoreEnvironment) -> Value
  private let place: EnvironmentRead.Place

  /// Creates a wrapper that reads a value with a function; a key path literal converts to one: `@Provided(\.words)`.
  public init(
    _ value: @escaping @Sendable (StoreEnvironment) -> Value,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.value = value
    place = EnvironmentRead.Place(fileID: fileID, line: line)
    ProvidedUse.begin()
  }

  /// The value in the environment of the store that runs the calling code.
  public var wrappedValue: Value {
    guard let context = StoreContexts.current else { return valueOutside() }
    let environment = context.environment
    return environment.hasTestValues ? read(environment) : value(environment)
  }

  private func read(_ environment: StoreEnvironment) -> Value {
    EnvironmentRead.$wrapper.withValue(place) { value(environment) }
  }

  private func valueOutside() -> Value {
    #if DEBUG
    reportIssue(
      """
      The @Provided value declared at \(place.fileID):\(place.line) was read outside its store, for \
      example in `Task.detached`, in a callback or in a view. Values of a test or a parent don't \
      reach this code. Copy the value before, in the handler or effect, and use the copy.
      """,
      fileID: place.fileID,
      filePath: place.fileID,
      line: place.line
    )
    return EnvironmentRead.$isReported.withValue(true) { read(.ofProcess) }
    #else
    return read(.ofProcess)
    #endif
  }
}

/// Whether the process uses `Provided`.
///
/// If it does, a store whose environment is the process's default sets a context for its handlers, so that the wrapper
/// finds the store.
package enum ProvidedUse {
  private static let isBegun = Locked(false)

  /// Whether the process has created a wrapper.
  package static var hasBegun: Bool { isBegun.withLock { $0 } }

  static func begin() {
    isBegun.withLock { $0 = true }
  }
}
