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

    package init(query: String = "") {
      self.query = query
    }
  }

  package enum Action: Codable, Hashable, Sendable {
    case queryChanged(String)
    /// Searches once more, or for what was typed when the app ended.
    case retry
    /// The search for a text has found words.
    case found(WordPage, for: String)
    /// The search for a text has failed.
    case failed(DisplayableError, for: String)
  }

  private enum EffectID {
    case search
  }

  /// How long nothing is typed before a search begins.
  package static let pause = Duration.milliseconds(200)
  private static let limit = 50

  private let provider: any WordProvider
  private let place: Place?

  /// Makes the feature; with a place, what is searched for is kept there.
  package init(provider: any WordProvider, place: Place? = nil) {
    self.provider = provider
    self.place = place
  }

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

  /// Loads what a query finds, and sends the answer; nothing is sent if another search has replaced it by then.
  ///
  /// The handler of the answer says whether it is still wanted: that is repeated in a replay, this is not.
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
