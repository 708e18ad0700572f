package import FeatureStore
import StateFields

extension TestStore {
  /// Makes a change that no action of the test makes, and asserts it together with the reactions to it.
  ///
  /// - Parameters:
  ///   - name: The change, for messages.
  ///   - file: The file of the test.
  ///   - line: The line of the test.
  ///   - change: Makes the change; returns `false` if it is refused, which fails the test.
  ///   - expecting: Makes the changes that are expected.
  package func make(
    _ name: String,
    file: StaticString,
    line: UInt,
    _ change: () -> Bool,
    expecting: (inout F.State) -> Void
  ) {
    let location = Location(file: file, line: line)
    record.location = location
    reportUnasserted(before: name, at: location)
    let start = expectations?.present
    var isMade = false
    _ = record.write {
      isMade = change()
      return SentAction()
    }
    // The change may have taken back what reactions have written.
    _ = record.takeAfterReactions()
    if !isMade { fail("\(name) did nothing", at: location) }
    comparison.note(name, replayable: nil, at: location)
    let subject = "The state after \(name)"
    withoutActuallyEscaping(expecting) { expecting in
      if exhaustivity == .on {
        assertChanges(in: subject, expectations?.present, at: location, expecting)
      } else {
        assertNamedChanges(in: subject, from: start, expectations?.present, at: location, expecting)
      }
    }
  }
}
