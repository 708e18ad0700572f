import FlyingFox
import Foundation

/// The query of a search request.
struct SearchQuery: Equatable, Sendable {
  var text: String
  var limit = 20
}

extension SearchQuery {
  init(items: [HTTPRequest.QueryItem]) throws(WordQuery.Malformed) {
    let value = items["query"] ?? ""
    text = value.trimmingCharacters(in: .whitespaces).lowercased()
    guard !text.isEmpty else { throw WordQuery.Malformed(parameter: "query", value: value) }
    limit = try WordQuery(items: items).limit
  }
}
