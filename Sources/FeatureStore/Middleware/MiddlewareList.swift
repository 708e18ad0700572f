import Foundation
import Logging
import StateFields

/// A handler's middleware, sorted by phase; each phase keeps the order of registration.
@MainActor
struct MiddlewareList {
  private(set) var all: [any BaseActionMiddleware] = []
  private var before =
    Phase<any BeforeActionMiddleware, any SynchronousBeforeActionMiddleware>()
  private var after = Phase<any AfterActionMiddleware, any SynchronousAfterActionMiddleware>()
  private var errors =
    Phase<any ErrorHandlingMiddleware, any SynchronousErrorHandlingMiddleware>()

  /// The members of one phase, and the same members as synchronous ones if all are synchronous.
  private struct Phase<Member, SynchronousMember> {
    var members: [Member] = []
    var synchronous: [SynchronousMember]? = []

    mutating func append(_ middleware: any BaseActionMiddleware) {
      guard let member = middleware as? Member else { return }
      members.append(member)
      if let synchronousMember = middleware as? SynchronousMember {
        synchronous?.append(synchronousMember)
      } else {
        synchronous = nil
      }
    }
  }

  var isBeforeSynchronous: Bool { before.synchronous != nil }
  var isAfterSynchronous: Bool { after.synchronous != nil }
  var isErrorSynchronous: Bool { errors.synchronous != nil }
  var isEmpty: Bool { all.isEmpty }

  /// Whether any middleware receives the errors of a cause.
  func handlesErrors<Cause>(of cause: Cause.Type) -> Bool {
    errors.members.contains { ($0 as? any CauseSelecting)?.takes(cause) ?? true }
  }

  mutating func append(_ middleware: any BaseActionMiddleware) {
    all.append(middleware)
    before.append(middleware)
    after.append(middleware)
    errors.append(middleware)
  }

  func before<Action, State>(_ action: Action, _ state: State) async throws {
    for middleware in before.members {
      try await middleware.beforeAction(action, state: state)
    }
  }

  func after<Action, State>(
    _ action: Action,
    _ state: State,
    _ result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    for middleware in after.members {
      try await middleware.afterAction(action, state: state, result: result, duration: duration)
    }
  }

  func error<Action, State>(_ error: any Error, _ action: Action, _ state: State) async {
    for middleware in errors.members {
      do {
        try await middleware.onError(error, action: action, state: state)
      } catch let failure {
        log(failure, of: middleware)
      }
    }
  }

  /// Runs the phase; call it only if `isBeforeSynchronous`, and the two functions below under the same condition.
  func beforeSynchronously<Action, State>(_ action: Action, _ state: State) throws {
    for middleware in before.synchronous ?? [] {
      try middleware.beforeAction(action, state: state)
    }
  }

  func afterSynchronously<Action, State>(
    _ action: Action,
    _ state: State,
    _ result: ActionTask<Action, State>,
    duration: TimeInterval
  ) throws {
    for middleware in after.synchronous ?? [] {
      try middleware.afterAction(action, state: state, result: result, duration: duration)
    }
  }

  func errorSynchronously<Action, State>(_ error: any Error, _ action: Action, _ state: State) {
    for middleware in errors.synchronous ?? [] {
      do {
        try middleware.onError(error, action: action, state: state)
      } catch let failure {
        log(failure, of: middleware)
      }
    }
  }

  private func log(_ failure: any Error, of middleware: any BaseActionMiddleware) {
    logger.error(
      "Middleware failed while it handled an error",
      metadata: ["middleware": "\(middleware.id)", "error": "\(describeForLog(error: failure))"]
    )
  }
}

/// Middleware that receives the errors of some causes only.
@MainActor
protocol CauseSelecting {
  func takes(_ cause: any Any.Type) -> Bool
}
