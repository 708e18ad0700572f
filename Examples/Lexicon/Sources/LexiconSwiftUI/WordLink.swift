#if canImport(SwiftUI)
/// Leads to the details of a word.
struct WordLink: Hashable {
  let word: String
}
#endif
