import StateCore
import StateTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct BroadcastBufferingTests {
  @Test(arguments: [(Buffer.all, [1, 2, 3]), (.newest, [3]), (.oldest, [1])])
  func policyDecidesWhatIsKept(buffer: Buffer, expected: [Int]) async {
    let broadcast = Broadcast<Int>(replaysLatest: false, bufferingPolicy: buffer.policy())
    let stream = broadcast.subscribe()
    for element in 1...3 { broadcast.emit(element) }
    broadcast.finish()
    var elements: [Int] = []
    for await element in stream { elements.append(element) }
    #expect(elements == expected)
  }

  @Test(arguments: [Buffer.newest, .oldest])
  func droppedElementIsReleasedOutsideTheLock(buffer: Buffer) {
    let broadcast = Broadcast<Element>(replaysLatest: false, bufferingPolicy: buffer.policy())
    let count = LockIsolated(-1)
    let note: @Sendable () -> Void = { [weak broadcast] in
      count.setValue(broadcast?.subscriberCount ?? -2)
    }
    let stream = broadcast.subscribe()
    broadcast.emit(Element(onRelease: note))
    broadcast.emit(Element(onRelease: note))
    #expect(count.value == 1)
    withExtendedLifetime(stream) {}
  }

  private final class Element: Sendable {
    private let onRelease: @Sendable () -> Void

    init(onRelease: @escaping @Sendable () -> Void) {
      self.onRelease = onRelease
    }

    deinit { onRelease() }
  }

  enum Buffer: Sendable {
    case all
    case newest
    case oldest

    func policy<Element>() -> Broadcast<Element>.BufferingPolicy {
      switch self {
      case .all: .unbounded
      case .newest: .bufferingNewest(1)
      case .oldest: .bufferingOldest(1)
      }
    }
  }
}
