public import Foundation
import StateFields

/// An error that explains why a state can't be loaded or saved.
public struct SavedStateError: Error, Hashable, Sendable {
  /// The kind of an error.
  ///
  /// The notes about the data concern saved states. The record of a query is removed, unless it is `unreadable`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String

    /// The declaration of the state contradicts itself.
    public static let declaration = Code(description: "declaration")
    /// The saved data can't be read.
    ///
    /// It stays unchanged.
    public static let unreadable = Code(description: "unreadable")
    /// The state can't be written.
    ///
    /// The save is retried.
    public static let unwritable = Code(description: "unwritable")
    /// Another process keeps the storage locked.
    ///
    /// The save is retried.
    public static let locked = Code(description: "locked")
    /// The saved data isn't a saved state.
    ///
    /// It was set aside.
    public static let damaged = Code(description: "damaged")
    /// The value of a field doesn't match its type.
    ///
    /// A copy was set aside, and the field stays unchanged.
    public static let field = Code(description: "field")
    /// The data was saved by a newer version of the app.
    ///
    /// It stays unchanged.
    public static let newerVersion = Code(description: "newerVersion")
    /// The data was saved by another state.
    ///
    /// It stays unchanged.
    public static let otherState = Code(description: "otherState")
    /// A migration is missing or has failed.
    ///
    /// The saved data stays unchanged.
    public static let migrationFailed = Code(description: "migrationFailed")
    /// The data is encrypted with another key, or its location has no key.
    ///
    /// It stays unchanged.
    public static let wrongKey = Code(description: "wrongKey")
    /// The data is encrypted for another place.
    ///
    /// It stays unchanged.
    public static let otherPlace = Code(description: "otherPlace")
    /// The data isn't encrypted, but its location is.
    ///
    /// It stays unchanged.
    public static let unencrypted = Code(description: "unencrypted")
    /// The data is older than what was saved last.
    ///
    /// It stays unchanged.
    public static let replayed = Code(description: "replayed")
    /// The end of the data is missing.
    ///
    /// It was set aside.
    public static let truncated = Code(description: "truncated")
    /// The saved content of a query is older than its maximum age, and was removed.
    public static let expired = Code(description: "expired")
    /// The saved content of a query has another version, and was removed; or the saved steps of a history have, which
    /// starts empty.
    public static let otherVersion = Code(description: "otherVersion")
    /// The state has other values than the saved steps of its history ended with, so the history starts empty.
    public static let otherValues = Code(description: "otherValues")
    /// The storage has as many entries as it may have; the new one wasn't stored.
    public static let full = Code(description: "full")
    /// The place is in use, or what uses it already has another one.
    public static let inUse = Code(description: "inUse")

    /// Whether the saved data is unusable.
    var isDamage: Bool { self == .damaged || self == .truncated }
  }

  /// The kind of the error.
  public let code: Code
  /// A readable explanation.
  public let reason: String
  /// The name of the field, if the error is about one, prefixed by the names of the children that lead to it.
  public private(set) var field: String?
  /// The location of the saved state, such as the path of a file.
  public internal(set) var place: String?
  /// The location of data that was set aside, if any.
  public internal(set) var setAside: String?

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// Creates the error for a field whose value can't be decoded or encoded.
  init(field: String, _ error: any Error, isRedacted: Bool = false) {
    let error = error as? SavedStateError ?? SavedStateError(.field, describe(error))
    self = error.inField(field, isRedacted: isRedacted)
  }

  /// Returns the same error in a child.
  ///
  /// For a redacted field, it doesn't contain the values found there.
  func inField(_ name: String, isRedacted: Bool = false) -> SavedStateError {
    var copy = isRedacted ? withoutValues : self
    copy.field = FieldPath.join(name, copy.field ?? "")
    return copy
  }

  /// The same error without values, and without the key of a child.
  private var withoutValues: SavedStateError {
    var copy = SavedStateError(code, reasonForLog)
    (copy.place, copy.setAside) = (place, setAside)
    copy.field = field.map { field in
      guard field.hasPrefix("["), let end = field.firstIndex(of: "]") else { return field }
      return "[\(ValueText.redacted)\(field[end...])"
    }
    return copy
  }

  /// The reason, unless it may contain values of the state.
  private var reasonForLog: String {
    switch code {
    case .field: "its value can't be used"
    case .migrationFailed: "a migration failed"
    default: reason
    }
  }

  func at(_ place: String) -> SavedStateError {
    var copy = self
    copy.place = copy.place ?? place
    return copy
  }
}

extension SavedStateError: CustomStringConvertible {
  /// The place, the field, and the reason.
  public var description: String { text(reason) }

  /// The same text, but without a reason that may contain values of the state.
  package var textForLog: String {
    text(reasonForLog)
  }

  private func text(_ reason: String) -> String {
    let start = [place, field.map { "field \"\($0)\"" }].compactMap { $0 }.map { "\($0): " }
    let end = setAside.map { " (set aside as \($0))" } ?? ""
    return start.joined() + reason + end
  }
}

extension SavedStateError: LocalizedError {
  /// The place, the field, and the reason.
  public var errorDescription: String? { description }
}

/// Returns a sentence that describes an error.
package func describe(_ error: any Error) -> String {
  switch error {
  case let error as SavedStateError: error.description
  case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
    DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
    context.codingPath.isEmpty
      ? context.debugDescription
      : "\(context.debugDescription) (at \(context.codingPath.map(\.stringValue).joined(separator: ".")))"
  case EncodingError.invalidValue(_, let context): context.debugDescription
  default: "\(error)"
  }
}
