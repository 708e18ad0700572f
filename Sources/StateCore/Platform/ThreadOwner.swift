/// Code that has taken over a thread and has turns of its own, such as a simulation.
package enum ThreadOwner {
  /// The function as a stored property.
  ///
  /// Each access to a bare function in a generic type, such as `Locked`, would wrap it once more.
  private struct Finder {
    var find: (@Sendable () -> ObjectIdentifier?)?
  }

  private static let finder = Locked(Finder())

  /// The owner of the current thread, if any.
  package static var current: ObjectIdentifier? { finder.withLock { $0.find }?() }

  /// Sets the function that returns the owner of the current thread.
  package static func setFind(_ find: @escaping @Sendable () -> ObjectIdentifier?) {
    finder.withLock { $0.find = find }
  }
}
