import Foundation
import StateCore

/// The entry of a cache, as a resource.
extension Resource {
  /// Creates the resource that shows an entry; the load date counts from the reference date.
  package init(
    value: Value?,
    loadedAt: Duration?,
    isLoading: Bool,
    retry: Retry?,
    error: (any Error)?,
    isInvalidated: Bool
  ) {
    if let value {
      let date = loadedAt.map { Date(timeIntervalSinceReferenceDate: $0 / .seconds(1)) }
      self.init(value, loadedAt: date)
    } else {
      self.init()
    }
    if let error { _ = take(error) }
    _ = show(isLoading: isLoading, retry: retry, isInvalidated: isInvalidated)
  }

  /// Returns this resource with the content of another one, which this one doesn't have yet.
  package func keeping(_ earlier: Self) -> Self {
    guard earlier.content.hasContent else { return self }
    // Empty content has no value.
    let value = earlier.value.map { Self.endingRequest(of: $0) ?? $0 }
    var kept = value.map { Self($0, loadedAt: earlier.loadedAt) } ?? earlier
    _ = kept.show(isLoading: false, retry: nil, isInvalidated: false)
    if let error { _ = kept.take(error) }
    _ = kept.show(isLoading: isLoading, retry: retry, isInvalidated: isInvalidated)
    return kept
  }

  /// Returns this resource without its load; `nil` if it shows none, or waits for its own load.
  package func endingLoad() -> Self? {
    var copy = self
    guard copy.endOrphanedLoad() else { return nil }
    guard let value = copy.value.flatMap({ Self.endingRequest(of: $0) }) else { return copy }
    let error = copy.error
    copy = Self(value, loadedAt: loadedAt)
    if let error { _ = copy.take(error) }
    _ = copy.show(isLoading: false, retry: nil, isInvalidated: isInvalidated)
    return copy
  }

  /// Whether another resource is the same, without changes by other code.
  package func hasSameVersion(as other: Self) -> Bool { version == other.version }

  /// Returns a list without its page in flight; `nil` for other values.
  private static func endingRequest(of value: Value) -> Value? {
    (value as? any PageRequesting)?.endingRequest() as? Value
  }
}

extension ResourceState {
  /// Shows a resource in a property, also while the state shows other values than its own.
  package func show<Value: Sendable>(
    _ resource: Resource<Value>,
    in property: ReferenceWritableKeyPath<Self, Resource<Value>>
  ) {
    CoreListening.willWrite?(self)
    withStateTransaction(animation: .smooth) { self[keyPath: property] = resource }
  }
}
