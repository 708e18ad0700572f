/// Why a session is not in its file, or cannot be read from one.
package enum SessionFailure: Error, CustomStringConvertible {
  case notWritten(_ file: String, _ reason: String)
  case notRead(_ reason: String)

  /// The exit status of the process.
  package var status: Int32 {
    switch self {
    // EX_CANTCREAT and EX_DATAERR.
    case .notWritten: 73
    case .notRead: 65
    }
  }

  package var description: String {
    switch self {
    case .notWritten(let file, let reason): "\(file) could not be written: \(reason)"
    case .notRead(let reason): reason
    }
  }
}
