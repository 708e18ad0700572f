/// A sequence that signals when iteration begins.
package struct BegunSequence: AsyncSequence, Sendable {
  package let hasBegun = Signal()
  private let elements: AsyncStream<Int>
  package let continuation: AsyncStream<Int>.Continuation

  package init() {
    (elements, continuation) = AsyncStream.makeStream()
  }

  package func makeAsyncIterator() -> AsyncStream<Int>.Iterator {
    hasBegun.fire()
    return elements.makeAsyncIterator()
  }
}
