import Foundation
import LexiconCore
import Testing

struct WordProviderErrorTests {
  @Test(
    arguments: [
      (.unreachable("connection refused"), "cannot be reached (connection refused)"),
      (.noAnswer(seconds: 1.5), "did not answer within 1.5 s"),
      (.status(503), "answered with HTTP status 503"),
      (.unreadable("7 bytes"), "cannot be read (7 bytes)"),
    ] as [(WordProviderError.Reason, String)]
  )
  func itSaysWhatWentWrongAndWhere(reason: WordProviderError.Reason, what: String) throws {
    let url = try #require(URL(string: "http://127.0.0.1:8080/words?offset=20"))
    let text = WordProviderError(reason, url: url).localizedDescription
    #expect(text.contains(what))
    #expect(text.hasSuffix(": http://127.0.0.1:8080/words?offset=20"))
  }
}
