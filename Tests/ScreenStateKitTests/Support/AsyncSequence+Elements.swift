extension AsyncSequence {
  /// Returns all elements after the sequence has ended.
  nonisolated(nonsending) func elements() async throws -> [Element] {
    var elements: [Element] = []
    for try await element in self { elements.append(element) }
    return elements
  }
}

extension AsyncStream {
  /// Returns all elements after the stream has ended.
  nonisolated(nonsending) func elements() async -> [Element] {
    var elements: [Element] = []
    for await element in self { elements.append(element) }
    return elements
  }
}
