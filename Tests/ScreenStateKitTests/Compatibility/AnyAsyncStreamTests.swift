import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct AnyAsyncStreamTests {
  private struct Failure: Error, Equatable {}

  // MARK: next

  @Test func nextGivesTheElementsAndThenTheEnd() async throws {
    let stream = Numbers(upTo: 2).anyAsyncStream
    #expect(try await stream.next() == 1)
    #expect(try await stream.next() == 2)
    #expect(try await stream.next() == nil)
    #expect(try await stream.next() == nil)
  }

  @Test func nextIsCalledOnAConstantInAGenericContext() async throws {
    func first<Value>(of stream: AnyAsyncStream<Value>) async throws -> Value? {
      try await stream.next()
    }
    #expect(try await first(of: Numbers(upTo: 1).anyAsyncStream) == 1)
  }

  @Test @MainActor func elementsNeedNotBeSendable() async throws {
    final class Box {
      let value = 7
    }
    struct Boxes: AsyncSequence, AsyncIteratorProtocol {
      mutating func next() async -> Box? { Box() }
      func makeAsyncIterator() -> Boxes { self }
    }
    let stream = AnyAsyncStream(Boxes())
    #expect(try await stream.next()?.value == 7)
  }

  /// Whether the caller is on the main actor.
  private struct Isolations: AsyncSequence, AsyncIteratorProtocol {
    nonisolated(nonsending) mutating func next() async -> Bool? {
      #isolation === MainActor.shared
    }
    func makeAsyncIterator() -> Isolations { self }
    mutating func next(isolation actor: isolated (any Actor)?) async -> Bool? {
      actor === MainActor.shared
    }
  }

  @Test(.enabled(if: NewerSystems.iterateInTheCallersIsolation, "Needs iOS 18 or macOS 15"))
  @MainActor func nextStaysInTheCallersIsolation() async throws {
    #expect(try await Isolations().anyAsyncStream.next() == true)
  }

  @Test(.enabled(if: !NewerSystems.iterateInTheCallersIsolation, "Is so before iOS 18"))
  @MainActor func onOlderSystemsNextLeavesTheCallersIsolation() async throws {
    #expect(try await Isolations().anyAsyncStream.next() == false)
  }

  @Test func errorOfTheBaseComesOut() async throws {
    let stream = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Failure())
    }.anyAsyncStream
    #expect(try await stream.next() == 1)
    await #expect(throws: Failure()) { try await stream.next() }
  }

  // MARK: Cancellation

  @Test func nextThrowsInATaskThatWasCancelled() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Numbers(upTo: 3).anyAsyncStream.next()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func nextThrowsWhenItIsCancelledWhileItWaits() async {
    let isWaiting = Gate()
    let (base, continuation) = AsyncStream<Int>.makeStream()
    let task = Task {
      let stream = Announced(base: base, isWaiting: isWaiting).anyAsyncStream
      return try await stream.next()
    }
    await isWaiting.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    continuation.finish()
  }

  @Test func elementThatComesAfterACancelIsNotDelivered() async {
    struct Cancelling: AsyncSequence, AsyncIteratorProtocol {
      func makeAsyncIterator() -> Self { self }

      func next() async -> Int? {
        withUnsafeCurrentTask { $0?.cancel() }
        return 1
      }
    }
    let task = Task { try await Cancelling().anyAsyncStream.next() }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func loopEndsWithAnErrorWhenItIsCancelled() async {
    let (base, continuation) = AsyncStream<Int>.makeStream()
    continuation.yield(1)
    let task = Task {
      for try await _ in base.anyAsyncStream { withUnsafeCurrentTask { $0?.cancel() } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    continuation.finish()
  }

  // MARK: Cursor

  // 6.1.9
  @Test func eachLoopIteratesTheBaseAgain() async throws {
    let stream = Numbers(upTo: 3).anyAsyncStream
    #expect(try await stream.elements() == [1, 2, 3])
    #expect(try await stream.elements() == [1, 2, 3])
  }

  // 6.1.9
  @Test func loopsThatAlternateDoNotShareACursor() async throws {
    let stream = Numbers(upTo: 3).anyAsyncStream
    let first = stream.makeAsyncIterator()
    let second = stream.makeAsyncIterator()
    #expect(try await first.next() == 1)
    #expect(try await first.next() == 2)
    #expect(try await second.next() == 1)
    #expect(try await first.next() == 3)
    #expect(try await second.next() == 2)
  }

  // 6.1.9
  @Test func loopDoesNotMoveTheCursorOfNext() async throws {
    let stream = Numbers(upTo: 3).anyAsyncStream
    #expect(try await stream.next() == 1)
    #expect(try await stream.elements() == [1, 2, 3])
    #expect(try await stream.next() == 2)
  }

  @Test func iteratorOfAnIteratorBeginsAgainToo() async throws {
    let iterator = Numbers(upTo: 2).anyAsyncStream.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    #expect(try await iterator.makeAsyncIterator().next() == 1)
    #expect(try await iterator.next() == 2)
  }

  // MARK: Bases

  @Test func anySequenceCanBeErased() async throws {
    let (base, continuation) = AsyncStream<Int>.makeStream()
    for element in 1...3 { continuation.yield(element) }
    continuation.finish()
    let streams = [base.anyAsyncStream, Numbers(upTo: 3).map { $0 * 10 }.anyAsyncStream]
    #expect(try await streams[0].elements() == [1, 2, 3])
    #expect(try await streams[1].elements() == [10, 20, 30])
    #expect(try await AnyAsyncStream(streams[1]).elements() == [10, 20, 30])
  }

  // 6.1.9
  @Test func elementsKeepTheirTypes() async throws {
    let stream: AnyAsyncStream<(any Sendable)?> = Mixed().anyAsyncStream
    var elements: [(any Sendable)?] = []
    for try await element in stream { elements.append(element) }
    #expect(elements.count == 3)
    #expect(elements.first as? Int == 1)
    #expect(elements.last as? String == "c")
  }

  @Test func streamOfAProducerEndsWithIt() async throws {
    let producer = StreamProducer<Int>(withLatest: false)
    let stream = await producer.stream.anyAsyncStream
    await producer.emit(element: 1)
    await producer.finish()
    #expect(try await stream.elements() == [1])
  }
}

/// 1, 2, 3, and so on, from the start for each iterator.
private struct Numbers: AsyncSequence {
  let last: Int

  init(upTo last: Int) {
    self.last = last
  }

  func makeAsyncIterator() -> Iterator { Iterator(last: last) }

  struct Iterator: AsyncIteratorProtocol {
    let last: Int
    var current = 0

    mutating func next() async -> Int? {
      guard current < last else { return nil }
      current += 1
      return current
    }
  }
}

/// A number, nil, and a string.
private struct Mixed: AsyncSequence, AsyncIteratorProtocol {
  private var elements: [(any Sendable)?] = ["c", nil, 1]

  func makeAsyncIterator() -> Mixed { self }

  mutating func next() async -> (any Sendable)?? { elements.popLast() }
}

/// A stream that reports when it starts waiting for an element.
private struct Announced: AsyncSequence, AsyncIteratorProtocol {
  let base: AsyncStream<Int>
  let isWaiting: Gate

  func makeAsyncIterator() -> Announced { self }

  mutating func next() async -> Int? {
    isWaiting.open()
    for await element in base { return element }
    return nil
  }
}
