/// Runs `operation` with all jobs of the global executor on the main actor, one after the other, and
/// restores the setting that was before.
///
/// The setting is the process's: tests that run at the same time are drawn in. Sleeping is not made
/// virtual.
@MainActor
public func withMainSerialExecutor(
  @_implicitSelfCapture operation: @isolated(any) () async throws -> Void
) async rethrows {
  let before = uncheckedUseMainSerialExecutor
  defer { uncheckedUseMainSerialExecutor = before }
  uncheckedUseMainSerialExecutor = true
  try await operation()
}

/// `withMainSerialExecutor` for an operation that does not suspend.
@MainActor
public func withMainSerialExecutor(
  @_implicitSelfCapture operation: () throws -> Void
) rethrows {
  let before = uncheckedUseMainSerialExecutor
  defer { uncheckedUseMainSerialExecutor = before }
  uncheckedUseMainSerialExecutor = true
  try operation()
}

/// Whether all jobs of the global executor run on the main actor, in the whole process.
public var uncheckedUseMainSerialExecutor: Bool {
  get { GlobalExecutorHook.isInstalled }
  set { GlobalExecutorHook.setInstalled(newValue) }
}
