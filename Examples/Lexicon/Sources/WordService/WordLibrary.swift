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

  /// The entries that come with the package, as an array in JSON.
  package static func wordNetJSON() throws -> Data {
    try Data(contentsOf: resources.appending(path: "words.json"))
  }

  /// Reads the entries that come with the package.
  package static func wordNet() throws -> WordLibrary {
    try WordLibrary(json: wordNetJSON())
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

  /// The words that a text finds: first those that begin with it, then those that have it inside, last
  /// those that have it in a definition or an example.
  func search(_ query: SearchQuery) -> Page {
    let ranked = words.indices.compactMap { index in
      rank(of: index, for: query.text).map { (rank: $0, index: index) }
    }
    let matching = ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }
    return Page(
      offset: 0,
      total: matching.count,
      words: matching.prefix(query.limit).map { words[$0.index] }
    )
  }

  /// The word that is spelt like this.
  func entry(of word: String) -> StoredWord? {
    words.first { $0.word == word }
  }

  private func rank(of index: Int, for text: String) -> Int? {
    if words[index].word.hasPrefix(text) { return 0 }
    if words[index].word.contains(text) { return 1 }
    return texts[index].contains(text) ? 2 : nil
  }

  private func matches(of query: WordQuery) -> [Int] {
    words.indices.filter { index in
      (query.prefix.isEmpty || words[index].word.hasPrefix(query.prefix))
        && (query.text.isEmpty || texts[index].contains(query.text))
    }
  }
}
