public import Observation
import StateCore

/// An object that requests that the screens of an app load content again.
@MainActor
@Observable
public final class AppRefresher<Option: OptionSet & Sendable, Source: Sendable> {
  private struct Reader {
    weak let inbox: AppRefreshInbox<Option, Source>?
  }

  /// The latest refresh request.
  ///
  /// Two requests for the same content are two actions.
  public private(set) var action: AppRefreshAction<Option, Source>?
  @ObservationIgnored private var readers: [Reader] = []
  @ObservationIgnored private let broadcast =
    Broadcast<AppRefreshAction<Option, Source>>(replaysLatest: false)

  /// Creates a refresher without requests.
  public init() {}

  /// Requests a refresh of the content in `option`, on behalf of `source`.
  public func refresh(_ option: Option, source: Source? = nil) {
    let request = AppRefreshAction(option: option, source: source)
    readers.removeAll { $0.inbox == nil }
    for case let inbox? in readers.map(\.inbox) where inbox.refresher === self {
      inbox.put(request)
    }
    action = request
    broadcast.emit(request)
  }

  /// Returns the requests for any part of `option` that are made after this call, for stores that have no view.
  ///
  /// ```swift
  /// store.observe(refresher.requests(for: .orders)) { _, state in state.orders.invalidate() }
  /// ```
  ///
  /// The sequence delivers every request, including several in one turn. It doesn't keep the refresher alive and ends
  /// when the refresher is deallocated. Iterate it only once.
  public func requests(
    for option: Option
  ) -> AsyncFilterSequence<AsyncStream<AppRefreshAction<Option, Source>>> {
    broadcast.subscribe().filter { !$0.option.isDisjoint(with: option) }
  }

  /// Puts each later request into `inbox`, without keeping the inbox alive.
  ///
  /// The inbox takes no more requests of another refresher.
  func deliver(to inbox: AppRefreshInbox<Option, Source>) {
    inbox.refresher = self
    guard !readers.contains(where: { $0.inbox === inbox }) else { return }
    readers.append(Reader(inbox: inbox))
  }
}
