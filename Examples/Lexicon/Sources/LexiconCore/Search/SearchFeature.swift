package import ScreenStateKit
package import ViewFeature

/// Finds words while their reader types.
package struct SearchFeature: Feature {
  @Observable @MainActor
  package final class State: SnapshotState {
    package fileprivate(set) var query = ""
    /// The best of the words that the query finds.
    package fileprivate(set) var matches: Loadable<[SearchMatch]> = .idle
    /// How many words the query finds in all.
    package fileprivate(set) var total = 0

    package static let snapshotFields = SnapshotFields<State> {
      Field("query", \.query)
      Field("matches", \.matches)
      Field("total", \.total)
    }

    fileprivate var hasQuery: Bool { !query.allSatisfy(\.isWhitespace) }

    package init() {}
  }

  package enum Action: Codable, Hashable, Sendable {
    case queryChanged(String)
    /// Searches once more for what is typed.
    case retry
  }

  private enum EffectID {
    case search
  }

  /// How long nothing is typed before a search begins.
  package static let pause = Duration.milliseconds(200)
  private static let limit = 50

  private let provider: any WordProvider

  package init(provider: any WordProvider) {
    self.provider = provider
  }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .queryChanged(let query):
        state.query = query
        guard state.hasQuery else {
          state.matches = .idle
          return .cancel(id: EffectID.search)
        }
        state.matches.start()
        return search(for: query).debounce(id: EffectID.search, for: Self.pause)
      case .retry:
        guard state.hasQuery else { return .none }
        state.matches.start()
        return search(for: state.query).execution(.restart, id: EffectID.search)
      }
    }
  }

  /// Loads what a query finds; nothing of it is shown if another search has replaced it by then.
  private func search(for query: String) -> Effect {
    .run {
      try await provider.words(matching: query, limit: Self.limit)
    } apply: { page, state in
      guard state.query == query else { return }
      state.matches.finish(page.words.map { SearchMatch($0, query: query) })
      state.total = page.total
    }
    .catch { error, state in
      guard state.query == query else { return }
      state.matches.fail(error)
    }
  }
}
