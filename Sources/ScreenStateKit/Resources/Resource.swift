public import Foundation

/// Content that is loaded from elsewhere and grows old: a `Loadable`, when it was loaded, and which load still counts.
///
/// At most one load is out; the result of any other changes nothing, so that an earlier one never overtakes a later one. It
/// loads nothing itself: `ResourceState` does.
public struct Resource<Value> {
  /// Names a load; no two loads have the same name.
  public struct Load: Hashable, Sendable {
    private let identity = Identity()
    fileprivate let invalidationCount: Int

    fileprivate init(invalidationCount: Int) {
      self.invalidationCount = invalidationCount
    }
  }

  /// A load that has failed and is tried again after a pause.
  public struct Retry: Hashable, Codable, Sendable {
    /// The number of the attempt that follows, from 2.
    public let nextAttempt: Int
    /// The error of the one before.
    public let error: DisplayableError
    /// When the attempt begins.
    public let date: Date

    /// Makes one, for expected values and previews.
    public init(nextAttempt: Int, error: DisplayableError, date: Date) {
      self.nextAttempt = nextAttempt
      self.error = error
      self.date = date
    }
  }

  /// What a screen shows.
  public private(set) var content = Loadable<Value>.idle
  /// When the content was loaded last; a load that fails leaves it.
  public private(set) var loadedAt: Date?
  /// The pause before another attempt, if the load is in one.
  public private(set) var retry: Retry?
  private var outstanding: Load?
  /// How often the content was invalidated, and how often when the load began that it is from.
  private(set) var invalidationCount = 0
  private var invalidationCountOfContent = 0

  /// Makes a resource of which nothing was loaded yet.
  public init() {}

  /// Makes a resource with content that is there already.
  public init(_ value: Value, loadedAt: Date?) {
    content = Loadable(value)
    self.loadedAt = loadedAt
  }

  // MARK: Reading

  /// The value that is loaded or, while loading and after a failure, the one from before.
  public var value: Value? { content.value }

  /// Whether a load has started and not ended, pauses between its attempts included.
  public var isLoading: Bool { content.isLoading }

  /// The error of the load that ended last, until the next one starts.
  public var error: DisplayableError? { content.error }

  /// Whether the content is known to have changed elsewhere since its load began.
  public var isInvalidated: Bool { invalidationCount != invalidationCountOfContent }

  /// Whether nothing was loaded yet, or `age` has passed since then, or the content was invalidated.
  ///
  /// A date of the future counts as too old: a clock was set back.
  public func isStale(after age: Duration, at now: Date) -> Bool {
    guard let loadedAt, !isInvalidated else { return true }
    let passed = now.timeIntervalSince(loadedAt)
    return passed < 0 || passed >= age / .seconds(1)
  }

  /// Whether a load is out whose result no invalidation has made old meanwhile.
  var isBeingLoaded: Bool { outstanding?.invalidationCount == invalidationCount }

  // MARK: Changing

  /// Notes that the content has changed elsewhere; the result of a load that is out counts as old, too.
  public mutating func invalidate() {
    invalidationCount += 1
  }

  /// Takes content that did not come from a load, such as the answer to a change; a load that is out counts no more.
  public mutating func replace(with value: Value, loadedAt: Date) {
    outstanding = nil
    retry = nil
    take(value, at: loadedAt)
    invalidationCountOfContent = invalidationCount
  }

  /// Changes the value that is shown, if there is one, and leaves its age; see `Loadable.update(_:)`.
  public mutating func update(_ change: (inout Value) throws -> Void) rethrows {
    try content.update(change)
  }

  // MARK: Loading

  /// Starts a load; the result of an earlier one counts no more.
  public mutating func start() -> Load {
    let load = Load(invalidationCount: invalidationCount)
    outstanding = load
    retry = nil
    content.start()
    return load
  }

  /// Takes the value of a load.
  ///
  /// - Returns: `false`, and nothing changes, unless `load` is the one that is out.
  @discardableResult
  public mutating func finish(_ value: Value, for load: Load, at date: Date) -> Bool {
    guard end(load) else { return false }
    take(value, at: date)
    invalidationCountOfContent = load.invalidationCount
    return true
  }

  /// Notes that a load failed; an error that says that it was cancelled only cancels it.
  ///
  /// - Returns: `false`, and nothing changes, unless `load` is the one that is out.
  @discardableResult
  public mutating func fail(_ error: any Error, for load: Load) -> Bool {
    guard end(load) else { return false }
    content.fail(error)
    return true
  }

  /// Notes that an attempt of a load failed and another one follows; it goes on loading.
  ///
  /// - Returns: `false`, and nothing changes, unless `load` is the one that is out.
  @discardableResult
  public mutating func fail(
    _ error: any Error,
    for load: Load,
    nextAttempt: Int,
    at date: Date
  ) -> Bool {
    guard load == outstanding else { return false }
    retry = Retry(
      nextAttempt: nextAttempt,
      error: error as? DisplayableError ?? DisplayableError(error: error),
      date: date
    )
    return true
  }

  /// Notes that the next attempt of a load begins.
  mutating func beginAttempt(of load: Load) -> Bool {
    guard load == outstanding else { return false }
    retry = nil
    return true
  }

  /// Gives a load up: the content is as it was before.
  ///
  /// - Returns: `false`, and nothing changes, unless `load` is the one that is out.
  @discardableResult
  public mutating func cancel(_ load: Load) -> Bool {
    guard end(load) else { return false }
    content.cancel()
    return true
  }

  private mutating func take(_ value: Value, at date: Date) {
    content.finish(value)
    loadedAt = date
  }

  private mutating func end(_ load: Load) -> Bool {
    guard load == outstanding else { return false }
    outstanding = nil
    retry = nil
    return true
  }
}

extension Resource: Sendable where Value: Sendable {}

/// Resources are equal if a screen shows the same and would load again at the same time; which load is out does not count.
extension Resource: Equatable where Value: Equatable {
  /// Compares content, age, retry, and whether it was invalidated.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.content == rhs.content && lhs.loadedAt == rhs.loadedAt && lhs.retry == rhs.retry
      && lhs.isInvalidated == rhs.isInvalidated
  }
}

private enum ResourceKey: CodingKey {
  case content, loadedAt, retry, isInvalidated
}

extension Resource: Encodable where Value: Encodable {
  /// Encodes content and age; a load that is out gets no result in another process.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ResourceKey.self)
    try container.encode(content, forKey: .content)
    try container.encodeIfPresent(loadedAt, forKey: .loadedAt)
    try container.encodeIfPresent(retry, forKey: .retry)
    if isInvalidated { try container.encode(true, forKey: .isInvalidated) }
  }
}

extension Resource: Decodable where Value: Decodable {
  /// Makes what was encoded; of a load that was out nobody waits for the result.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ResourceKey.self)
    content = try container.decode(Loadable<Value>.self, forKey: .content)
    loadedAt = try container.decodeIfPresent(Date.self, forKey: .loadedAt)
    retry = try container.decodeIfPresent(Retry.self, forKey: .retry)
    if try container.decodeIfPresent(Bool.self, forKey: .isInvalidated) == true {
      invalidationCount = 1
    }
  }
}
