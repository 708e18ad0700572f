public import Foundation
public import Logging

/// Logs each action: its start at debug, its end with the handler's milliseconds at info, errors at
/// error.
public struct LoggingMiddleware: SynchronousActionMiddleware {
  public let id = "ViewFeature.Logging"
  private let logger: Logger

  /// - Parameters:
  ///   - category: The label of the logger.
  ///   - logLevel: The least level that is logged; errors are logged always.
  public init(category: String = "ViewFeature", logLevel: Logger.Level = .debug) {
    var logger = Logger(label: category)
    logger.logLevel = min(logLevel, .error)
    self.logger = logger
  }

  public func beforeAction<Action, State>(_ action: Action, state: State) {
    logger.debug("Action started: \(action)")
  }

  public func afterAction<Action, State>(
    _ action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) {
    logger.info("Action completed: \(action) (\(milliseconds(duration)) ms)")
  }

  public func onError<Action, State>(_ error: any Error, action: Action, state: State) {
    logger.error("Action failed: \(action): \(error)")
  }

  private func milliseconds(_ seconds: TimeInterval) -> String {
    String(format: "%.3f", seconds * 1_000)
  }
}
