// swift-format-ignore-file
import ViewFeature

enum S3Debounce {
  // App types
  protocol SearchAPI: Sendable {
    func search(_ text: String) async throws -> [String]
  }

  @Observable
  final class State {
    var searchText = ""
    var searchResults: [String] = []
  }

  enum Action: Sendable {
    case searchTextChanged(String)
  }

  struct SearchFeature: Feature {
    typealias State = S3Debounce.State
    typealias Action = S3Debounce.Action

    let searchAPI: any SearchAPI

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-35 (L500)
        case .searchTextChanged(let text):
            state.searchText = text
            return .run(id: "search") { state in
                // note: the example sleeps in the document; the tests of it run in virtual time.
                try await Task.sleep(for: .milliseconds(300))
                // Perform search with state.searchText
                let results = try await searchAPI.search(state.searchText)
                state.searchResults = results
            }
        }
      }
    }
  }

  struct SameIDFeature: Feature {
    typealias State = S3Debounce.State
    typealias Action = S3Debounce.Action

    let searchAPI: any SearchAPI

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        // S3-36 (L516)
        case .searchTextChanged(let text):
            state.searchText = text
            // Starting a new task with id "search" automatically cancels the previous one
            return .run(id: "search") { state in
                // note: the example sleeps in the document; the tests of it run in virtual time.
                try await Task.sleep(for: .milliseconds(300))
                // Perform search with state.searchText
                let results = try await searchAPI.search(state.searchText)
                state.searchResults = results
            }
        }
      }
    }
  }
}
