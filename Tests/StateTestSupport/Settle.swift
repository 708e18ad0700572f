package import Testing

/// Lets everything run that can run, inside a simulation.
///
/// The time of a simulation moves when nobody can run, and then by as little as is asked for here.
package func settle(sourceLocation: SourceLocation = #_sourceLocation) async {
  let start = ContinuousClock.now
  let moment = Duration.nanoseconds(1)
  try? await ContinuousClock().sleep(for: moment)
  #expect(
    ContinuousClock.now - start == moment,
    "settle() needs a simulation",
    sourceLocation: sourceLocation
  )
}
