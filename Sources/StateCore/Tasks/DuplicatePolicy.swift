/// The rule for work that starts under a key in use.
package enum DuplicatePolicy: Sendable {
  /// The running work is cancelled, the new work starts.
  case cancelExisting
  /// The new work is refused.
  case cancelNew
  /// Both run; cancelling the key reaches both.
  case allow

  package var rule: ExecutionPolicy.Rule {
    switch self {
    case .cancelExisting: .restart
    case .cancelNew: .refuse
    case .allow: .allow
    }
  }
}
