/// A type-erased asynchronous sequence.
///
/// The sequence is its own iterator: `next()` continues after the last call, while a `for await` loop iterates the base
/// from the start.
public struct AnyAsyncStream<Element>: AsyncSequence, AsyncIteratorProtocol {
  private final class Cursor {
    var iterator: AnyIterator<Element>?
  }

  private let makeIterator: () -> AnyIterator<Element>
  private let cursor = Cursor()

  /// Erases the type of `base`, without taking an element from it.
  public init<Base: AsyncSequence>(_ base: Base) where Base.Element == Element {
    makeIterator = { BaseIterator(base.makeAsyncIterator()) }
  }

  private init(makeIterator: @escaping () -> AnyIterator<Element>) {
    self.makeIterator = makeIterator
  }

  /// Returns the next element, or `nil` at the end.
  ///
  /// - Throws: The errors of the base, and `CancellationError` if the task was cancelled before the call or while
  ///   waiting. An element that arrives after the cancellation is lost.
  public nonisolated(nonsending) func next() async throws -> Element? {
    try Task.checkCancellation()
    let iterator = cursor.iterator ?? makeIterator()
    cursor.iterator = iterator
    let element = try await iterator.next()
    try Task.checkCancellation()
    return element
  }

  /// Returns an iterator that iterates the base from the start.
  public func makeAsyncIterator() -> AnyAsyncStream {
    AnyAsyncStream(makeIterator: makeIterator)
  }
}

extension AsyncSequence {
  /// This sequence, with its type erased.
  public var anyAsyncStream: AnyAsyncStream<Element> { AnyAsyncStream(self) }
}

private class AnyIterator<Element> {
  nonisolated(nonsending) func next() async throws -> Element? { nil }
}

private final class BaseIterator<Base: AsyncIteratorProtocol>: AnyIterator<Base.Element> {
  private var base: Base

  init(_ base: Base) {
    self.base = base
  }

  override nonisolated(nonsending) func next() async throws -> Base.Element? {
    try await base.nextInCallersIsolation()
  }
}
