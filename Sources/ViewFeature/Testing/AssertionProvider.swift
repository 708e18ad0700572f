/// Where a `TestStore` reports to.
public protocol AssertionProvider {
  func assertEqual<T: Equatable>(
    _ actual: T,
    _ expected: T,
    _ message: String,
    file: StaticString,
    line: UInt
  )
  func fail(_ message: String, file: StaticString, line: UInt)
}
