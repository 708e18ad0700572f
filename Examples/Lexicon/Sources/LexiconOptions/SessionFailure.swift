/// The reason why a session can't be written, read, or served to a browser.
package enum SessionFailure: Error, CustomStringConvertible {
  case notWritten(_ file: String, _ reason: String)
  case notRead(_ reason: String)
  case notInspected(_ reason: String)

  /// The exit status of the process.
  package var status: Int32 {
    switch self {
    // EX_CANTCREAT, EX_DATAERR and EX_UNAVAILABLE.
    case .notWritten: 73
    case .notRead: 65
    case .notInspected: 69
    }
  }

  package var description: String {
    switch self {
    case .notWritten(let file, let reason): "\(file) could not be written: \(reason)"
    case .notRead(let reason), .notInspected(let reason): reason
    }
  }
}
