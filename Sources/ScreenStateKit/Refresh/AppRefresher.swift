public import Observation
import StateCore

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
  @ObservationIgnored private let broadcast =
    Broadcast<AppRefreshAction<Option, Source>>(replaysLatest: false)

  /// Makes a refresher that nobody has asked for anything yet.
  public init() {}

  /// Requests a refresh of what `option` names, on behalf of `source`.
  public func refresh(_ option: Option, source: Source? = nil) {
    let request = AppRefreshAction(option: option, source: source)
    readers.removeAll { $0.inbox == nil }
    for reader in readers { reader.inbox?.put(request) }
    action = request
    broadcast.emit(request)
  }

  /// The requests for any part of `option` that are made after this call, for stores that have no view.
  ///
  /// ```swift
  /// store.observe(refresher.requests(for: .orders)) { _, state in state.orders.invalidate() }
  /// ```
  ///
  /// None is lost, also those of one turn. The refresher is not kept: the sequence ends with it. It is for one iteration.
  public func requests(
    for option: Option
  ) -> AsyncFilterSequence<AsyncStream<AppRefreshAction<Option, Source>>> {
    broadcast.subscribe().filter { !$0.option.isDisjoint(with: option) }
  }

  /// Puts each later request into `inbox`, which is not kept.
  func deliver(to inbox: AppRefreshInbox<Option, Source>) {
    guard !readers.contains(where: { $0.inbox === inbox }) else { return }
    readers.append(Reader(inbox: inbox))
  }
}
