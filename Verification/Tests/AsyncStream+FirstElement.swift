extension AsyncStream where Element: Sendable {
  func firstElement() async -> Element? {
    var iterator = makeAsyncIterator()
    return await iterator.next()
  }
}
