package import Foundation

/// The service's dictionary: words in alphabetical order.
package struct WordLibrary: Sendable {
  /// A page of the matching words, with the total number of matches.
  struct Page: Encodable, Sendable {
    let offset: Int
    let total: Int
    let words: [StoredWord]
  }

  private let words: [StoredWord]
  /// The searchable text of each word.
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

  /// The location of the word data and its license.
  static var resources: URL { Bundle.module.bundleURL }

  /// Returns the bundled entries, as a JSON array.
  package static func wordNetJSON() throws -> Data {
    try Data(contentsOf: resources.appending(path: "words.json"))
  }

  /// Reads the bundled entries.
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

  /// Returns the matches of a text.
  ///
  /// Words that start with the text come first, then words that contain it, then words with a definition or example
  /// that contains it.
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

  /// Returns the word with this spelling.
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
