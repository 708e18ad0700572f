import MeetingsCore
import StateTesting
import ViewFeature

/// A storage that fails when a test says so, and that notes what is done with it.
final class Disk: Sendable {
  struct Failure: LocalizedError {
    var errorDescription: String? { "The disk is broken." }
  }

  let contents: LockIsolated<[Meeting]?>
  /// Whether saves fail.
  let isBroken = LockIsolated(false)
  /// Saves wait for its end.
  let hold = LockIsolated<AsyncStream<Void>?>(nil)
  let asides = LockIsolated(0)

  /// Without meetings it is damaged.
  init(_ meetings: [Meeting]?) {
    contents = LockIsolated(meetings)
  }

  var storage: MeetingStorage {
    MeetingStorage { [self] in
      guard let meetings = contents.value else { throw Failure() }
      return meetings
    } save: { [self] meetings in
      if let hold = hold.value { for await _ in hold {} }
      if isBroken.value { throw Failure() }
      contents.setValue(meetings)
    } setAside: { [self] in
      asides.withValue { $0 += 1 }
      contents.setValue([])
    }
  }
}
