/// How a server answers.
package enum ServerBehavior: String, CaseIterable, Sendable {
  case normal
  /// Each answer takes three seconds.
  case slow
  /// Each answer is a failure.
  case failing
  /// Failures for five seconds, then answers for five seconds, and so on.
  case flapping
  /// Changes are applied, but each answer is a failure.
  case losing

  package struct Outcome: Equatable, Sendable {
    package var pause = Duration.zero
    package var isFailure = false
    /// Whether the server applies a change before it fails.
    package var appliesChanges = false
  }

  /// Returns what happens to a request when the server has had this behavior for some time.
  package func outcome(after elapsed: Duration) -> Outcome {
    switch self {
    case .normal: Outcome()
    case .slow: Outcome(pause: .seconds(3))
    case .failing: Outcome(isFailure: true)
    case .flapping: Outcome(isFailure: Int(elapsed / .seconds(5)).isMultiple(of: 2))
    case .losing: Outcome(isFailure: true, appliesChanges: true)
    }
  }
}
