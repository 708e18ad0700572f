import Foundation

extension DisplayableError {
  /// The failure reason and the recovery suggestion of the original error, if it has them, for the text below the
  /// message.
  var details: String? {
    guard let error = originalError as? any LocalizedError else { return nil }
    let parts = [error.failureReason, error.recoverySuggestion].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }
}
