public import Observation

/// Tells the screens of an app which content to load again.
@MainActor
@Observable
public final class AppRefresher<Option: OptionSet & Sendable, Source: Sendable> {
  private struct Reader {
    weak let inbox: AppRefreshInbox<Option, Source>?
  }

  /// The latest request to refresh.
  ///
  /// Two requests for the same thing are two actions.
  public private(set) var action: AppRefreshAction<Option, Source>?
  @ObservationIgnored private var readers: [Reader] = []

  /// Makes a refresher that nobody has asked for anything yet.
  public init() {}

  /// Requests a refresh of what `option` names, on behalf of `source`.
  public func refresh(_ option: Option, source: Source? = nil) {
    let request = AppRefreshAction(option: option, source: source)
    readers.removeAll { $0.inbox == nil }
    for reader in readers { reader.inbox?.put(request) }
    action = request
  }

  /// Puts each later request into `inbox`, which is not kept.
  func deliver(to inbox: AppRefreshInbox<Option, Source>) {
    guard !readers.contains(where: { $0.inbox === inbox }) else { return }
    readers.append(Reader(inbox: inbox))
  }
}
