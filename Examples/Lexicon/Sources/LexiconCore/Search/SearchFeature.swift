package import ScreenStateKit
package import ViewFeature

/// Finds words while the reader types.
package struct SearchFeature: Feature {
  @Observable @MainActor
  package final class State: SnapshotState {
    package fileprivate(set) var query = ""
    /// The best matches of the query.
    package fileprivate(set) var matches: Loadable<[SearchMatch]> = .idle
    /// The total number of matches of the query.
    package fileprivate(set) var total = 0

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("query", \.query)
      SnapshotField("matches", \.matches)
      SnapshotField("total", \.total)
    }

    fileprivate var hasQuery: Bool { !query.allSatisfy(\.isWhitespace) }

    package init(query: String = "") {
      self.query = query
    }
  }

  package enum Action: Codable, Hashable, Sendable {
    case queryChanged(String)
    /// Repeats the search, or starts the one that was restored at launch.
    case retry
    /// A search found words.
    case found(WordPage, for: String)
    /// A search failed.
    case failed(DisplayableError, for: String)
  }

  private enum EffectID {
    case search
  }

  /// The pause in typing before a search starts.
  package static let pause = Duration.milliseconds(200)
  private static let limit = 50

  @Provided(\.wordProvider) private var provider
  /// Keeps the query.
  @Provided(\.place) private var place

  package init() {}

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .queryChanged(let query):
        state.query = query
        place?.query = query
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
      case .found(let page, for: let query):
        guard state.query == query else { return .none }
        state.matches.finish(page.words.map { SearchMatch($0, query: query) })
        state.total = page.total
        return .none
      case .failed(let error, for: let query):
        guard state.query == query else { return .none }
        state.matches.fail(error)
        return .none
      }
    }
  }

  /// Loads the matches of a query and sends the result, unless a newer search replaced this one.
  ///
  /// The action's handler decides whether the result is still current: replays run handlers, but not effects.
  private func search(for query: String) -> Effect {
    .run(name: "search") {
      try await provider.words(matching: query, limit: Self.limit)
    } send: { page in
      .found(page, for: query)
    }
    .catch { error, _, send in
      send(.failed(DisplayableError(error: error), for: query))
    }
  }
}
