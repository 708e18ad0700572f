import ScreenStateKit
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StreamProducerBufferingTests {
  @Test(arguments: [
    (Policy.unbounded, [1, 2, 3, 4]), (.newest(2), [3, 4]), (.oldest(2), [1, 2]),
  ])
  func slowSubscriberFindsWhatThePolicyKeeps(policy: Policy, expected: [Int]) async {
    let producer = StreamProducer<Int>(bufferingPolicy: policy.value)
    let stream = await producer.stream
    for element in 1...4 { await producer.emit(element: element) }
    producer.nonIsolatedFinish()
    #expect(await stream.elements() == expected)
  }

  @Test func eachSubscriberHasItsOwnBuffer() async {
    let producer = StreamProducer<Int>(withLatest: false, bufferingPolicy: .bufferingNewest(1))
    let quick = await producer.stream
    let slow = await producer.stream
    var elements: [Int] = []
    var iterator = quick.makeAsyncIterator()
    for element in 1...3 {
      await producer.emit(element: element)
      elements.append(await iterator.next() ?? 0)
    }
    await producer.finish()
    #expect(elements == [1, 2, 3])
    #expect(await slow.elements() == [3])
  }

  @Test func replayedElementTakesUpRoom() async {
    let oldest = StreamProducer(element: 0, bufferingPolicy: .bufferingOldest(1))
    let newest = StreamProducer(element: 0, bufferingPolicy: .bufferingNewest(1))
    let streams = (await oldest.stream, await newest.stream)
    for producer in [oldest, newest] {
      await producer.emit(element: 1)
      await producer.finish()
    }
    #expect(await streams.0.elements() == [0])
    #expect(await streams.1.elements() == [1])
  }

  @Test func latestElementIsKeptRegardlessOfTheBuffer() async {
    let producer = StreamProducer<Int>(bufferingPolicy: .bufferingOldest(1))
    let stream = await producer.stream
    await producer.emit(element: 1)
    await producer.emit(element: 2)
    let late = await producer.stream
    await producer.finish()
    #expect(await stream.elements() == [1])
    #expect(await late.elements() == [2])
  }

  @Test func subscriptionsAreCounted() async {
    let producer = StreamProducer<Int>()
    #expect(producer.subscriberCount == 0)
    var stream: AsyncStream<Int>? = await producer.stream
    let other = await producer.stream
    #expect(producer.subscriberCount == 2)
    withExtendedLifetime(stream) {}
    stream = nil
    #expect(producer.subscriberCount == 1)
    let task = Task { await other.elements() }
    task.cancel()
    _ = await task.value
    #expect(producer.subscriberCount == 0)
    _ = await producer.stream
    await producer.finish()
    #expect(producer.subscriberCount == 0)
  }

  enum Policy: Sendable {
    case unbounded
    case newest(Int)
    case oldest(Int)

    var value: StreamProducer<Int>.BufferingPolicy {
      switch self {
      case .unbounded: .unbounded
      case .newest(let count): .bufferingNewest(count)
      case .oldest(let count): .bufferingOldest(count)
      }
    }
  }
}
