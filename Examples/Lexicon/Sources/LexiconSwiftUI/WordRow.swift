#if canImport(SwiftUI)
import LexiconCore
import SwiftUI

/// A word in a list, with one of its meanings.
struct WordRow: View {
  private let match: SearchMatch

  init(_ entry: WordEntry) {
    self.init(SearchMatch(entry, query: ""))
  }

  init(_ match: SearchMatch) {
    self.match = match
  }

  var body: some View {
    NavigationLink(value: WordLink(word: match.entry.word)) {
      VStack(alignment: .leading, spacing: 2) {
        Text(match.word)
          .font(.headline)
        Text(match.partOfSpeech)
          .font(.caption)
          .foregroundStyle(.secondary)
        Text(match.meaning)
          .font(.subheadline)
          .foregroundStyle(.secondary)
          .lineLimit(2)
      }
    }
  }
}
#endif
