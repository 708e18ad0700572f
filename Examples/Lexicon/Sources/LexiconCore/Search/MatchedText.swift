import Foundation

/// A text with the parts of it that were searched for.
package struct MatchedText: Codable, Hashable, Sendable {
  package struct Part: Codable, Hashable, Sendable {
    package let text: String
    package let isMatch: Bool

    package init(_ text: String, isMatch: Bool = false) {
      self.text = text
      self.isMatch = isMatch
    }
  }

  /// What the text is made of, in order: each match, and what stands between two of them.
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

  /// Makes a text without matches.
  package init(_ text: String) {
    self.init([Part(text)])
  }

  /// Finds a query in a text.
  ///
  /// Like the service, it takes large and small letters for the same, and no notice of the spaces
  /// around the query. A match is made of whole characters: `e` is not found in `é`, however that is
  /// written. Matches do not overlap; the first one counts.
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

  /// A text, character by character, so that places in it are those of the text.
  private static func folded(_ text: String) -> [String] {
    text.map { $0.lowercased() }
  }
}
