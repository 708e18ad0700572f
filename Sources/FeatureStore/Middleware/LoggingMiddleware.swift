public import Foundation
public import Logging
import StateFields

/// Middleware that logs each action.
///
/// It logs the start at debug, the end with the handler's milliseconds at info, errors at error, and the handler's
/// changes of the state at trace.
///
/// The entries contain the action, the type of the store's state, the duration and the ids of the effects as metadata.
/// In release builds, the values in actions, states and errors are left out, except those of a `LoggableAction`, and
/// only the number of ids is logged.
public struct LoggingMiddleware: SynchronousActionMiddleware {
  public let id = "ViewFeature.Logging"
  private let logger: Logger
  private let redaction: LogRedaction
  private let fields = FieldRecord()

  /// Creates the middleware.
  ///
  /// - Parameters:
  ///   - category: The label of the logger.
  ///   - logLevel: The lowest level that is logged; errors are always logged.
  public init(category: String = "ViewFeature", logLevel: Logger.Level = .debug) {
    self.init(category: category, logLevel: logLevel, redaction: .byDefault)
  }

  init(category: String, logLevel: Logger.Level, redaction: LogRedaction) {
    var logger = Logger(label: category)
    logger.logLevel = min(logLevel, .error)
    self.logger = logger
    self.redaction = redaction
  }

  public func beforeAction<Action, State>(_ action: Action, state: State) {
    if logger.logLevel == .trace { fields.note(state) }
    logger.debug(
      "Action started: \(redaction.describe(action))",
      metadata: metadata(action, State.self)
    )
  }

  public func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) {
    let milliseconds = Self.milliseconds(duration)
    logger.info(
      "Action completed: \(redaction.describe(action)) (\(milliseconds) ms)",
      metadata: metadata(action, State.self).merging(
        ["duration": "\(milliseconds)", "effects": describe(ids: result.ids)]
      ) { $1 }
    )
    guard logger.logLevel == .trace else { return }
    logger.trace(
      "State changed: \(redaction.describe(action))",
      metadata: metadata(action, State.self).merging(
        ["changes": .dictionary(changes(of: state))]
      ) { $1 }
    )
  }

  public func onError<Action, State>(_ error: any Error, action: Action, state: State) {
    logger.error(
      "Action failed: \(redaction.describe(action)): \(redaction.describe(error: error))",
      metadata: metadata(action, State.self)
    )
  }

  fileprivate func log<Action, State>(_ error: any Error, _ action: Action, _ state: State) {
    onError(error, action: action, state: state)
  }

  /// Formats milliseconds with three decimals.
  private static func milliseconds(_ seconds: TimeInterval) -> String {
    let microseconds = Int((min(max(0, seconds), 1e9) * 1_000_000).rounded())
    let decimals = String(microseconds % 1_000)
    let zeros = String(repeating: "0", count: 3 - decimals.count)
    return "\(microseconds / 1_000).\(zeros)\(decimals)"
  }

  /// Describes the ids of effects, which are also values.
  private func describe(ids: [String]) -> Logger.MetadataValue {
    redaction.isOn ? "\(ids.count)" : .array(ids.map { .string($0) })
  }

  private func metadata<Action, State>(_ action: Action, _: State.Type) -> Logger.Metadata {
    ["action": "\(redaction.describe(action))", "store": "\(String(reflecting: State.self))"]
  }

  private func changes<State>(of state: State) -> Logger.Metadata {
    let changes = fields.changes(of: state).map { change in
      (change.name, redaction.isOn ? "changed" : "\(change.old) → \(change.new)")
    }
    return Logger.Metadata(changes.map { ($0.0, .string($0.1)) }) { first, _ in first }
  }
}

extension SynchronousErrorHandlingMiddleware where Self == LoggingMiddleware {
  /// Logs the error; asynchronous code can call this function without `try`.
  public func onError<Action, State>(_ error: any Error, action: Action, state: State) async {
    self.log(error, action, state)
  }
}

/// The recorded values of the fields of states.
@MainActor
private final class FieldRecord {
  private enum Values {
    case snapshot(StateSnapshot)
    case properties([StoredProperty])
  }

  private var noted: [ObjectIdentifier: Values] = [:]

  func note<State>(_ state: State) {
    noted[key(of: state)] = values(of: state)
  }

  /// Removes the recorded values and returns the parts that are different now.
  func changes<State>(of state: State) -> [StateSnapshot.Difference] {
    guard let old = noted.removeValue(forKey: key(of: state)) else { return [] }
    return switch (old, values(of: state)) {
    case (.snapshot(let old), .snapshot(let new)): old.differences(to: new)
    case (.properties(let old), .properties(let new)):
      StoredProperty.differences(from: old, to: new)
    default: []
    }
  }

  private func values<State>(of state: State) -> Values {
    (state as? any SnapshotState).map { .snapshot($0.snapshot()) }
      ?? .properties(StoredProperty.all(of: state))
  }

  private func key<State>(of state: State) -> ObjectIdentifier {
    State.self is AnyClass ? ObjectIdentifier(state as AnyObject) : ObjectIdentifier(State.self)
  }
}
