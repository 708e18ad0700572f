// swift-format-ignore-file
// The blocks of README.md, word for word: scripts/check-documents compares them, ReadmeTests tests them.

import Observation

@Observable @MainActor
final class SearchModel {
  var query = ""
  var results: [String] = []
  private let find: @Sendable (String) async throws -> [String]
  private var task: Task<Void, any Error>?

  init(find: @escaping @Sendable (String) async throws -> [String]) { self.find = find }

  func queryChanged(_ query: String) {
    self.query = query
    task?.cancel()
    task = Task {
      try await Task.sleep(for: .milliseconds(300))
      results = try await find(query)
    }
  }
}

import ViewFeature

struct Search: Feature {
  @Observable @MainActor
  final class State {
    var query = ""
    var results: [String] = []
  }

  enum Action: Sendable { case queryChanged(String) }

  let find: @Sendable (String) async throws -> [String]

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .queryChanged(let query):
        state.query = query
        return .run { try await find(query) } apply: { results, state in state.results = results }
          .debounce(id: "search", for: .milliseconds(300))
      }
    }
  }
}

import SwiftUI

struct SearchView: View {
  @State private var store = Store(initialState: Search.State(), feature: Search { [$0] })

  var body: some View {
    VStack {
      TextField("Search", text: store.binding(\.query, send: Search.Action.queryChanged))
      List { ForEach(store.state.results, id: \.self) { Text($0) } }
    }
  }
}
