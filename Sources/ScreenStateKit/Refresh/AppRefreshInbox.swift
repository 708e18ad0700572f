/// The requests of an `AppRefresher` that a screen has not seen yet: a view hears of changes once in a
/// turn, and of none while it is away.
@MainActor
final class AppRefreshInbox<Option: OptionSet & Sendable, Source: Sendable> {
  private var requests: [AppRefreshAction<Option, Source>] = []

  nonisolated init() {}

  func put(_ request: AppRefreshAction<Option, Source>) {
    requests.append(request)
  }

  func takeAll() -> [AppRefreshAction<Option, Source>] {
    defer { requests = [] }
    return requests
  }
}
