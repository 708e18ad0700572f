public import Foundation

/// The marks by which the owner of the loads notices changes; comparisons of values ignore them.
private struct ResourceMarks: Equatable, Sendable {
  /// The identity of the value; `nil` until the first one, and not changed by updates.
  var value: Identity?
  /// The owner that has written the resource last; another resource has none, or another one.
  var owner: Identity?
  var updateCount = 0
  /// The number of updates that the answer of a load from before them doesn't contain, and that can't be repeated on it.
  var lastingUpdateCount = 0

  static func == (lhs: Self, rhs: Self) -> Bool { true }
}

/// Content that is loaded from elsewhere and becomes stale: a `Loadable`, its load date, and its current load.
///
/// At most one load is in flight. The results of all other loads change nothing, so an earlier load never overwrites
/// the result of a later one. A resource doesn't load anything itself; `ResourceState` does.
///
/// If the value is an `OptimisticValue`, the result of a load keeps its pending changes.
public struct Resource<Value> {
  /// The identity of a load; no two loads have the same one.
  public struct Load: Hashable, Sendable {
    private let identity = Identity()
    fileprivate let invalidationCount: Int

    fileprivate init(invalidationCount: Int) {
      self.invalidationCount = invalidationCount
    }
  }

  /// A failed load that is retried after a pause.
  public struct Retry: Hashable, Codable, Sendable {
    /// The number of the next attempt, starting at 2.
    public let nextAttempt: Int
    /// The error of the previous attempt.
    public let error: DisplayableError
    /// The date on which the attempt begins; the distant future while it waits for the network.
    public let date: Date
    /// Whether the attempt begins when the network is available again.
    public var waitsForNetwork: Bool { date == .distantFuture }

    /// Creates a retry, for expected values and previews.
    public init(nextAttempt: Int, error: DisplayableError, date: Date) {
      self.nextAttempt = nextAttempt
      self.error = error
      self.date = date
    }
  }

  /// The changes so far; the owner of the loads compares them with those that it knows.
  struct Version: Equatable, Sendable {
    fileprivate var marks: ResourceMarks
    fileprivate(set) var invalidationCount: Int

    /// Whether both have the same value, except for updates.
    func hasValue(of other: Self) -> Bool {
      marks.value == other.marks.value && marks.owner == other.marks.owner
    }

    /// Whether an update has changed the value that an answer from before it would hide.
    func hasLastingUpdate(since other: Self) -> Bool {
      marks.lastingUpdateCount != other.marks.lastingUpdateCount
    }

    static func == (lhs: Self, rhs: Self) -> Bool {
      lhs.hasValue(of: rhs) && lhs.marks.updateCount == rhs.marks.updateCount
        && lhs.invalidationCount == rhs.invalidationCount
    }
  }

  /// The content that a screen shows.
  public private(set) var content = Loadable<Value>.idle
  /// The date when the content was last loaded; a failed load doesn't change it.
  public internal(set) var loadedAt: Date?
  /// The pause before the next attempt, if the load is in one.
  public private(set) var retry: Retry?
  private var outstanding: Load?
  /// The number of invalidations so far; `invalidationCountOfContent` is the number when the load of the content began.
  private var invalidationCount = 0
  private var invalidationCountOfContent = 0
  private var marks = ResourceMarks()

  /// Creates a resource whose content has not been loaded yet.
  public init() {}

  /// Creates a resource with existing content.
  public init(_ value: Value, loadedAt: Date?) {
    content = Loadable(value)
    self.loadedAt = loadedAt
    marks.value = Identity()
  }

  // MARK: Reads

  /// The loaded value or, during a load and after a failure, the previous one.
  public var value: Value? { content.value }

  /// Whether a load has started and not ended, including the pauses between its attempts.
  public var isLoading: Bool { content.isLoading }

  /// The error of the load that ended last, until the next one starts.
  public var error: DisplayableError? { content.error }

  /// Whether the content was invalidated after its load began.
  public var isInvalidated: Bool { invalidationCount != invalidationCountOfContent }

  /// Returns whether nothing has been loaded yet, the content is at least `age` old, or it was invalidated.
  ///
  /// A load date in the future counts as `now`, as it does for `load`: it means that a clock was set back.
  public func isStale(after age: Duration, at now: Date) -> Bool {
    guard let loadedAt, !isInvalidated else { return true }
    return max(0, now.timeIntervalSince(loadedAt)) >= age / .seconds(1)
  }

  // MARK: Changes

  /// Marks the content as changed elsewhere; the result of a load in flight counts as stale, too.
  public mutating func invalidate() {
    invalidationCount += 1
  }

  /// Replaces the content with a value that did not come from a load, such as the response to a change.
  ///
  /// A load that is in flight is ignored from now on.
  public mutating func replace(with value: Value, loadedAt: Date) {
    outstanding = nil
    retry = nil
    take(value, at: loadedAt)
    invalidationCountOfContent = invalidationCount
  }

  /// Changes the current value, if there is one, and keeps its age; see `Loadable.update(_:)`.
  ///
  /// If `ResourceState` is loading the resource, the response is from before the change. It is ignored, and the content
  /// is stale afterward. The same holds for the confirmation of an `OptimisticValue`'s change; pending changes stay on
  /// top of the response.
  public mutating func update(_ change: (inout Value) throws -> Void) rethrows {
    guard content.hasContent else { return }
    let (lateAnswers, confirmations) = (lateAnswerCount, confirmationCount)
    try content.update(change)
    marks.updateCount += 1
    if !Self.keepsChanges || confirmationCount != confirmations { marks.lastingUpdateCount += 1 }
    if lateAnswerCount != lateAnswers { invalidate() }
  }

  // MARK: Loading

  /// Starts a load; the result of an earlier load is ignored.
  public mutating func start() -> Load {
    let load = Load(invalidationCount: invalidationCount)
    outstanding = load
    retry = nil
    content.start()
    return load
  }

  /// Applies the value of a load.
  ///
  /// - Returns: `false` if `load` isn't the one in flight; then nothing changes.
  @discardableResult
  public mutating func finish(_ value: Value, for load: Load, at date: Date) -> Bool {
    guard end(load) else { return false }
    take(merged(value), at: date)
    invalidationCountOfContent = load.invalidationCount
    return true
  }

  /// Applies the failure of a load; an error that reports a cancellation only cancels the load.
  ///
  /// - Returns: `false` if `load` isn't the one in flight; then nothing changes.
  @discardableResult
  public mutating func fail(_ error: any Error, for load: Load) -> Bool {
    guard end(load) else { return false }
    content.fail(error)
    return true
  }

  /// Records that an attempt of a load failed and that another attempt follows; the load stays in flight.
  ///
  /// - Returns: `false` if `load` isn't the one in flight; then nothing changes.
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

  /// Cancels a load, which restores the content from before the load.
  ///
  /// - Returns: `false` if `load` isn't the one in flight; then nothing changes.
  @discardableResult
  public mutating func cancel(_ load: Load) -> Bool {
    guard end(load) else { return false }
    content.cancel()
    return true
  }

  private mutating func take(_ value: Value, at date: Date) {
    content.finish(value)
    loadedAt = date
    marks.value = Identity()
  }

  private mutating func end(_ load: Load) -> Bool {
    guard load == outstanding else { return false }
    outstanding = nil
    retry = nil
    return true
  }
}

/// The load that the owner of the loads performs.
extension Resource {
  var version: Version { Version(marks: marks, invalidationCount: invalidationCount) }

  /// Notes the owner that writes the resource.
  mutating func setOwner(_ owner: Identity) { marks.owner = owner }

  /// Ends a load that no one performs, for example in a copy that was made during a load.
  ///
  /// - Returns: Whether there was one.
  mutating func endOrphanedLoad() -> Bool {
    guard content.isLoading, outstanding == nil else { return false }
    content.cancel()
    retry = nil
    return true
  }

  /// Takes the value of a load, or only its age.
  mutating func take(_ value: Value, keepsValue: Bool, at date: Date) -> Bool {
    outstanding = nil
    if keepsValue {
      // The load has succeeded, so an earlier error is over.
      if let value = content.value { content.finish(value) } else { content.cancel() }
      loadedAt = date
    } else {
      take(merged(value), at: date)
    }
    return true
  }

  /// Takes the failure of a load.
  mutating func take(_ error: any Error) -> Bool {
    outstanding = nil
    content.fail(error)
    return true
  }

  /// Shows the load, and whether its content was invalidated.
  ///
  /// - Returns: Whether this has changed the resource.
  mutating func show(isLoading: Bool, retry: Retry?, isInvalidated: Bool?) -> Bool {
    var hasChanged = self.retry != retry
    self.retry = retry
    if isLoading, outstanding != nil || !content.isLoading {
      outstanding = nil
      content.start()
      hasChanged = true
    } else if !isLoading, outstanding == nil, content.isLoading {
      content.cancel()
      hasChanged = true
    }
    if let isInvalidated, isInvalidated != self.isInvalidated {
      if isInvalidated {
        invalidationCount += 1
      } else {
        invalidationCountOfContent = invalidationCount
      }
      hasChanged = true
    }
    return hasChanged
  }
}

/// The changes of a value that a load doesn't contain.
extension Resource {
  /// Whether the value keeps its pending changes when another one is loaded.
  static var keepsChanges: Bool { Value.self is any ChangeKeeping.Type }

  private var lateAnswerCount: Int {
    Self.keepsChanges ? (content.value as? any ChangeKeeping)?.lateAnswerCount ?? 0 : 0
  }

  private var confirmationCount: Int {
    Self.keepsChanges ? (content.value as? any ChangeKeeping)?.confirmationCount ?? 0 : 0
  }

  private func merged(_ loaded: Value) -> Value {
    guard Self.keepsChanges, let current = content.value as? any ChangeKeeping else {
      return loaded
    }
    return current.refreshed(with: loaded) ?? loaded
  }
}

extension Resource: Sendable where Value: Sendable {}

/// Resources are equal if a screen shows the same content and would load again at the same time, whether or not a load
/// is in flight.
extension Resource: Equatable where Value: Equatable {
  /// Compares the content, the load date, the retry, and whether the resource is invalidated.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.content == rhs.content && lhs.loadedAt == rhs.loadedAt && lhs.retry == rhs.retry
      && lhs.isInvalidated == rhs.isInvalidated
  }
}

private enum ResourceKey: CodingKey {
  case content, loadedAt, retry, isInvalidated
}

extension Resource: Encodable where Value: Encodable {
  /// Encodes the content and the load date; a load in flight has no result in another process.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ResourceKey.self)
    try container.encode(content, forKey: .content)
    try container.encodeIfPresent(loadedAt, forKey: .loadedAt)
    try container.encodeIfPresent(retry, forKey: .retry)
    if isInvalidated { try container.encode(true, forKey: .isInvalidated) }
  }
}

extension Resource: Decodable where Value: Decodable {
  /// Decodes a resource as it was before the load that was in flight.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ResourceKey.self)
    content = try container.decode(Loadable<Value>.self, forKey: .content)
    content.cancel()
    loadedAt = try container.decodeIfPresent(Date.self, forKey: .loadedAt)
    marks.value = Identity()
    if try container.decodeIfPresent(Bool.self, forKey: .isInvalidated) == true {
      invalidationCount = 1
    }
  }
}

/// A value that a request provides, which no undo reverts.
package protocol ProvidedContent {}

extension Resource: ProvidedContent {}
