public import Foundation

public enum SocketError: LocalizedError, Equatable {
  case failed(type: String, errno: Int32, message: String)
  case blocked
  case disconnected
  case unsupportedAddress
  case timeout(message: String)

  public var errorDescription: String? { fatalError() }
}
