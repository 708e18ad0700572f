/// A value that may contain a request, which only the code that has begun it can end.
///
/// A history restores an earlier value without it: no code waits for its answer.
package protocol RequestHolding: Equatable {
  /// The value as if the request had been cancelled.
  var withoutRequest: Self { get }
}

extension SnapshotValue {
  /// The value as if its request had been cancelled.
  package var withoutRequest: SnapshotValue {
    guard case .plain(let value) = self, let value = value as? any RequestHolding else {
      return self
    }
    return .plain(value.withoutRequest)
  }
}
