extension AsyncSequence {
  /// All elements, when the sequence has ended.
  nonisolated(nonsending) func elements() async throws -> [Element] {
    var elements: [Element] = []
    for try await element in self { elements.append(element) }
    return elements
  }
}

extension AsyncStream {
  /// All elements, when the stream has ended.
  nonisolated(nonsending) func elements() async -> [Element] {
    var elements: [Element] = []
    for await element in self { elements.append(element) }
    return elements
  }
}
