import MeetingsCore
import StateTesting
import ViewFeature

/// A storage that fails on demand and records its calls.
final class Disk: Sendable {
  struct Failure: LocalizedError {
    var errorDescription: String? { "The disk is broken." }
  }

  let contents: LockIsolated<[Meeting]?>
  /// Whether saves fail.
  let isBroken = LockIsolated(false)
  /// If it is set, saves wait until it ends.
  let hold = LockIsolated<AsyncStream<Void>?>(nil)
  let asides = LockIsolated(0)

  /// Creates a disk; without meetings, its data is damaged.
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
