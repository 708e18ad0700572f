import StateTestSupport
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)), .simulated(seeds: 0..<20))
struct StreamRecorderTests {
  private struct Failure: Error {}

  @Test func theSequenceIsIteratedWhenTheRecorderIsMade() async throws {
    let sequence = BegunSequence()
    let recorder = StreamRecorder(sequence)
    #expect(sequence.hasBegun.hasFired)
    sequence.continuation.yield(1)
    sequence.continuation.finish()
    #expect(try await recorder.allElements() == [1])
  }

  @Test func elementsAreRecordedInOrder() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let recorder = StreamRecorder(stream)
    let producer = Task {
      for number in 0..<5 {
        continuation.yield(number)
        await Task.yield()
      }
    }
    #expect(await recorder.elements(count: 3) == [0, 1, 2])
    await producer.value
    #expect(await recorder.elements(count: 5) == [0, 1, 2, 3, 4])
    #expect(recorder.elements == [0, 1, 2, 3, 4])
  }

  @Test func theEndIsWaitedFor() async throws {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let recorder = StreamRecorder(stream)
    Task {
      continuation.yield(1)
      await Task.yield()
      continuation.yield(2)
      continuation.finish()
    }
    #expect(try await recorder.allElements() == [1, 2])
    #expect(try await recorder.allElements() == [1, 2])
  }

  @Test func whoWaitsForMoreThanThereWillBeGetsWhatThereIs() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let recorder = StreamRecorder(stream)
    Task {
      continuation.yield(1)
      continuation.finish()
    }
    #expect(await recorder.elements(count: 3) == [1])
  }

  @Test func theErrorOfTheSequenceIsThrown() async {
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let recorder = StreamRecorder(stream)
    continuation.yield(1)
    continuation.finish(throwing: Failure())
    await #expect(throws: Failure.self) { try await recorder.allElements() }
    #expect(recorder.elements == [1])
  }

  @Test func aWaitThatIsCancelledEnds() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let recorder = StreamRecorder(stream)
    let some = Task { await recorder.elements(count: 1) }
    let all = Task { try await recorder.allElements() }
    await Task.yield()
    some.cancel()
    all.cancel()
    #expect(await some.value == [])
    await #expect(throws: CancellationError.self) { try await all.value }
    continuation.finish()
  }

  @Test func whenTheRecorderGoesItsIterationEnds() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let (ends, end) = AsyncStream<Void>.makeStream()
    continuation.onTermination = { _ in end.finish() }
    var recorder: StreamRecorder<Int>? = StreamRecorder(stream)
    await Task.yield()
    #expect(recorder?.elements == [])
    recorder = nil
    for await _ in ends {}
  }
}
