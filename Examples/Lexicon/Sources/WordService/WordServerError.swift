import FlyingSocks
import Foundation

/// The reason why the service couldn't start, with its address.
package struct WordServerError: LocalizedError, Equatable {
  package let address: String
  package let reason: String

  package var errorDescription: String? {
    "The word service cannot listen on \(address): \(reason)."
  }

  init(address: String, _ error: any Error) {
    self.address = address
    reason =
      switch error as? SocketError {
      case .failed(_, EADDRINUSE, _): "the port is already in use"
      case .failed(_, _, let message): message
      default: error.localizedDescription
      }
  }
}
