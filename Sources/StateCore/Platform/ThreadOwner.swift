/// Code that has taken over a thread and has turns of its own, such as a simulation.
package enum ThreadOwner {
  private static let find = Locked<(@Sendable () -> ObjectIdentifier?)?>(nil)

  /// The owner of the current thread, if any.
  package static var current: ObjectIdentifier? { find.withLock { $0 }?() }

  /// Sets the function that returns the owner of the current thread.
  package static func setFind(_ find: @escaping @Sendable () -> ObjectIdentifier?) {
    Self.find.withLock { $0 = find }
  }
}
