import Logging

/// A provider that logs failures and lets the test pass.
///
/// The benchmarks use it. A test must not.
package struct PrintAssertionProvider: AssertionProvider {
  /// Creates a provider.
  package init() {}

  /// Reports `message` if the values aren't equal.
  package func assertEqual<T: Equatable>(
    _ actual: T,
    _ expected: T,
    _ message: String,
    file: StaticString,
    line: UInt
  ) {
    if actual != expected { fail(message, file: file, line: line) }
  }

  /// Logs `message` at the level error.
  package func fail(_ message: String, file: StaticString, line: UInt) {
    logger.error("\(file):\(line): \(message)")
  }
}
