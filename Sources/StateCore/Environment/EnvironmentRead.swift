import Foundation
import IssueReporting

/// An access to a key that nothing has set, for the message about a missing test value.
package struct EnvironmentRead: Sendable {
  /// A line in the source.
  struct Place: Sendable {
    let fileID: StaticString
    let line: UInt
  }

  @TaskLocal static var current: EnvironmentRead?
  /// The declaration of the wrapper that performs the access.
  @TaskLocal static var wrapper: Place?
  /// Whether the access has been reported for another reason.
  @TaskLocal static var isReported = false

  /// The property of the environment.
  let name: StaticString
  /// The declaration of that property, or the code that uses the subscript.
  let place: Place
  /// Receives the report instead of the test framework.
  let onMissing: MissingValue.Receiver?

  /// Runs the getter of a test value, which may report that it is missing.
  func run<Value>(_ value: () -> Value) -> Value {
    Self.$current.withValue(self) { value() }
  }

  /// Reports that a key has no test value.
  static func reportMissing(_ key: any Any.Type) {
    if isReported { return }
    let read = current
    let place = wrapper ?? read?.place
    let owner = StoreContexts.current?.owner
    let subject = read.map { "\"\($0.name)\" (\(key))" } ?? "\(key)"
    let reader = owner.map { "\($0)" } ?? "code outside any store"
    let location = place.map { " at \($0.fileID):\($0.line)" } ?? ""
    let setting = read.map { "$0.\($0.name) = …" } ?? "$0[\(key).self] = …"
    let missing = MissingValue(
      text: "\(subject) has no test value, and \(reader) reads it\(location).",
      setting: setting
    )
    if let onMissing = read?.onMissing { return onMissing(missing) }
    let message = """
      \(missing.text) Set it in the test, `TestStore(…) { \(setting) }`, give another store the \
      environment `.test.changing { \(setting) }`, or declare `testValue` in \(key).
      """
    guard let place else { return reportIssue(message) }
    reportIssue(message, fileID: place.fileID, filePath: place.fileID, line: place.line)
  }
}

/// A report that a key without a test value was read.
package struct MissingValue: Sendable {
  package typealias Receiver = @Sendable (MissingValue) -> Void

  /// The key, and the code that reads it.
  package let text: String
  /// The assignment that sets the value.
  package let setting: String
}

/// The kind of process, which decides the values of keys that nothing has set.
enum EnvironmentDefaults: Sendable {
  case live
  case preview
  case test

  static let ofProcess = EnvironmentDefaults(
    variables: ProcessInfo.processInfo.environment,
    isTesting: isTesting
  )

  /// Creates the kind of a process with the given environment variables; Xcode sets one of them for SwiftUI previews.
  init(variables: [String: String], isTesting: Bool) {
    if variables["XCODE_RUNNING_FOR_PREVIEWS"] == "1" {
      self = .preview
    } else {
      self = isTesting ? .test : .live
    }
  }
}

#if DEBUG
/// The check that the live value of a key is the same object at each access.
enum LiveValueCheck {
  private static let checked = Locked<Set<ObjectIdentifier>>([])

  static func run<Key: StoreEnvironmentKey>(_ key: Key.Type) {
    guard checked.withLock({ $0.insert(ObjectIdentifier(key)).inserted }) else { return }
    guard let first = object(Key.liveValue), let second = object(Key.liveValue), first !== second
    else { return }
    reportIssue(
      """
      The live value of \(key) is another object at each access, so what it remembers is lost. \
      Declare it as `static let liveValue`.
      """
    )
  }

  /// Returns the value, if it is an object.
  private static func object(_ value: Any) -> AnyObject? {
    type(of: value) is any AnyObject.Type ? value as AnyObject : nil
  }
}
#endif
