import StateCore

extension AsyncIteratorProtocol {
  /// Calls `next()` in the caller's isolation if the system supports it, and outside of it otherwise.
  ///
  /// The caller waits in both cases, so the iterator has only one user at a time.
  nonisolated(nonsending) mutating func nextInCallersIsolation() async throws -> Element? {
    if NewerSystems.areUsed, #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) {
      return try await next(isolation: #isolation)
    }
    let step = try await Unchecked(self).advanced()
    self = step.value.iterator
    return step.value.element
  }
}

extension Unchecked where Value: AsyncIteratorProtocol {
  @concurrent
  fileprivate func advanced() async throws -> Unchecked<(iterator: Value, element: Value.Element?)>
  {
    var iterator = value
    let element = try await iterator.next()
    return Unchecked<(iterator: Value, element: Value.Element?)>((iterator, element))
  }
}
