import Testing

@testable import StatePersistence

@Suite struct FileOwnerTests {
  private static let keys = ["", "a", "\"\\\n\r\u{0}", "\u{e9}", "e\u{301}", "\u{1F600}/"]

  @Test(arguments: keys)
  func theFirstLineHasTheKey(key: String) throws {
    let owner = FileOwner(key)
    #expect(owner.line.last == UInt8(ascii: "\n"))
    #expect(owner.line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    let found = try #require(FileOwner.key(in: owner.line))
    #expect(found.utf8.elementsEqual(key.utf8))
    let record: [UInt8] = [0, 10, 255]
    #expect(try owner.record(in: owner.line + record) == record)
  }

  @Test(arguments: ["{}", "", "{\"key\":1}\n", "{\"key\":\"a\"", "{\"key\":\"a\",\"b\":1}\n"])
  func otherFilesHaveNoKey(text: String) throws {
    #expect(FileOwner.key(in: Array(text.utf8)) == nil)
    // The text is returned as a damaged record, which is set aside.
    #expect(try FileOwner("a").record(in: Array(text.utf8)) == Array(text.utf8))
  }

  @Test func theFileOfAnotherKeyIsAnError() {
    for (key, other) in [("a", "b"), ("\u{e9}", "e\u{301}")] {
      let error = #expect(throws: SavedStateError.self) {
        try FileOwner(key).record(in: FileOwner(other).line)
      }
      #expect(error?.code == .unreadable)
      #expect(error?.reason == "the file belongs to another key")
    }
  }
}
