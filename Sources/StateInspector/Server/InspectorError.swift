#if Inspector && (DEBUG || STATE_INSPECTOR_IN_RELEASE)
public import Foundation

/// A reason why an inspector can't serve.
public enum InspectorError: Error, Hashable {
  /// Another program, or another inspector, listens on the port.
  case portIsInUse(UInt16)
  /// The system doesn't allow it to listen, for the given reason.
  case cannotListen(String)
  /// The given token doesn't consist of 32 to 128 ASCII letters and digits.
  case invalidToken
}

extension InspectorError: LocalizedError {
  /// A readable description of the error.
  public var errorDescription: String? {
    switch self {
    case .portIsInUse(let port): "Port \(port) is in use."
    case .cannotListen(let reason): "The inspector can't listen: \(reason)."
    case .invalidToken: "The token must consist of 32 to 128 ASCII letters and digits."
    }
  }
}
#endif
