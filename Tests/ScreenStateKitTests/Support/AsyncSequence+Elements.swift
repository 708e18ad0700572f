extension AsyncStream {
  func elements() async -> [Element] {
    var elements: [Element] = []
    for await element in self { elements.append(element) }
    return elements
  }
}

extension AsyncSequence {
  nonisolated(nonsending) func elements() async throws -> [Element] {
    var elements: [Element] = []
    var iterator = makeAsyncIterator()
    while let element = try await iterator.next(isolation: #isolation) { elements.append(element) }
    return elements
  }
}
