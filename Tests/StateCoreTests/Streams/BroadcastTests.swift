import StateCore
import StateTestSupport
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct BroadcastTests {
  @Test func subscriberGetsWhatIsEmittedAfterwardsInOrder() async {
    let broadcast = Broadcast<Int>(replaysLatest: false)
    broadcast.emit(0)
    let stream = broadcast.subscribe()
    for element in 1...20 { broadcast.emit(element) }
    broadcast.finish()
    #expect(await elements(of: stream) == Array(1...20))
  }

  @Test func newcomerGetsTheLatestElementFirst() async {
    let broadcast = Broadcast(first: 0, replaysLatest: true)
    let early = broadcast.subscribe()
    broadcast.emit(1)
    broadcast.emit(2)
    let late = broadcast.subscribe()
    broadcast.emit(3)
    broadcast.finish()
    #expect(await elements(of: early) == [0, 1, 2, 3])
    #expect(await elements(of: late) == [2, 3])
  }

  // 6.1.7
  @Test func subscriberAfterTheEndIsEndedToo() async {
    let replaying = Broadcast(first: 1, replaysLatest: true)
    replaying.finish()
    replaying.emit(2)
    #expect(await elements(of: replaying.subscribe()) == [1])
    #expect(replaying.subscriberCount == 0)

    let plain = Broadcast(first: 1, replaysLatest: false)
    plain.emit(2)
    plain.finish()
    #expect(await elements(of: plain.subscribe()) == [])
  }

  // 6.1.7
  @Test func subscribersAreEndedWithTheBroadcast() async {
    var broadcast: Broadcast<Int>? = Broadcast(replaysLatest: false)
    let stream = broadcast?.subscribe()
    broadcast?.emit(1)
    broadcast = nil
    #expect(await elements(of: stream) == [1])
  }

  @Test func subscriberDoesNotKeepTheBroadcast() {
    var broadcast: Broadcast<Int>? = Broadcast(replaysLatest: true)
    weak let reference = broadcast
    let stream = broadcast?.subscribe()
    broadcast = nil
    #expect(reference == nil)
    withExtendedLifetime(stream) {}
  }

  @Test func droppedSubscriberIsTakenOut() {
    let broadcast = Broadcast<Int>(replaysLatest: false)
    var stream: AsyncStream<Int>? = broadcast.subscribe()
    let kept = broadcast.subscribe()
    #expect(broadcast.subscriberCount == 2)
    withExtendedLifetime(stream) {}
    stream = nil
    #expect(broadcast.subscriberCount == 1)
    withExtendedLifetime(kept) {}
  }

  @Test func cancelledSubscriberIsTakenOut() async {
    let broadcast = Broadcast<Int>(replaysLatest: false)
    let stream = broadcast.subscribe()
    let task = Task { await elements(of: stream) }
    task.cancel()
    #expect(await task.value == [])
    #expect(broadcast.subscriberCount == 0)
    withExtendedLifetime(stream) {}
  }

  @Test func replacedElementIsReleasedOutsideTheLock() async {
    final class Element: Sendable {
      let onRelease: @Sendable () -> Void
      init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
    }
    let broadcast = Broadcast<Element>(replaysLatest: true)
    let count = LockIsolated(-1)
    broadcast.emit(
      Element { [weak broadcast] in count.setValue(broadcast?.subscriberCount ?? -2) }
    )
    broadcast.emit(Element {})
    #expect(count.value == 0)
  }

  @Test func allSubscribersSeeOneOrder() async {
    let broadcast = Broadcast<Element>(replaysLatest: false)
    let streams = (0..<4).map { _ in broadcast.subscribe() }
    await emitConcurrently(to: broadcast)
    broadcast.finish()
    let first = await elements(of: streams[0])
    #expect(first.count == 8 * 100)
    for stream in streams.dropFirst() { #expect(await elements(of: stream) == first) }
    for emitter in 0..<8 {
      #expect(first.filter { $0.emitter == emitter }.map(\.number) == Array(0..<100))
    }
  }

  // The number is large enough to reveal an order that isn't established under the lock.
  @Test(.notRepeated) func manyElementsOfTwoEmittersComeInOneOrder() async {
    let broadcast = Broadcast<Element>(replaysLatest: false)
    let streams = (0..<6).map { _ in broadcast.subscribe() }
    await withTaskGroup { group in
      for emitter in 0..<2 {
        group.addTask {
          for number in 0..<10_000 { broadcast.emit(Element(emitter: emitter, number: number)) }
        }
      }
    }
    broadcast.finish()
    let first = await elements(of: streams[0])
    #expect(first.count == 20_000)
    for stream in streams.dropFirst() { #expect(await elements(of: stream) == first) }
  }

  // The latest element never follows a newer one, regardless of when the new subscriber arrives.
  @Test(.notRepeated) func aReplayedElementIsNeverBehindANewerOne() async {
    let broadcast = Broadcast<Int>(first: 0, replaysLatest: true)
    async let emitted: Void = emitAndFinish(broadcast)
    while true {
      var newcomer = broadcast.subscribe().makeAsyncIterator()
      guard let first = await newcomer.next(), let second = await newcomer.next() else { break }
      #expect(second == first + 1)
    }
    await emitted
  }

  @concurrent private func emitAndFinish(_ broadcast: Broadcast<Int>) async {
    for number in 1...50_000 { broadcast.emit(number) }
    broadcast.finish()
  }

  @Test func newcomersMissNothingAfterTheirFirstElement() async {
    let broadcast = Broadcast<Element>(first: Element(emitter: -1, number: 0), replaysLatest: true)
    let whole = broadcast.subscribe()
    async let emitted: Void = emitConcurrently(to: broadcast)
    let newcomers = await withTaskGroup { group in
      for _ in 0..<20 { group.addTask { broadcast.subscribe() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    await emitted
    broadcast.finish()
    let all = await elements(of: whole)
    for newcomer in newcomers {
      let seen = await elements(of: newcomer)
      #expect(!seen.isEmpty)
      #expect(seen == all.suffix(seen.count))
    }
  }

  @Test func subscribingDroppingAndFinishingAtOnceEndsEveryone() async {
    for _ in 0..<20 {
      let broadcast = Broadcast<Int>(first: 0, replaysLatest: true)
      await withTaskGroup { group in
        for worker in 0..<12 {
          group.addTask {
            switch worker % 4 {
            case 0: for await _ in broadcast.subscribe() {}
            case 1: for element in 0..<20 { broadcast.emit(element) }
            case 2: for _ in 0..<20 { _ = broadcast.subscribe() }
            default: broadcast.finish()
            }
          }
        }
      }
      #expect(broadcast.subscriberCount == 0)
    }
  }

  private struct Element: Hashable {
    var emitter: Int
    var number: Int
  }

  private func emitConcurrently(to broadcast: Broadcast<Element>) async {
    await withTaskGroup { group in
      for emitter in 0..<8 {
        group.addTask {
          for number in 0..<100 { broadcast.emit(Element(emitter: emitter, number: number)) }
        }
      }
    }
  }
}

private func elements<Element>(of stream: AsyncStream<Element>?) async -> [Element] {
  var elements: [Element] = []
  if let stream { for await element in stream { elements.append(element) } }
  return elements
}
