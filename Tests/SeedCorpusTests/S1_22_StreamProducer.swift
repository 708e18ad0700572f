// swift-format-ignore-file
import ScreenStateKit

enum S1StreamProducer {
  // App types
  struct User: Sendable {
    let name: String
  }

  struct Profile: Sendable {}

  enum UserEvent: Sendable {
    case userLoggedIn(User)
    case profileUpdated(Profile)
  }

  // `print` is the standard library's in the document.
  static func usage(
    user: User,
    profile: Profile,
    print: @escaping @Sendable (String) -> Void
  ) async {
    // S1-22 (L629)
    // Create a stream producer
    let eventProducer = StreamProducer<UserEvent>()

    // Emit events from anywhere
    await eventProducer.emit(element: .userLoggedIn(user))
    await eventProducer.emit(element: .profileUpdated(profile))

    // Subscribe to events
    Task {
        for await event in await eventProducer.stream {
            switch event {
            case .userLoggedIn(let user):
                print("User logged in: \(user.name)")
            case .profileUpdated(let profile):
                print("Profile updated")
            }
        }
    }

    // Finish the stream when done
    await eventProducer.finish()

    // The block binds `profile` and does not use it. That warning is the one the corpus may have;
    // the compiler withholds it for a name that an inactive branch mentions, so that warnings can
    // be errors here.
    #if false
    _ = profile
    #endif
  }

  // The block declares `producer` twice: split, one scope each (C20).

  static func withLatest() -> StreamProducer<Int> {
    // S1-23 (L656), first half
    // New subscribers get the latest element immediately
    let producer = StreamProducer<Int>(element: 0, withLatest: true)

    return producer
  }

  static func withoutLatest() -> StreamProducer<Int> {
    // S1-23 (L656), second half
    // New subscribers only get future elements
    let producer = StreamProducer<Int>(withLatest: false)

    return producer
  }
}
