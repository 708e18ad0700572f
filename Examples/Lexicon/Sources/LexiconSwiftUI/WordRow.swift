#if canImport(SwiftUI)
import LexiconCore
import SwiftUI

/// A word in a list, with the first of its meanings.
struct WordRow: View {
  let entry: WordEntry

  var body: some View {
    NavigationLink(value: WordLink(word: entry.word)) {
      VStack(alignment: .leading, spacing: 2) {
        Text(entry.word)
          .font(.headline)
        if let sense = entry.senses.first {
          Text(sense.partOfSpeech)
            .font(.caption)
            .foregroundStyle(.secondary)
          Text(sense.definition)
            .font(.subheadline)
            .foregroundStyle(.secondary)
            .lineLimit(2)
        }
      }
    }
  }
}
#endif
