/// The requests of an `AppRefresher` that a screen has not seen yet.
///
/// A view observes changes only once per turn, and none while it is off screen.
@MainActor
final class AppRefreshInbox<Option: OptionSet & Sendable, Source: Sendable> {
  private var requests: [AppRefreshAction<Option, Source>] = []
  /// The refresher whose requests it takes; others may still know it.
  weak var refresher: AppRefresher<Option, Source>?

  nonisolated init() {}

  func put(_ request: AppRefreshAction<Option, Source>) {
    requests.append(request)
  }

  func takeAll() -> [AppRefreshAction<Option, Source>] {
    defer { requests = [] }
    return requests
  }
}
