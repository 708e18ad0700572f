/// Where a `TestStore` reports to.
public protocol AssertionProvider {
  /// Reports `message`, at this file and line, if the values are not equal.
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
