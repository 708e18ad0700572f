import Observation
import StateCore
import StateFields

/// The observations of one object's fields.
///
/// An observation can't be cancelled: it stays until its field changes. A recording that starts again therefore reuses
/// the observations of the previous one.
@MainActor
final class FieldWatch {
  /// The object's follower.
  ///
  /// Without one, an observation that fires isn't renewed.
  weak var follower: TrackedObject?
  private weak let object: AnyObject?
  private var observed: Set<Int> = []

  private struct Weak {
    weak var watch: FieldWatch?
  }

  // The observations retain a watch while its object exists.
  private static var watches: [ObjectIdentifier: Weak] = [:]
  private static var limit = 64

  private init(_ object: AnyObject) {
    self.object = object
  }

  /// Returns the only watch of an object.
  static func of(_ object: AnyObject) -> FieldWatch {
    let key = ObjectIdentifier(object)
    // The address may be reused from another object.
    if let known = watches[key]?.watch, known.object === object { return known }
    if watches.count >= limit {
      watches = watches.filter { $0.value.watch?.object != nil }
      limit = max(64, 2 * watches.count)
    }
    let watch = FieldWatch(object)
    watches[key] = Weak(watch: watch)
    return watch
  }

  /// Reads a field, and observes its next change.
  ///
  /// - Returns: The value, and whether the field can be observed.
  func read(_ field: Int, _ read: () -> SnapshotValue) -> (value: SnapshotValue, isObserved: Bool) {
    if observed.contains(field) { return (read(), true) }
    final class Observer: Sendable {}
    let observer = Observer()
    weak let held = observer
    let value = withObservationTracking {
      read()
    } onChange: { [self, observer] in
      withExtendedLifetime(observer) { willChange(field) }
    }
    _ = consume observer
    // If no property retains the closure, it is already released.
    guard held != nil else { return (value, false) }
    observed.insert(field)
    return (value, true)
  }

  private nonisolated func willChange(_ field: Int) {
    // A change on another thread is read in a later turn.
    MainThread.run {
      self.observed.remove(field)
      self.follower?.willChange(field)
    }
  }
}
