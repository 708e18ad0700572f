/// A reason why a flight recorder can't start, or why a file can't be read.
public enum FlightError: Error, Hashable, Sendable {
  /// The file isn't one of a flight recorder, or the process ended before it was complete.
  case isNoFlight
  /// The file has another version of the format.
  case hasOtherVersion(Int)
  /// The beginning of the file is damaged.
  case isDamaged
  /// A recorder of this process or of another one uses the folder.
  case isInUse
  /// The system refuses a call, with its error number.
  case system(call: String, code: Int32)
  /// The folder can't be created, or the file can't be read.
  case cannotAccess(path: String)
}

extension FlightError: CustomStringConvertible {
  /// A readable description of the error.
  public var description: String {
    switch self {
    case .isNoFlight: "The file isn't a complete file of a flight recorder"
    case .hasOtherVersion(let version):
      "The file has version \(version) of the format; this app reads version \(FlightLayout.version)"
    case .isDamaged: "The beginning of the file is damaged"
    case .isInUse: "Another flight recorder uses the folder; use one folder for each process"
    case .system(let call, let code): "The system refused '\(call)' with error \(code)"
    case .cannotAccess(let path): "The system refuses the access to \(path)"
    }
  }
}
