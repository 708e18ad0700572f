/// The objects with fields whose changes aren't observable.
///
/// These fields are compared at the end of each frame.
@MainActor
enum UnobservedFields {
  private struct Weak {
    weak var object: TrackedObject?
  }

  private static var objects: [Weak] = []

  static func add(_ object: TrackedObject) {
    objects.removeAll { $0.object == nil || $0.object === object }
    objects.append(Weak(object: object))
  }

  /// Reports the changes made so far, with the current cause.
  static func report() {
    if objects.isEmpty { return }
    for entry in objects { entry.object?.compareUnobserved() }
  }
}
