public import Testing

/// Runs `operation` with all jobs of the global executor on the main actor, one after the other.
///
/// The setting is the process's: tests that run at the same time are drawn in, simulations are not. It
/// lasts until the last of several overlapping uses is over, and then is what it was before. Sleeping is
/// not made virtual. Inside a simulation, which orders jobs itself, this records an issue at
/// `sourceLocation` and runs `operation` as it is; where the Swift runtime has no hook for it, a warning.
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

/// Runs `operation`, which does not suspend, with all jobs that it creates on the main actor.
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
/// Setting it to `false` does not end a running `withMainSerialExecutor`. It has no effect where that
/// has none.
public var uncheckedUseMainSerialExecutor: Bool {
  get { GlobalExecutorHook.isMainActorWanted }
  set { GlobalExecutorHook.setByHand(newValue) }
}

private func reportUseInVain(_ sourceLocation: SourceLocation) {
  if Simulation.isCurrent {
    Issue.record(
      "withMainSerialExecutor has no use inside a simulation, which orders all jobs itself",
      sourceLocation: sourceLocation
    )
  } else if !GlobalExecutorHook.isAvailable {
    Issue.recordWarning(
      "withMainSerialExecutor has no effect here: the Swift runtime has no hook for it",
      sourceLocation: sourceLocation
    )
  }
}
