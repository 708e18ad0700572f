import StateTesting
import ViewFeature

/// A provider that keeps its failures.
struct RecordingAssertions: AssertionProvider {
  struct Failure: Equatable, Sendable {
    let message: String
    let line: UInt
  }

  private let recorded = LockIsolated<[Failure]>([])

  var failures: [Failure] { recorded.value }
  var messages: [String] { failures.map(\.message) }

  func assertEqual<T: Equatable>(
    _ actual: T,
    _ expected: T,
    _ message: String,
    file: StaticString,
    line: UInt
  ) {
    if actual != expected { fail(message, file: file, line: line) }
  }

  func fail(_ message: String, file: StaticString, line: UInt) {
    recorded.withValue { $0.append(Failure(message: message, line: line)) }
  }
}
