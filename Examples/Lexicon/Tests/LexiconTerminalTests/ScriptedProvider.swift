import Foundation
import LexiconCore

/// A provider of a list with `total` words; the requests with the given numbers fail.
actor ScriptedProvider: WordProvider {
  static let error = WordProviderError(.status(503), url: URL(filePath: "/words"))

  private let total: Int
  private let failing: Set<Int>
  private var count = 0
  private(set) var offsets: [Int] = []
  private(set) var searches: [String] = []
  private(set) var lookups: [String] = []

  init(total: Int, failing: Set<Int> = []) {
    self.total = total
    self.failing = failing
  }

  func page(of filter: WordFilter, offset: Int, limit: Int) throws -> WordPage {
    offsets.append(offset)
    try countRequest()
    let words = [WordEntry].sample(max(0, min(limit, total - offset)), from: offset)
    return WordPage(offset: offset, total: total, words: words)
  }

  func words(matching text: String, limit: Int) throws -> WordPage {
    searches.append(text)
    try countRequest()
    let words = [WordEntry].sample(total).filter { $0.word.contains(text) }
    return WordPage(offset: 0, total: words.count, words: Array(words.prefix(limit)))
  }

  func entry(of word: String) throws -> WordEntry {
    lookups.append(word)
    try countRequest()
    guard let entry = [WordEntry].sample(total).first(where: { $0.word == word }) else {
      throw Self.error
    }
    return entry
  }

  private func countRequest() throws {
    count += 1
    if failing.contains(count) { throw Self.error }
  }
}
