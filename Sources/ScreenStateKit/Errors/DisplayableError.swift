public import Foundation
import StateFields

/// An error as it is shown to the user.
///
/// Each one made is a new one, whatever its message and the error it stands for; copies are equal.
public struct DisplayableError: LocalizedError, Identifiable, Hashable, Sendable {
  /// Distinguishes this error from all others that were made.
  public let id: String
  /// The text that is shown.
  public let message: String
  /// The error that this one stands for, never a `DisplayableError` that stands for another itself.
  public let originalError: (any Error)?
  /// Which alert shows the error, once it is that of a state.
  var claim: AlertClaim?
  /// Whether the state that has the error was given it by a child.
  var isForwarded = false

  /// Makes an error with a text of its own.
  public init(message: String) {
    self.init(message: message, error: nil)
  }

  /// Makes an error with a text of its own that stands for `error`.
  public init(message: String, error: (any Error)?) {
    id = UUID().uuidString
    self.message = message
    originalError = (error as? DisplayableError)?.originalError ?? error
  }

  /// Makes an error that shows the localized description of `error`.
  public init(error: any Error) {
    self.init(message: error.localizedDescription, error: error)
  }

  /// The message.
  public var errorDescription: String? { message }

  /// Whether the original error is one that is not to be shown.
  public var isSilent: Bool { (originalError as? any NonPresentableError)?.isSilent ?? false }

  /// Compares identity and message; the original error cannot be compared.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.id == rhs.id && lhs.message == rhs.message
  }

  /// Hashes identity and message.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(message)
  }
}

extension DisplayableError: Individual {
  package var individuality: String { id }

  /// Whether both show the same; the original errors cannot be compared.
  package func isAlike(_ other: DisplayableError) -> Bool { message == other.message }
}

extension DisplayableError: CustomReflectable {
  /// The error itself, without the data of alerts.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["id": id, "message": message, "originalError": originalError as Any],
      displayStyle: .struct
    )
  }
}
