package import Foundation

/// Requests words from a word service over HTTP.
package struct HTTPWordProvider: WordProvider {
  private let service: @Sendable () async throws -> URL
  private let client: HTTPClient

  /// - Parameters:
  ///   - timeout: The timeout of a request, in seconds.
  ///   - service: Returns the service's address. It is called before each request, so it may start the service, or
  ///     throw.
  package init(timeout: Double = 10, service: @escaping @Sendable () async throws -> URL) {
    client = HTTPClient(timeout: timeout)
    self.service = service
  }

  package func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage {
    var items = [
      URLQueryItem(name: "offset", value: String(offset)),
      URLQueryItem(name: "limit", value: String(limit)),
    ]
    for (name, value) in [("prefix", filter.prefix), ("text", filter.text)] where !value.isEmpty {
      items.append(URLQueryItem(name: name, value: value))
    }
    return try await get("words", items)
  }

  package func words(matching text: String, limit: Int) async throws -> WordPage {
    try await get(
      "search",
      [
        URLQueryItem(name: "query", value: text),
        URLQueryItem(name: "limit", value: String(limit)),
      ]
    )
  }

  package func entry(of word: String) async throws -> WordEntry {
    try await get("words/\(word)")
  }

  private func get<Answer: Decodable>(
    _ path: String,
    _ items: [URLQueryItem] = []
  ) async throws -> Answer {
    var url = try await service().appending(path: path)
    if !items.isEmpty {
      url.append(queryItems: items)
    }
    let body = try await client.get(url)
    do {
      return try JSONDecoder().decode(Answer.self, from: body)
    } catch {
      throw WordProviderError(.unreadable("\(body.count) bytes of damaged JSON"), url: url)
    }
  }
}
