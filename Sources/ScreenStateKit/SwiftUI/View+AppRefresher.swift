#if canImport(SwiftUI)
import StateCore
public import SwiftUI

extension View {
  /// Provides a separate refresher to all views below, which read it from the environment by type.
  public func appRefresherHost<Option: OptionSet & Sendable, Source: Sendable>(
    option: Option.Type,
    source: Source.Type
  ) -> some View {
    modifier(AppRefresherHost<Option, Source>())
  }

  /// Provides `refresher` to all views below, which read it from the environment by type.
  public func appRefresherHost<Option: OptionSet & Sendable, Source: Sendable>(
    _ refresher: AppRefresher<Option, Source>
  ) -> some View {
    environment(refresher)
  }

  /// Calls `action` when the refresher of a view above receives a request for any part of `option`.
  ///
  /// The requests are performed in the order in which they were made. Requests from before the view appeared are
  /// ignored, because the view then loads its content anyway.
  public func onAppRefresh<Option: OptionSet & Sendable, Source: Sendable>(
    _ option: Option,
    behavior: AppRefreshBehavior = .immediate,
    perform action: @escaping @Sendable @MainActor (AppRefreshAction<Option, Source>) async -> Void
  ) -> some View {
    modifier(AppRefreshObserver(option: option, behavior: behavior, action: action))
  }

  /// Calls `action` with the source of each request for any part of `option`, as version 1.4.0 does.
  ///
  /// This method otherwise behaves like the one whose closure takes the whole request.
  public func onAppRefresh<Option: OptionSet & Sendable, Source: Sendable>(
    _ option: Option,
    behavior: AppRefreshBehavior = .immediate,
    perform action: @escaping @Sendable @MainActor (Source?) async -> Void
  ) -> some View {
    onAppRefresh(option, behavior: behavior) { (request: AppRefreshAction<Option, Source>) in
      await action(request.source)
    }
  }
}

private struct AppRefresherHost<Option: OptionSet & Sendable, Source: Sendable>: ViewModifier {
  @State private var refresher = AppRefresher<Option, Source>()

  func body(content: Content) -> some View {
    content.environment(refresher)
  }
}

private struct AppRefreshObserver<Option: OptionSet & Sendable, Source: Sendable>: ViewModifier {
  @Environment(AppRefresher<Option, Source>.self) private var refresher:
    AppRefresher<Option, Source>?
  @State private var inbox = AppRefreshInbox<Option, Source>()
  @State private var queue = AppRefreshQueue<Option, Source>()
  let option: Option
  let behavior: AppRefreshBehavior
  let action: @Sendable @MainActor (AppRefreshAction<Option, Source>) async -> Void

  func body(content: Content) -> some View {
    content
      .onChange(of: refresher.map(ObjectIdentifier.init), initial: true) {
        inbox.refresher = nil
        refresher?.deliver(to: inbox)
      }
      .onChange(of: refresher?.action?.id) { readInbox() }
      .onAppear {
        readInbox()
        if let request = queue.appear() { perform(request) }
      }
  }

  private func readInbox() {
    for request in inbox.takeAll() {
      if let request = queue.receive(request, for: option, behavior: behavior) { perform(request) }
    }
  }

  private func perform(_ request: AppRefreshAction<Option, Source>) {
    ImmediateTask.start { [action] in await action(request) }
  }
}
#endif
