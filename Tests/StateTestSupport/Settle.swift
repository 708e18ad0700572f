import StateTesting
package import Testing

/// Inside a simulation, runs everything that can run.
///
/// Virtual time advances only when no job can run, and then only by the minimum requested here.
package func settle(sourceLocation: SourceLocation = #_sourceLocation) async {
  guard SimulatedTrait.hasVirtualTime else {
    let isInside = await settleSimulation()
    return #expect(isInside, "settle() needs a simulation", sourceLocation: sourceLocation)
  }
  let start = ContinuousClock.now
  let moment = Duration.nanoseconds(1)
  try? await ContinuousClock().sleep(for: moment)
  #expect(
    ContinuousClock.now - start == moment,
    "settle() needs a simulation",
    sourceLocation: sourceLocation
  )
}
