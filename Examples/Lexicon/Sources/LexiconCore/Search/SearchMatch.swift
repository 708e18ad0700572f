/// A word that a search has found, with the places where it has what was searched for.
package struct SearchMatch: Codable, Hashable, Identifiable, Sendable {
  package let entry: WordEntry
  package let word: MatchedText
  /// The part of speech that the word has in this meaning.
  package let partOfSpeech: String
  /// What the word means first or, if the word was found by another meaning or an example, that.
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
