package import Testing

/// Yields until a condition holds.
///
/// Records an issue and returns if the test's time limit expires first.
package func eventually(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async -> Bool
) async {
  while await !condition() {
    if Task.isCancelled {
      Issue.record("The condition never held", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}
