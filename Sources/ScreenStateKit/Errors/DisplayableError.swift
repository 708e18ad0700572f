public import Foundation
import StateFields

/// An error as shown to the user.
///
/// Each error you create is distinct, even if the message and the underlying error are the same; copies are equal.
public struct DisplayableError: LocalizedError, Identifiable, Hashable, Sendable {
  /// The identity of this error, which copies share.
  public let id: String
  /// The text shown to the user.
  public let message: String
  /// The underlying error, which is never a `DisplayableError` that itself has an underlying error.
  public let originalError: (any Error)?
  /// The claim that decides which alert shows the error, once the error belongs to a state.
  var claim: AlertClaim?
  /// Whether the state received the error from a child.
  var isForwarded = false
  /// The action that has failed, in the state of its screen.
  var failedAction: FailedAction?

  /// Creates an error with a custom message.
  public init(message: String) {
    self.init(message: message, error: nil)
  }

  /// Creates an error with a custom message and `error` as the underlying error.
  public init(message: String, error: (any Error)?) {
    id = UUID().uuidString
    self.message = message
    originalError = (error as? DisplayableError)?.originalError ?? error
  }

  /// Creates an error whose message is the localized description of `error`.
  public init(error: any Error) {
    self.init(message: error.localizedDescription, error: error)
  }

  /// The message.
  public var errorDescription: String? { message }

  /// Whether the original error isn't meant to be shown.
  public var isSilent: Bool { (originalError as? any NonPresentableError)?.isSilent ?? false }

  /// Compares identity and message, because original errors can't be compared.
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

  /// Compares only the messages, because original errors can't be compared.
  package func isAlike(_ other: DisplayableError) -> Bool { message == other.message }
}

extension DisplayableError: CustomReflectable {
  /// The properties of the error, without the data that alerts use.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["id": id, "message": message, "originalError": originalError as Any],
      displayStyle: .struct
    )
  }
}
