/// Runs `operation` with all jobs of the global executor on the main actor, one after the other.
///
/// The setting is the process's: tests that run at the same time are drawn in. It lasts until the
/// last of several overlapping uses is over, and then is what it was before. Sleeping is not made
/// virtual.
@MainActor
public func withMainSerialExecutor(
  @_implicitSelfCapture operation: @isolated(any) () async throws -> Void
) async rethrows {
  GlobalExecutorHook.beginUse()
  defer { GlobalExecutorHook.endUse() }
  try await operation()
}

/// Runs `operation`, which does not suspend, with all jobs that it creates on the main actor.
@MainActor
public func withMainSerialExecutor(
  @_implicitSelfCapture operation: () throws -> Void
) rethrows {
  GlobalExecutorHook.beginUse()
  defer { GlobalExecutorHook.endUse() }
  try operation()
}

/// Whether all jobs of the global executor run on the main actor, in the whole process.
///
/// Setting it to `false` does not end a running `withMainSerialExecutor`.
public var uncheckedUseMainSerialExecutor: Bool {
  get { GlobalExecutorHook.isInstalled }
  set { GlobalExecutorHook.setByHand(newValue) }
}
