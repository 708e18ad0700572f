import Foundation

extension DisplayableError {
  /// What to show below the message: why it failed and what can be done, if the original error says.
  var details: String? {
    guard let error = originalError as? any LocalizedError else { return nil }
    let parts = [error.failureReason, error.recoverySuggestion].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }
}
