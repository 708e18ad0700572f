// swift-format-ignore-file
import ScreenStateKit

enum S0StreamProducer {
  // App types
  struct User: Equatable, Sendable {}

  enum UserEvent: Equatable, Sendable {
    case userLoggedIn(User)
    case someEvent
  }

  static func usage(user: User, handleEvent: @escaping @Sendable (UserEvent) -> Void) async {
    // S0-16 (L519)
    // Create
    let eventProducer = StreamProducer<UserEvent>()

    // Emit events
    await eventProducer.emit(element: .userLoggedIn(user))

    // Subscribe (for await loop)
    Task {
        for await event in await eventProducer.stream {
            handleEvent(event)
        }
    }

    // Finish (terminates all subscriber streams)
    await eventProducer.finish()
  }

  // The block declares `producer` twice: split, one scope each (C20).

  static func withLatest() -> StreamProducer<Int> {
    // S0-17 (L539), first half
    // Default: withLatest = true, new subscribers get latest value immediately
    let producer = StreamProducer<Int>(element: 0, withLatest: true)

    return producer
  }

  static func withoutLatest() -> StreamProducer<Int> {
    // S0-17 (L539), second half
    // withLatest = false, new subscribers only get future values
    let producer = StreamProducer<Int>(withLatest: false)

    return producer
  }

  static func nonIsolated(producer: StreamProducer<UserEvent>) {
    // S0-18 (L549)
    producer.nonIsolatedEmit(.someEvent)
    producer.nonIsolatedFinish()
  }
}
