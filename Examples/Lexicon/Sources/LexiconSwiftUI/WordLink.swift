#if canImport(SwiftUI)
/// A link to the details of a word.
struct WordLink: Hashable {
  let word: String
}
#endif
