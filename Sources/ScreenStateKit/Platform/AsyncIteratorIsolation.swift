import StateCore

extension AsyncIteratorProtocol {
  /// `next()` without leaving the caller's isolation, where the system has that, and otherwise
  /// beside it: the caller waits meanwhile, so that the iterator is still used by one at a time.
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
