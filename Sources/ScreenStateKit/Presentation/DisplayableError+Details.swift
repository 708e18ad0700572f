import Foundation

extension DisplayableError {
  /// The text below the message: the reason and the remedy, if the original error has them.
  var details: String? {
    guard let error = originalError as? any LocalizedError else { return nil }
    let parts = [error.failureReason, error.recoverySuggestion].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }
}
