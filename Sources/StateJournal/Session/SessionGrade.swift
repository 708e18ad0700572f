/// How much of a session can be restored in a state of the running app.
public enum SessionGrade: Sendable, Equatable {
  /// All values can be restored.
  case same
  /// All values except the listed ones can be restored.
  case canBeShown([Difference])
  /// No value can be restored. The session is readable only as text.
  case onlyAsText([Difference])

  /// A reason why a field, or a whole object, can't have its recorded values.
  public struct Difference: Sendable, Hashable {
    /// The name of the state's type.
    public var type: String
    /// The name of the field; `nil` if the difference is about the whole object.
    public var field: String?
    /// The field, prefixed by the names of the children that lead to it, such as `rows[2].title`.
    ///
    /// `nil` in a grade, because a grade compares types.
    public var path: String?
    /// The reason for the difference.
    public var reason: Reason

    package init(type: String, field: String?, path: String? = nil, _ reason: Reason) {
      self.type = type
      self.field = field
      self.path = path
      self.reason = reason
    }
  }

  /// A reason why something can't have its recorded value.
  public enum Reason: Sendable, Hashable {
    /// The app has the field, but the session doesn't.
    case isAdded
    /// The session has the field, but the app doesn't.
    case isMissing
    /// The field has another type.
    case hasOtherType(recorded: String, now: String)
    /// The session contains the value only as text, or the type can't be decoded.
    case isNotCodable
    /// The recorded value can't be decoded.
    case doesNotDecode
    /// No session contains the value.
    case isRedacted
    /// The field is never restored.
    case isTransient
    /// The field can't be written.
    case hasNoSetter
    /// The setter didn't keep the recorded value.
    case isNotKept
    /// A child of this type can't be created.
    case cannotBeMade(String)
    /// The type doesn't declare its fields.
    case namesNoFields
    /// The state has another type.
    case isOther(recorded: String)
  }

  /// The parts that differ.
  public var differences: [Difference] {
    switch self {
    case .same: []
    case .canBeShown(let differences), .onlyAsText(let differences): differences
    }
  }
}

extension SessionGrade.Difference: CustomStringConvertible {
  /// A readable description: `Editor.title has no setter`, or with a path, `editor.title has no setter`.
  public var description: String {
    let name = path ?? field.map { "\(type).\($0)" } ?? type
    switch reason {
    case .isAdded: return "\(name) is not in the session"
    case .isMissing: return "\(name) is in the session, but not in the app"
    case .hasOtherType(let recorded, let now): return "\(name) was \(recorded), but is now \(now)"
    case .isNotCodable: return "\(name) is recorded as text only, or its type can't be decoded"
    case .doesNotDecode: return "\(name) has a recorded value that can't be decoded"
    case .isRedacted: return "\(name) is redacted: its value isn't recorded"
    case .isTransient: return "\(name) is transient: it is never restored"
    case .hasNoSetter: return "\(name) has no setter"
    case .isNotKept: return "\(name) has a different value after it was set to the recorded one"
    case .cannotBeMade(let type):
      return """
        \(name) holds a \(type), and a second one can't be created: conform \(type) to \
        RestorableState, or return one from makeEmptyCopy()
        """
    case .namesNoFields: return "\(name) doesn't list its fields"
    case .isOther(let recorded): return "\(name) isn't the type of the recorded state, \(recorded)"
    }
  }
}
