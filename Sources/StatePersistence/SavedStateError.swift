public import Foundation
import StateEngine

/// Why a state can't be loaded or saved.
public struct SavedStateError: Error, Hashable, Sendable {
  /// The kind of an error.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String

    /// The declaration of the state contradicts itself.
    public static let declaration = Code(description: "declaration")
    /// What was saved can't be read; it stays as it is.
    public static let unreadable = Code(description: "unreadable")
    /// The state can't be written; it is tried again.
    public static let unwritable = Code(description: "unwritable")
    /// Another process writes all the time; it is tried again.
    public static let locked = Code(description: "locked")
    /// What was saved is no saved state; it was set aside.
    public static let damaged = Code(description: "damaged")
    /// The value of a field does not fit its type; a copy was set aside, and the field stays as it is.
    public static let field = Code(description: "field")
    /// It was saved by a newer version of the app; it stays as it is.
    public static let newerVersion = Code(description: "newerVersion")
    /// It was saved by another state; it stays as it is.
    public static let otherState = Code(description: "otherState")
    /// A migration is missing or has failed; what was saved stays as it is.
    public static let migrationFailed = Code(description: "migrationFailed")
    /// It is encrypted with another key, or its place has none; it stays as it is.
    public static let wrongKey = Code(description: "wrongKey")
    /// It is encrypted for another place; it stays as it is.
    public static let otherPlace = Code(description: "otherPlace")
    /// It is not encrypted, and its place is; it stays as it is.
    public static let unencrypted = Code(description: "unencrypted")
    /// It is older than what was saved last; it stays as it is.
    public static let replayed = Code(description: "replayed")
    /// Its end is missing; it was set aside.
    public static let truncated = Code(description: "truncated")

    /// Whether what was saved is of no use.
    var isDamage: Bool { self == .damaged || self == .truncated }
  }

  /// The kind.
  public let code: Code
  /// A sentence for people.
  public let reason: String
  /// The name of the field, if it is about one, behind those of the children that lead to it.
  public private(set) var field: String?
  /// Where the state is saved, such as the path of a file.
  public internal(set) var place: String?
  /// Where it was set aside, if it was.
  public internal(set) var setAside: String?

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  /// The value of a field that does not decode or encode.
  init(field: String, _ error: any Error, isRedacted: Bool = false) {
    let error = error as? SavedStateError ?? SavedStateError(.field, describe(error))
    self = error.inField(field, isRedacted: isRedacted)
  }

  /// The same in a child; of a redacted field without what was found there.
  func inField(_ name: String, isRedacted: Bool = false) -> SavedStateError {
    var copy = isRedacted ? withoutValues : self
    copy.field = FieldPath.join(name, copy.field ?? "")
    return copy
  }

  /// The same without a value, and without the place of a child.
  private var withoutValues: SavedStateError {
    var copy = SavedStateError(code, reasonForLog)
    (copy.place, copy.setAside) = (place, setAside)
    copy.field = field.map { field in
      guard field.hasPrefix("["), let end = field.firstIndex(of: "]") else { return field }
      return "[\(ValueText.redacted)\(field[end...])"
    }
    return copy
  }

  /// The reason, unless it may have values of the state.
  private var reasonForLog: String {
    switch code {
    case .field: "its value can't be used"
    case .migrationFailed: "a migration has failed"
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
  /// The place, the field and the reason.
  public var description: String { text(reason) }

  /// The same without a reason that may have values of the state.
  var textForLog: String {
    text(reasonForLog)
  }

  private func text(_ reason: String) -> String {
    let start = [place, field.map { "field \"\($0)\"" }].compactMap { $0 }.map { "\($0): " }
    let end = setAside.map { " (set aside as \($0))" } ?? ""
    return start.joined() + reason + end
  }
}

extension SavedStateError: LocalizedError {
  /// The place, the field and the reason.
  public var errorDescription: String? { description }
}

/// An error in a sentence.
func describe(_ error: any Error) -> String {
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
