import Foundation

/// An action whose values may be written to the log of a release build.
///
/// Of other actions only the name of the case is, because their values may be personal.
public protocol LoggableAction {
  /// The text in the log; by default of the whole value, if none of its parts is redacted.
  var logDescription: String { get }
}

extension LoggableAction {
  /// The whole value; of one with redacted parts the name of the case.
  public var logDescription: String { ValueText.description(of: self) }
}

/// How actions, and other values that may be personal, are written to the log.
package struct LogRedaction: Sendable {
  package let isOn: Bool

  package init(isOn: Bool) {
    self.isOn = isOn
  }

  /// Off in debug builds.
  package static var byDefault: LogRedaction {
    #if DEBUG
    LogRedaction(isOn: false)
    #else
    LogRedaction(isOn: true)
    #endif
  }

  /// An action as it may be logged: of an enumeration the name of the case, of another type that of
  /// the type, and the whole value if the action says so or nothing is held back.
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
  /// An error as it may be logged: like an action, with the code of those that have one.
  package func describe(error: any Error) -> String {
    guard isOn, !(error is any LoggableAction) else { return describe(error) }
    guard let coded = error as? any CustomNSError else { return describe(error) }
    return "\(describe(error)) (\(type(of: coded).errorDomain) \(coded.errorCode))"
  }
}

/// An error as the modules' own logs have it.
package func describeForLog(error: any Error) -> String {
  LogRedaction.byDefault.describe(error: error)
}

/// An action, or another value that may be personal, such as the id of an effect, as the modules' own
/// logs have it.
package func describeForLog<Action>(_ action: Action) -> String {
  LogRedaction.byDefault.describe(action)
}
