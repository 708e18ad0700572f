/// The rule for work that starts with a key in use.
package enum DuplicatePolicy: Sendable {
  /// Cancels the running work and starts the new work.
  case cancelExisting
  /// Refuses the new work.
  case cancelNew
  /// Runs both. Cancelling the key cancels both.
  case allow

  package var rule: ExecutionPolicy.Rule {
    switch self {
    case .cancelExisting: .restart
    case .cancelNew: .refuse
    case .allow: .allow
    }
  }
}
