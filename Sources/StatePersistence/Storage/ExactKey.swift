/// A key that is the same as another one if its UTF-8 is, as in a file system or a database.
///
/// Two strings are equal where one has a composed letter and the other one its parts.
struct ExactKey: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (lhs: ExactKey, rhs: ExactKey) -> Bool {
    lhs.text.utf8.elementsEqual(rhs.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(text.utf8.count)
  }
}
