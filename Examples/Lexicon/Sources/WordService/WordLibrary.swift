package import Foundation

/// The dictionary that the service answers from: words in alphabetical order.
package struct WordLibrary: Sendable {
  /// A part of the words that match, and how many match in all.
  struct Page: Encodable, Sendable {
    let offset: Int
    let total: Int
    let words: [StoredWord]
  }

  private let words: [StoredWord]
  /// What a search by text looks at, for each word.
  private let texts: [String]

  init(words: [StoredWord]) {
    self.words = words
    texts = words.map { word in
      let senses = word.senses.map { "\($0.definition)\n\($0.examples.joined(separator: "\n"))" }
      return "\(word.word)\n\(senses.joined(separator: "\n"))".lowercased()
    }
  }

  package init(json: Data) throws {
    self.init(words: try JSONDecoder().decode([StoredWord].self, from: json))
  }

  /// Where the word data and its licence are.
  static var resources: URL { Bundle.module.bundleURL }

  /// Reads the entries that come with the package.
  package static func wordNet() throws -> WordLibrary {
    try WordLibrary(json: Data(contentsOf: resources.appending(path: "words.json")))
  }

  func page(_ query: WordQuery) -> Page {
    let matching = matches(of: query)
    let start = min(query.offset, matching.count)
    let end = min(start + query.limit, matching.count)
    return Page(
      offset: query.offset,
      total: matching.count,
      words: matching[start..<end].map { words[$0] }
    )
  }

  private func matches(of query: WordQuery) -> [Int] {
    words.indices.filter { index in
      (query.prefix.isEmpty || words[index].word.hasPrefix(query.prefix))
        && (query.text.isEmpty || texts[index].contains(query.text))
    }
  }
}
