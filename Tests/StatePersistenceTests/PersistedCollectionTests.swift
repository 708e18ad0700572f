import Foundation
import Observation
import StateTestSupport
import StateTesting
import Testing

@testable import StatePersistence

#if SQLite && Encryption
import Crypto
import StateFields
#endif

@Observable @MainActor
private final class Page: PersistentState {
  let key: String
  var text = ""

  init(key: String) {
    self.key = key
  }

  static let persistence = Persistence<Page>(version: 1) { Persisted("text", \.text) }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct PersistedCollectionTests {
  private let folder: SavedFolder
  private let memory = PersistenceMemory()
  private let clock = TestClock()

  init() throws {
    folder = try SavedFolder()
  }

  private func pages(_ place: PersistenceFolder) -> PersistedCollection<Page> {
    PersistedCollection(in: place, clock: clock) { Page(key: $0) }
  }

  private nonisolated static let kinds = 0..<count

  #if SQLite && Encryption
  private nonisolated static let count = 4
  #else
  private nonisolated static let count = 2
  #endif

  private func place(_ kind: Int) throws -> PersistenceFolder {
    let url = folder.url.appendingPathComponent("pages")
    switch kind {
    case 0: return .memory(memory)
    #if SQLite && Encryption
    case 2: return .sqlite(try PersistenceDatabase(url), name: "pages")
    case 3: return .folder(url).encrypted(by: SymmetricKey(data: Data(repeating: 1, count: 32)))
    #endif
    default: return .folder(url)
    }
  }

  @Test(arguments: kinds)
  func statesComeBackUnderTheirKeys(kind: Int) async throws {
    let pages = pages(try place(kind))
    #expect(try await pages.keys().isEmpty)
    let (a, b) = (try await pages.state("a"), try await pages.state("b"))
    #expect(a.key == "a")
    a.text = "first"
    b.text = "second"
    #expect(await pages.flush())
    let later = self.pages(try place(kind))
    #expect(try await later.keys() == ["a", "b"])
    #expect(try await later.state("a").text == "first")
    #expect(try await later.state("b").text == "second")
    #expect(try await later.state("c").text.isEmpty)
    // A state that was only read isn't saved.
    #expect(try await later.keys() == ["a", "b"])
  }

  @Test func aKeyHasOneState() async throws {
    let pages = pages(.memory(memory))
    async let first = pages.state("a")
    async let second = pages.state("a")
    let (one, other) = try await (first, second)
    #expect(one === other)
    #expect(try await pages.state("a") === one)
  }

  @Test func aStateGoesWithItsOwner() async throws {
    let pages = pages(.memory(memory))
    weak var gone: Page?
    do {
      let page = try await pages.state("a")
      gone = page
      page.text = "kept"
      #expect(await pages.flush())
    }
    #expect(gone == nil)
    #expect(try await pages.state("a").text == "kept")
  }

  @Test(arguments: kinds)
  func aRemovedStateIsNoLongerSaved(kind: Int) async throws {
    let pages = pages(try place(kind))
    let page = try await pages.state("a")
    page.text = "first"
    #expect(await pages.flush())
    page.text = "unsaved"
    try await pages.remove("a")
    page.text = "late"
    await clock.advance(by: .seconds(10))
    #expect(await pages.flush())
    #expect(try await pages.keys().isEmpty)
    let new = try await pages.state("a")
    #expect(new !== page)
    #expect(new.text.isEmpty)
    try await pages.remove("never there")
  }

  @Test func whatCannotBeUsedIsAnError() async throws {
    memory["a"] = Data(#"{"state":"Other","version":1,"fields":{}}"#.utf8)
    let pages = pages(.memory(memory))
    let error = try await #require(throws: SavedStateError.self) { try await pages.state("a") }
    #expect(error.code == .otherState)
    #expect(error.place == "a")
    #expect(try await pages.keys() == ["a"])
  }

  @Test(arguments: ["", "a", "A", "a/b", "../a", "é %", "x.json", "Ünï cödé", "a\u{0}b"])
  func eachKeyHasASeparateFile(key: String) async throws {
    let name = FileName.name(of: key)
    #expect(FileName.key(of: name) == key)
    #expect(!name.contains("/"))
    #expect(name.lowercased() == name)
    let pages = pages(try place(1))
    try await pages.state(key).text = key
    let kept = try await pages.state(key)
    kept.text = "\(key)!"
    #expect(await pages.flush())
    #expect(try await pages.keys() == [key])
    #expect(try folder.names() == ["pages"])
  }

  @Test(arguments: ["A", "%", "%4", "%zz", "a b", "%61", "%c3"])
  func otherNamesHaveNoKey(name: String) {
    #expect(FileName.key(of: name) == nil)
  }

  @Test func otherFilesAreNotInTheCollection() async throws {
    let place = folder.url.appendingPathComponent("pages")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    for name in ["notes.txt", "A.json", "a.json.damaged-1"] {
      try Data().write(to: place.appendingPathComponent(name))
    }
    #expect(try await pages(.folder(place)).keys().isEmpty)
  }

  // MARK: Keys

  /// Keys that share characters, escapes, or normalization forms.
  private nonisolated static let oddKeys = [
    "a", "a\u{0}b", "a\u{0}", "\u{0}", "\u{301}a", "\u{e9}", "e\u{301}", "x.damaged-1",
    "x.damaged-",
    "a/b", "/a", "%", "%00", "%2e", ".damaged-1", "",
  ]

  @Test(arguments: kinds)
  func eachKeyHasASeparateState(kind: Int) async throws {
    let pages = pages(try place(kind))
    var kept: [Page] = []
    for (index, key) in Self.oddKeys.enumerated() {
      let page = try await pages.state(key)
      #expect(page.text.isEmpty, "\(key.debugDescription)")
      page.text = "\(index)"
      kept.append(page)
    }
    #expect(await pages.flush())
    let later = self.pages(try place(kind))
    let keys = try await later.keys().map { Array($0.utf8) }
    #expect(Set(keys) == Set(Self.oddKeys.map { Array($0.utf8) }))
    #expect(keys.count == Self.oddKeys.count)
    for (index, key) in Self.oddKeys.enumerated() {
      #expect(try await later.state(key).text == "\(index)", "\(key.debugDescription)")
    }
    for (index, key) in Self.oddKeys.enumerated() {
      #expect(try await pages.state(key) === kept[index])
    }
  }

  // MARK: Long keys

  private func long(_ text: String, count: Int) -> String { String(repeating: text, count: count) }

  /// Keys of all lengths around the limits of file names.
  @Test(arguments: kinds)
  func keysOfAllLengthsAreKept(kind: Int) async throws {
    let keys = (1...300).map { long("k", count: $0) }
    try await expectStates(of: keys, kind)
  }

  /// Keys that differ at their ends, or in their normalization forms.
  @Test(arguments: kinds)
  func longKeysAreTheirOwn(kind: Int) async throws {
    let start = long("x", count: 300)
    let keys = [
      start, "\(start)a", "\(start)b", "\(start)\u{e9}", "\(start)e\u{301}", "\(start)/",
      "\(start)\n",
      long("\u{e9}", count: 100), long("e\u{301}", count: 100), long("\u{1F600}", count: 80),
      long("A", count: 240), long("a", count: 10_000), FileName.name(of: start),
    ]
    try await expectStates(of: keys, kind)
  }

  /// Checks that each key has its state after a restart, until the key is removed.
  private func expectStates(of keys: [String], _ kind: Int) async throws {
    let pages = pages(try place(kind))
    var kept: [Page] = []
    for (index, key) in keys.enumerated() {
      let page = try await pages.state(key)
      #expect(page.text.isEmpty)
      page.text = "\(index)"
      kept.append(page)
    }
    #expect(await pages.flush())
    for page in kept.suffix(20) { page.text += " again" }
    #expect(await pages.flush())

    let later = self.pages(try place(kind))
    let found = Set(try await later.keys().map { ExactKey($0) })
    #expect(found == Set(keys.map { ExactKey($0) }))
    for (index, key) in keys.enumerated() {
      #expect(try await later.state(key).text == kept[index].text)
      if index.isMultiple(of: 2) { try await later.remove(key) }
    }
    let rest = keys.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map {
      ExactKey($0.element)
    }
    #expect(Set(try await later.keys().map { ExactKey($0) }) == Set(rest))
  }

  /// The file of a long key has the first line of another key, as if both keys had the same digest.
  @Test func theFileOfAnotherKeyIsNotTouched() async throws {
    let place = folder.url.appendingPathComponent("pages")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let (mine, other) = (long("a", count: 300), long("a", count: 299) + "b")
    let file = place.appendingPathComponent("\(FileName.name(of: mine)).json")
    let text = FileOwner(other).line + Array(#"{"version":1,"fields":{"text":"kept"}}"#.utf8)
    try Data(text).write(to: file)
    let pages = pages(.folder(place))
    let error = try await #require(throws: SavedStateError.self) { try await pages.state(mine) }
    #expect(error.code == .unreadable)
    #expect(error.place == file.path)
    await #expect(throws: SavedStateError.self) { try await pages.remove(mine) }
    #expect(try Data(contentsOf: file) == Data(text))
    #expect(try await pages.keys().isEmpty)
  }

  @Test func aDamagedFileOfALongKeyIsSetAside() async throws {
    let place = folder.url.appendingPathComponent("pages")
    for key in [long("a", count: 242), long("a", count: 300)] {
      let first = pages(.folder(place))
      try await first.state(key).text = "lost"
      let file = place.appendingPathComponent("\(FileName.name(of: key)).json")
      #expect(await first.flush())
      try Data(try Data(contentsOf: file).dropLast(10)).write(to: file)
      let pages = pages(.folder(place))
      let page = try await pages.state(key)
      #expect(page.text.isEmpty)
      page.text = "new"
      #expect(await pages.flush())
      #expect(try await pages.keys() == [key])
      try await pages.remove(key)
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.path)
        .filter { $0.contains(".damaged-") }.count == 2
    )
  }

  #if SQLite && Encryption
  @Test func aCollectionHasNothingOfTheOneBelowIt() async throws {
    let database = try PersistenceDatabase(folder.url.appendingPathComponent("states.sqlite"))
    let names = ["a", "a/b", "", "a%2fb", "a/", "\u{e9}", "e\u{301}"]
    for name in names {
      let pages = pages(.sqlite(database, name: name))
      for key in ["b/key", "key", "/key"] {
        let page = try await pages.state(key)
        #expect(page.text.isEmpty)
        page.text = "of \(name)"
        #expect(await pages.flush())
      }
    }
    for name in names {
      let pages = pages(.sqlite(database, name: name))
      let keys = try await pages.keys()
      #expect(keys == ["/key", "b/key", "key"], "\(name.debugDescription)")
    }
  }
  #endif

  /// `keys()` omits damaged records.
  @Test(arguments: kinds)
  func whatIsSetAsideIsNotAKey(kind: Int) async throws {
    let place = try place(kind)
    let location = place.location("a.damaged-1")
    _ = try location.storage.exclusively { try $0.write(Array("damage".utf8), location.key) }
    let pages = pages(place)
    let page = try await pages.state("a.damaged-1")
    #expect(try await pages.keys().isEmpty)
    page.text = "new"
    #expect(await pages.flush())
    #expect(try await pages.keys() == ["a.damaged-1"])
  }

  // MARK: Removal

  /// Runs the steps of the removal and the load in any order.
  @Test(.needsVirtualTime, .simulated(seeds: 0..<(isSanitized ? 5 : 100)))
  func whatIsRemovedIsNotLoadedMeanwhile() async throws {
    for steps in 0..<30 {
      let memory = PersistenceMemory()
      let pages = PersistedCollection(in: .memory(memory)) { Page(key: $0) }
      let page = try await pages.state("a")
      page.text = "removed"
      #expect(await pages.flush())
      // The removal first saves the page, which takes several steps.
      page.text = "late"
      let removal = Task { @MainActor in try await pages.remove("a") }
      for _ in 0..<steps { await Task.yield() }
      let state = try await pages.state("a")
      try await removal.value
      // The state is either the previous one or new.
      #expect(state === page || state.text.isEmpty, "\(steps)")
      let later = try await pages.state("a")
      #expect(later !== page)
      #expect(later.text.isEmpty, "\(steps)")
      #expect(try await pages.keys().isEmpty)
    }
  }
}
