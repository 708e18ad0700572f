/// A word that a search found, with the matches marked.
package struct SearchMatch: Codable, Hashable, Identifiable, Sendable {
  package let entry: WordEntry
  package let word: MatchedText
  /// The part of speech of the word in the shown meaning.
  package let partOfSpeech: String
  /// The first definition, or the definition or example with the match if the word and the first definition have none.
  package let meaning: MatchedText

  package var id: String { entry.id }

  package init(_ entry: WordEntry, query: String) {
    self.entry = entry
    word = MatchedText(entry.word, finding: query)
    let first = entry.senses.first.map { Found($0, MatchedText($0.definition, finding: query)) }
    let found =
      word.hasMatch || first?.text.hasMatch == true
      ? first : Self.firstMatch(in: entry, query) ?? first
    partOfSpeech = found?.sense.partOfSpeech ?? ""
    meaning = found?.text ?? MatchedText("")
  }

  private static func firstMatch(in entry: WordEntry, _ query: String) -> Found? {
    for sense in entry.senses {
      let definition = MatchedText(sense.definition, finding: query)
      if definition.hasMatch { return Found(sense, definition) }
      for example in sense.examples {
        let example = MatchedText(example, finding: query)
        if example.hasMatch { return Found(sense, example.quoted) }
      }
    }
    return nil
  }
}

/// A text of a word's meaning.
private struct Found {
  let sense: WordEntry.Sense
  let text: MatchedText

  init(_ sense: WordEntry.Sense, _ text: MatchedText) {
    self.sense = sense
    self.text = text
  }
}

extension MatchedText {
  fileprivate var quoted: MatchedText { MatchedText([Part("“")] + parts + [Part("”")]) }
}
