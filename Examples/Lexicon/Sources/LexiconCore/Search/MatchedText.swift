import Foundation

/// A text in which the matches of a search are marked.
package struct MatchedText: Codable, Hashable, Sendable {
  package struct Part: Codable, Hashable, Sendable {
    package let text: String
    package let isMatch: Bool

    package init(_ text: String, isMatch: Bool = false) {
      self.text = text
      self.isMatch = isMatch
    }
  }

  /// The parts of the text in order: the matches, and the text between them.
  package let parts: [Part]

  package var text: String { parts.map(\.text).joined() }

  package var hasMatch: Bool { parts.contains(where: \.isMatch) }

  package init(_ parts: [Part]) {
    self.parts = parts.filter { !$0.text.isEmpty }.reduce(into: []) { joined, part in
      if let last = joined.last, !last.isMatch, !part.isMatch {
        joined[joined.count - 1] = Part(last.text + part.text)
      } else {
        joined.append(part)
      }
    }
  }

  /// Creates a text without matches.
  package init(_ text: String) {
    self.init([Part(text)])
  }

  /// Finds a query in a text.
  ///
  /// Like the service, the search ignores case and the spaces around the query. A match consists of whole characters:
  /// `e` isn't found in `é`, in either composed or decomposed form. Matches don't overlap; earlier matches win.
  package init(_ text: String, finding query: String) {
    let characters = Array(text)
    let folded = Self.folded(text)
    let wanted = Self.folded(query.trimmingCharacters(in: .whitespaces))
    var parts: [Part] = []
    var start = 0
    var index = 0
    while !wanted.isEmpty, index + wanted.count <= folded.count {
      guard folded[index..<index + wanted.count].elementsEqual(wanted) else {
        index += 1
        continue
      }
      let end = index + wanted.count
      parts.append(Part(String(characters[start..<index])))
      parts.append(Part(String(characters[index..<end]), isMatch: true))
      start = end
      index = end
    }
    self.init(parts + [Part(String(characters[start...]))])
  }

  /// Returns the lowercase form of each character, with the same indices as the text's characters.
  private static func folded(_ text: String) -> [String] {
    text.map { $0.lowercased() }
  }
}
