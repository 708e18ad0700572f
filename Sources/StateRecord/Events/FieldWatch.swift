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
  /// Whether each field is observed.
  private var observed: [Bool] = []

  /// An object that a registered observation retains.
  private final class Observer: Sendable {}

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
  func read<Value>(_ field: Int, _ read: () -> Value) -> (value: Value, isObserved: Bool) {
    while observed.count <= field { observed.append(false) }
    if observed[field] { return (read(), true) }
    var observer = Observer()
    let value = withObservationTracking {
      read()
    } onChange: { [self, observer] in
      withExtendedLifetime(observer) { willChange(field) }
    }
    // If no property retains the closure, it is already released.
    if isKnownUniquelyReferenced(&observer) { return (value, false) }
    observed[field] = true
    return (value, true)
  }

  private nonisolated func willChange(_ field: Int) {
    // A change on another thread is read in a later turn.
    MainThread.run {
      self.observed[field] = false
      self.follower?.willChange(field)
    }
  }
}
