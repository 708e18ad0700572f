public import Foundation
import StateFields

/// A step for a crash reporter's list of what happened before a crash.
///
/// Its properties are those that crash reporters have in common. They contain no values.
public struct FlightBreadcrumb: Sendable, Hashable {
  /// The kind of step.
  public enum Category: String, Sendable, Hashable {
    /// A store has received an action.
    case action
    /// A handler or an effect has failed.
    case error
    /// A mark of the app.
    case mark
  }

  /// How serious a step is, with the names that crash reporters use.
  public enum Level: String, Sendable, Hashable {
    /// An action or a mark.
    case info
    /// A failure.
    case error
  }

  /// The step as text: `Search.refresh`.
  public let message: String
  /// The kind of step.
  public let category: Category
  /// How serious the step is.
  public let level: Level
  /// The time of the step.
  public let timestamp: Date

  /// Returns the text of an action: the feature and the case.
  static func text(of action: Any) -> String {
    let type = ValueText.name(of: type(of: action))
    let name = CaseName.of(action)
    // An action that is a structure.
    if name == type { return type }
    let nested = ".Action"
    return "\(type.hasSuffix(nested) ? String(type.dropLast(nested.count)) : type).\(name)"
  }
}
