public import Foundation

/// An error as it is shown to the user.
///
/// Each one made is a new one, whatever its message.
public struct DisplayableError: LocalizedError, Identifiable, Hashable, Sendable {
  public let id: String
  public let message: String

  public init(message: String) {
    id = UUID().uuidString
    self.message = message
  }

  public var errorDescription: String? { message }
}
