#if STATE_OLDER_SYSTEMS
/// Whether branches for newer systems may be used where available.
///
/// In this build they may not.
@usableFromInline
package enum NewerSystems {
  @inlinable package static var areUsed: Bool { false }
}
#else
/// Whether branches for newer systems may be used where available.
///
/// `scripts/test --as-on older-systems` makes a build that doesn't use them.
@usableFromInline
package enum NewerSystems {
  @inlinable package static var areUsed: Bool { true }
}
#endif

extension NewerSystems {
  /// Whether `ImmediateTask.start` runs a task up to its first suspension before returning.
  package static var startTasksAtOnce: Bool {
    guard areUsed, #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return false
    }
    return true
  }

  /// Whether a type-erased iterator produces its elements in the caller's isolation.
  package static var iterateInTheCallersIsolation: Bool {
    guard areUsed, #available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *) else {
      return false
    }
    return true
  }
}
