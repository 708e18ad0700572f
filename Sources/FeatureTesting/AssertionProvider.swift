/// The receiver of a `TestStore`'s failures.
package protocol AssertionProvider {
  /// Reports `message`, at this file and line, if the values aren't equal.
  func assertEqual<T: Equatable>(
    _ actual: T,
    _ expected: T,
    _ message: String,
    file: StaticString,
    line: UInt
  )
  /// Reports `message`, at this file and line.
  func fail(_ message: String, file: StaticString, line: UInt)
}

/// A place in a test.
struct Location {
  let file: StaticString
  let line: UInt
}
