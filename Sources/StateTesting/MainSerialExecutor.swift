public import Testing

/// Runs `operation` while all jobs of the global executor run serially on the main actor.
///
/// The setting applies to the whole process: it affects tests that run at the same time, but not simulations. It ends
/// with the last of several overlapping uses, and the previous setting is restored. Sleeping still takes real time. A
/// simulation orders jobs itself: inside one, this records an issue at `sourceLocation` and runs `operation` unchanged.
/// If the Swift runtime has no hook for this, it records a warning.
@MainActor
public func withMainSerialExecutor(
  sourceLocation: SourceLocation = #_sourceLocation,
  @_implicitSelfCapture operation: @isolated(any) () async throws -> Void
) async rethrows {
  reportUseInVain(sourceLocation)
  GlobalExecutorHook.beginUse()
  defer { GlobalExecutorHook.endUse() }
  try await operation()
}

/// Runs `operation`, which doesn't suspend, and runs all jobs that it creates on the main actor.
@MainActor
public func withMainSerialExecutor(
  sourceLocation: SourceLocation = #_sourceLocation,
  @_implicitSelfCapture operation: () throws -> Void
) rethrows {
  reportUseInVain(sourceLocation)
  GlobalExecutorHook.beginUse()
  defer { GlobalExecutorHook.endUse() }
  try operation()
}

/// Whether all jobs of the global executor run on the main actor, in the whole process.
///
/// Setting this to `false` doesn't end a running `withMainSerialExecutor`. If `withMainSerialExecutor` has no effect,
/// this has none either.
public var uncheckedUseMainSerialExecutor: Bool {
  get { GlobalExecutorHook.isMainActorWanted }
  set { GlobalExecutorHook.setByHand(newValue) }
}

private func reportUseInVain(_ sourceLocation: SourceLocation) {
  if Simulation.isCurrent {
    Issue.record(
      "withMainSerialExecutor has no effect inside a simulation, which already orders all jobs",
      sourceLocation: sourceLocation
    )
  } else if !GlobalExecutorHook.isAvailable {
    Issue.recordWarning(
      "withMainSerialExecutor has no effect here: the Swift runtime has no hook for it",
      sourceLocation: sourceLocation
    )
  }
}
