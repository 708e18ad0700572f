import Testing

@testable import StatePersistence

@Suite struct FileNameTests {
  /// A key keeps its name from earlier versions if the names of all files of a save are valid.
  @Test func shortKeysHaveTheirNames() {
    #expect(FileName.longest == 242)
    for count in [0, 1, 200, 242] {
      let key = String(repeating: "a", count: count)
      #expect(FileName.name(of: key) == key)
      #expect(FileName.key(of: key) == key)
      #expect(FileName.isShort(key))
      #expect(!FileName.hasDigest(key))
    }
    // A letter of two bytes is escaped as six characters.
    #expect(FileName.isShort(String(repeating: "\u{e9}", count: 40)))
    #expect(!FileName.isShort(String(repeating: "\u{e9}", count: 41)))
  }

  @Test func longKeysHaveADigest() {
    let key = String(repeating: "a", count: 243)
    let name = FileName.name(of: key)
    #expect(
      name == String(repeating: "a", count: 160) + "."
        + "0a4845f78a1b49437332849eaacc0216e95e1d4399f24aac06fb511921dc981b"
    )
    #expect(FileName.hasDigest(name))
    #expect(FileName.key(of: name) == nil)
  }

  @Test func eachNameFitsAndIsUsedOnce() {
    let keys = (1...300).flatMap { count in
      ["a", "A", "\u{e9}", "e\u{301}", "/", ".", "%"].map { String(repeating: $0, count: count) }
    }
    let names = keys.map { FileName.name(of: $0) }
    #expect(Set(names).count == keys.count)
    for name in names {
      #expect(".\(name).json.saving".utf8.count <= 255)
      #expect(name.lowercased() == name)
      #expect(!name.contains("/"))
    }
  }
}
