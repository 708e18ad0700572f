package import Foundation

/// An object that runs middleware in the order of its registration.
@MainActor
package final class MiddlewareManager<Action, State> {
  private var list = MiddlewareList()

  /// Creates a manager with these middlewares.
  package init(middlewares: [any BaseActionMiddleware] = []) {
    addMiddlewares(middlewares)
  }

  /// All middleware, in the order of its registration.
  package var allMiddlewares: [any BaseActionMiddleware] { list.all }

  /// Adds middleware at the end.
  package func addMiddleware(_ middleware: some BaseActionMiddleware) {
    list.append(middleware)
  }

  /// Adds middleware at the end, in this order.
  package func addMiddlewares(_ newMiddlewares: [any BaseActionMiddleware]) {
    for middleware in newMiddlewares { list.append(middleware) }
  }

  /// Runs the middleware before an action; stops at the first one that throws, and rethrows its error.
  package func executeBeforeAction(action: Action, state: State) async throws {
    try await list.before(action, state)
  }

  /// Runs the middleware after an action; stops at the first one that throws, and rethrows its error.
  package func executeAfterAction(
    action: Action,
    state: State,
    result: ActionTask<Action, State>,
    duration: TimeInterval
  ) async throws {
    try await list.after(action, state, result, duration: duration)
  }

  /// Runs the error-handling middleware; logs an error that middleware throws here, and continues with the next one.
  package func executeErrorHandling(error: any Error, action: Action, state: State) async {
    await list.error(error, action, state)
  }
}
