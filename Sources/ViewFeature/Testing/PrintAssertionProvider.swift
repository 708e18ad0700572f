import Logging

/// Writes failures to the log and lets the test pass.
///
/// For use outside tests only.
public struct PrintAssertionProvider: AssertionProvider {
  /// Makes a provider.
  public init() {}

  /// Reports `message` if the values are not equal.
  public func assertEqual<T: Equatable>(
    _ actual: T,
    _ expected: T,
    _ message: String,
    file: StaticString,
    line: UInt
  ) {
    if actual != expected { fail(message, file: file, line: line) }
  }

  /// Writes `message` to the log, at the level error.
  public func fail(_ message: String, file: StaticString, line: UInt) {
    logger.error("\(file):\(line): \(message)")
  }
}
