import Foundation

/// An action whose values may appear in the log of a release build.
///
/// For other actions, only the name of the case is logged, because their values may be personal.
public protocol LoggableAction {
  /// The text in the log. By default, this is the whole value if no part of it is redacted.
  var logDescription: String { get }
}

extension LoggableAction {
  /// The whole value, or the name of the case if parts of it are redacted.
  public var logDescription: String { ValueText.description(of: self) }
}

/// The rules for logging actions and other values that may be personal.
package struct LogRedaction: Sendable {
  package let isOn: Bool

  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// Redaction is off in debug builds.
  package static var byDefault: LogRedaction {
    #if DEBUG
    LogRedaction(isOn: false)
    #else
    LogRedaction(isOn: true)
    #endif
  }

  /// Returns the loggable text of an action: the name of the case for an enumeration, and the name of the type for
  /// other types.
  ///
  /// Returns the whole value if the action allows it or redaction is off.
  package func describe<Action>(_ action: Action) -> String {
    if let action = action as? any RedactedAction, action.isRedacted {
      return CaseName.of(action)
    }
    if let action = action as? any LoggableAction { return action.logDescription }
    guard isOn else { return ValueText.description(of: action) }
    let mirror = Mirror(reflecting: action)
    guard mirror.displayStyle == .enum else { return String(describing: Action.self) }
    return mirror.children.first.map { $0.label ?? "" } ?? String(describing: action)
  }
}

extension LogRedaction {
  /// Returns the loggable text of an error: like an action, followed by the error code if it has one.
  package func describe(error: any Error) -> String {
    guard isOn, !(error is any LoggableAction) else { return describe(error) }
    guard let coded = error as? any CustomNSError else { return describe(error) }
    return "\(describe(error)) (\(type(of: coded).errorDomain) \(coded.errorCode))"
  }
}

/// Returns the text of an error for the modules' own logs.
package func describeForLog(error: any Error) -> String {
  LogRedaction.byDefault.describe(error: error)
}

/// Returns the text of an action, or of another value that may be personal, such as the id of an effect, for the
/// modules' own logs.
package func describeForLog<Action>(_ action: Action) -> String {
  LogRedaction.byDefault.describe(action)
}
