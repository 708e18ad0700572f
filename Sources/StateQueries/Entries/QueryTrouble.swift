import Foundation
import ScreenStateKit
import StateCore
import StateRequests

/// The error and the pause of an entry as screens show them, with the same identity and date in all screens.
struct QueryTrouble: Sendable {
  struct Retry: Sendable {
    let nextAttempt: Int
    let error: DisplayableError
    let date: Date
  }

  private(set) var error: DisplayableError?
  private(set) var retry: Retry?
  private var failureCount = 0

  /// Takes the error and the pause of an entry.
  ///
  /// - Parameters:
  ///   - view: The entry.
  ///   - date: Returns the date for a time of the clock.
  /// - Returns: Whether there is an error or a pause.
  mutating func update(
    from view: RequestView<QueryContent>,
    _ date: (Duration) -> Date
  ) -> Bool {
    if view.failureCount != failureCount || view.error == nil {
      failureCount = view.failureCount
      // The content shows no error that reports a cancellation.
      error = view.error.flatMap { error in
        saysCancelled(error) ? nil : error as? DisplayableError ?? DisplayableError(error: error)
      }
    }
    if let pause = view.retry {
      let isShown = retry?.nextAttempt == pause.nextAttempt
      if !isShown || (retry?.date == .distantFuture) != (pause.time == nil) {
        let known = isShown ? retry?.error : nil
        let error =
          known ?? pause.error as? DisplayableError ?? DisplayableError(error: pause.error)
        let date = pause.time.map(date) ?? .distantFuture
        retry = Retry(nextAttempt: pause.nextAttempt, error: error, date: date)
      }
    } else {
      retry = nil
    }
    return error != nil || retry != nil
  }
}

extension Resource where Value: Sendable {
  /// Creates the resource that shows an entry.
  init<Query: ResourceQuery>(
    _ query: Query,
    _ view: RequestView<QueryContent>?,
    _ trouble: QueryTrouble?
  ) where Query.Value == Value {
    guard let view else {
      self.init()
      return
    }
    self.init(
      value: view.content?.value(of: query),
      loadedAt: view.loadedAt,
      isLoading: view.isLoading,
      retry: trouble?.retry.map {
        Retry(nextAttempt: $0.nextAttempt, error: $0.error, date: $0.date)
      },
      error: view.error == nil ? nil : trouble?.error ?? view.error,
      isInvalidated: view.isInvalidated
    )
  }
}
