import Logging

/// A provider that logs failures and lets the test pass.
///
/// Use it only outside of tests.
public struct PrintAssertionProvider: AssertionProvider {
  /// Creates a provider.
  public init() {}

  /// Reports `message` if the values aren't equal.
  public func assertEqual<T: Equatable>(
    _ actual: T,
    _ expected: T,
    _ message: String,
    file: StaticString,
    line: UInt
  ) {
    if actual != expected { fail(message, file: file, line: line) }
  }

  /// Logs `message` at the level error.
  public func fail(_ message: String, file: StaticString, line: UInt) {
    logger.error("\(file):\(line): \(message)")
  }
}
