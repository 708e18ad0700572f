package import Foundation
import StateCore

/// The entry of a cache, as a resource.
extension Resource {
  /// Creates the resource that shows an entry.
  package init(
    value: Value?,
    loadedAt: Date?,
    isLoading: Bool,
    retry: Retry?,
    error: (any Error)?,
    isInvalidated: Bool
  ) {
    if let value { self.init(value, loadedAt: loadedAt) } else { self.init() }
    if let error { _ = take(error) }
    _ = show(isLoading: isLoading, retry: retry, isInvalidated: isInvalidated)
  }

  /// Returns this resource with the content of another one, which this one doesn't have yet.
  package func keeping(_ earlier: Self) -> Self {
    guard let value = earlier.value else { return self }
    return Self(
      value: value,
      loadedAt: earlier.loadedAt,
      isLoading: isLoading,
      retry: retry,
      error: error,
      isInvalidated: isInvalidated
    )
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
