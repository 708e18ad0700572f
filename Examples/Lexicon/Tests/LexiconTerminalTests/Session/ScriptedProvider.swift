import Foundation
import LexiconCore

/// Gives pages of a list that has so many words; requests with the given numbers fail.
actor ScriptedProvider: WordProvider {
  static let error = WordProviderError(.status(503), url: URL(filePath: "/words"))

  private let total: Int
  private let failing: Set<Int>
  private(set) var offsets: [Int] = []

  init(total: Int, failing: Set<Int> = []) {
    self.total = total
    self.failing = failing
  }

  func page(of filter: WordFilter, offset: Int, limit: Int) throws -> WordPage {
    offsets.append(offset)
    guard !failing.contains(offsets.count) else { throw Self.error }
    let words = [WordEntry].sample(max(0, min(limit, total - offset)), from: offset)
    return WordPage(offset: offset, total: total, words: words)
  }

  func words(matching text: String, limit: Int) throws -> WordPage {
    WordPage(offset: 0, total: 0, words: [])
  }

  func entry(of word: String) throws -> WordEntry {
    throw Self.error
  }
}
