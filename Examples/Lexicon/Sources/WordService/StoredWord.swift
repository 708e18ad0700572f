/// A word of the library, as stored and sent.
struct StoredWord: Codable, Sendable {
  struct Sense: Codable, Sendable {
    let partOfSpeech: String
    let definition: String
    let examples: [String]
  }

  let word: String
  let senses: [Sense]
}
