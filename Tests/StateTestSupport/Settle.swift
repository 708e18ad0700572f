import StateTesting
package import Testing

/// Lets everything run that can run, inside a simulation.
///
/// Virtual time moves when nobody can run, and then by as little as is asked for here.
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
