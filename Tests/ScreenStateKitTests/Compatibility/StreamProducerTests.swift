import ScreenStateKit
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StreamProducerTests {
  // MARK: Subscriptions

  @Test func everySubscriberGetsEveryElementInOrder() async {
    let producer = StreamProducer<Int>(withLatest: false)
    let first = await producer.stream
    await producer.emit(element: 1)
    let second = await producer.stream
    await producer.emit(element: 2)
    await producer.emit(element: 3)
    await producer.finish()
    #expect(await first.elements() == [1, 2, 3])
    #expect(await second.elements() == [2, 3])
  }

  @Test func subscriberIsThereBeforeTheStreamIsReturned() async {
    for _ in 0..<100 {
      let producer = StreamProducer<Int>(withLatest: false)
      let stream = await producer.stream
      producer.nonIsolatedEmit(1)
      producer.nonIsolatedFinish()
      #expect(await stream.elements() == [1])
    }
  }

  @Test func elementsWaitForASlowSubscriber() async {
    let producer = StreamProducer<Int>(withLatest: false)
    let stream = await producer.stream
    for element in 0..<1_000 { await producer.emit(element: element) }
    await producer.finish()
    #expect(await stream.elements() == Array(0..<1_000))
  }

  @Test func newSubscriberGetsTheLatestElementFirst() async {
    let producer = StreamProducer<Int>()
    await producer.emit(element: 1)
    await producer.emit(element: 2)
    let stream = await producer.stream
    await producer.emit(element: 3)
    await producer.finish()
    #expect(await stream.elements() == [2, 3])
  }

  @Test func firstElementIsTheLatestAtTheBeginning() async {
    let producer = StreamProducer(element: 0)
    let early = await producer.stream
    await producer.emit(element: 1)
    let late = await producer.stream
    await producer.finish()
    #expect(await early.elements() == [0, 1])
    #expect(await late.elements() == [1])
  }

  @Test func withoutAnElementNothingIsReplayed() async {
    let producer = StreamProducer<Int>()
    let stream = await producer.stream
    await producer.emit(element: 1)
    await producer.finish()
    #expect(await stream.elements() == [1])
  }

  @Test func withoutLatestNothingIsReplayed() async {
    let producer = StreamProducer(element: 0, withLatest: false)
    await producer.emit(element: 1)
    let stream = await producer.stream
    await producer.emit(element: 2)
    await producer.finish()
    #expect(await stream.elements() == [2])
  }

  @Test func withLatestIsTheDefault() async {
    #expect(await StreamProducer<Int>().withLatest)
    #expect(await !StreamProducer<Int>(withLatest: false).withLatest)
  }

  @Test func cancelledSubscriberLeavesTheOthersAlone() async {
    let producer = StreamProducer<Int>(withLatest: false)
    let stays = await producer.stream
    let goes = await producer.stream
    let task = Task { await goes.elements() }
    task.cancel()
    #expect(await task.value == [])
    await producer.emit(element: 1)
    await producer.finish()
    #expect(await stays.elements() == [1])
  }

  // MARK: Contexts

  // 6.1.2
  @Test func nonIsolatedEmitKeepsTheOrder() async {
    for _ in 0..<100 {
      let producer = StreamProducer<Int>(withLatest: false)
      let stream = await producer.stream
      emit(0..<20, to: producer)
      #expect(await stream.elements() == Array(0..<20))
    }

    func emit(_ elements: Range<Int>, to producer: StreamProducer<Int>) {
      for element in elements { producer.nonIsolatedEmit(element) }
      producer.nonIsolatedFinish()
    }
  }

  // 6.1.2
  @Test func bothKindsOfEmitKeepOneOrder() async {
    for _ in 0..<100 {
      let producer = StreamProducer<Int>(withLatest: false)
      let stream = await producer.stream
      for element in 0..<10 {
        producer.nonIsolatedEmit(2 * element)
        await producer.emit(element: 2 * element + 1)
      }
      await producer.finish()
      #expect(await stream.elements() == Array(0..<20))
    }
  }

  @Test func nonIsolatedFinishComesFromADeinit() async {
    final class Owner {
      let producer = StreamProducer<Int>(withLatest: false)
      deinit {
        producer.nonIsolatedEmit(2)
        producer.nonIsolatedFinish()
      }
    }
    var owner: Owner? = Owner()
    let producer = owner?.producer
    let stream = await producer?.stream
    await producer?.emit(element: 1)
    owner = nil
    #expect(await stream?.elements() == [1, 2])
  }

  @Test func concurrentEmittersReachAllSubscribersInOneOrder() async {
    let producer = StreamProducer<Int>(withLatest: false)
    let first = await producer.stream
    let second = await producer.stream
    await withTaskGroup { group in
      for emitter in 0..<8 {
        group.addTask {
          for number in 0..<50 { producer.nonIsolatedEmit(emitter * 50 + number) }
        }
      }
    }
    await producer.finish()
    let elements = await first.elements()
    #expect(elements.sorted() == Array(0..<400))
    #expect(await second.elements() == elements)
  }

  // MARK: End

  @Test func finishEndsAfterTheElementsThatWait() async {
    let producer = StreamProducer<Int>()
    let stream = await producer.stream
    await producer.emit(element: 1)
    await producer.finish()
    await producer.finish()
    #expect(await stream.elements() == [1])
  }

  @Test func finishEndsASubscriberThatWaits() async {
    let producer = StreamProducer<Int>()
    let stream = await producer.stream
    let task = Task { await stream.elements() }
    await producer.finish()
    #expect(await task.value == [])
  }

  // 6.1.7
  @Test func subscriberAfterTheEndGetsTheLatestElementAndTheEnd() async {
    let producer = StreamProducer<Int>()
    await producer.emit(element: 1)
    await producer.finish()
    #expect(await producer.stream.elements() == [1])
    #expect(await producer.stream.elements() == [1])

    let plain = StreamProducer<Int>(withLatest: false)
    await plain.emit(element: 1)
    await plain.finish()
    #expect(await plain.stream.elements() == [])
  }

  // 6.1.7
  @Test func emitAfterTheEndIsIgnored() async {
    let producer = StreamProducer(element: 0)
    let stream = await producer.stream
    producer.nonIsolatedFinish()
    await producer.emit(element: 1)
    producer.nonIsolatedEmit(2)
    #expect(await stream.elements() == [0])
    #expect(await producer.stream.elements() == [0])
  }

  // 6.1.7
  @Test func subscribersEndWhenTheProducerGoesAway() async {
    var producer: StreamProducer<Int>? = StreamProducer(element: 0)
    weak let reference = producer
    let waiting = await producer?.stream
    let buffered = await producer?.stream
    async let elements = waiting?.elements()
    await producer?.emit(element: 1)
    producer = nil
    #expect(reference == nil)
    #expect(await buffered?.elements() == [0, 1])
    #expect(await elements == [0, 1])
  }

  // MARK: Protocol

  @Test func producerCanBeUsedThroughItsProtocol() async {
    func run<Producer: StreamProducerType>(_ producer: Producer) async -> [Producer.Element]
    where Producer.Element == Int {
      let stream = await producer.stream
      await producer.emit(element: 1)
      producer.nonIsolatedFinish()
      return await stream.elements()
    }
    #expect(await run(StreamProducer<Int>()) == [1])
  }
}
