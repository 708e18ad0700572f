import Foundation
import GRDB
import LexiconCore
import ScreenStateKit
import SwiftUI
import Testing
import ViewFeature

@testable import LexiconDatabase
@testable import LexiconSwiftUI

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct LexiconViewTests {
  private struct Words: WordProvider {
    static let all = (1...30).map { number in
      WordEntry(
        word: "word \(number)",
        senses: [
          .init(
            partOfSpeech: "noun",
            definition: "meaning \(number)",
            examples: ["an example of \(number)"]
          )
        ]
      )
    }

    func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage {
      let words = Self.all.dropFirst(offset).prefix(limit)
      return WordPage(offset: offset, total: Self.all.count, words: Array(words))
    }

    func words(matching text: String, limit: Int) async throws -> WordPage {
      let text = text.lowercased()
      let words = Self.all.filter { entry in
        entry.word.contains(text) || entry.senses.contains { $0.definition.contains(text) }
      }
      return WordPage(offset: 0, total: words.count, words: words)
    }

    func entry(of word: String) async throws -> WordEntry {
      guard let entry = Self.all.first(where: { $0.word == word }) else {
        throw DisplayableError(message: "The word \(word) was not found")
      }
      return entry
    }
  }

  /// The words, of a service that fails the requests with these numbers.
  private actor FailingWords: WordProvider {
    private let failing: Set<Int>
    private var count = 0
    private(set) var searches: [String] = []

    init(failing: Set<Int> = []) {
      self.failing = failing
    }

    func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage {
      try receive("page at \(offset)")
      return try await Words().page(of: filter, offset: offset, limit: limit)
    }

    func words(matching text: String, limit: Int) async throws -> WordPage {
      searches.append(text)
      try receive("search for \(text)")
      return try await Words().words(matching: text, limit: limit)
    }

    func entry(of word: String) async throws -> WordEntry {
      try receive(word)
      return try await Words().entry(of: word)
    }

    private func receive(_ request: String) throws {
      count += 1
      if failing.contains(count) { throw DisplayableError(message: "No answer: \(request)") }
    }
  }

  private actor Notes: NoteLibrary {
    private var texts: [String: String] = [:]

    func notes() -> [Note] { texts.map { Note(word: $0, text: $1) }.sorted { $0.word < $1.word } }

    func note(on word: String) -> Note? { texts[word].map { Note(word: word, text: $0) } }

    func save(_ note: Note, over known: Note?) throws {
      guard texts[note.word] == known?.text else {
        let current = texts[note.word].map { Note(word: note.word, text: $0) }
        throw NoteConflict(word: note.word, current: current)
      }
      texts[note.word] = note.text
    }

    func delete(_ note: Note) { texts[note.word] = nil }
  }

  /// Imports four words in two steps; fails the first time, after the first step.
  private actor Importer: WordImporter {
    private var hasFailed = false

    func importWords(_ report: @escaping @Sendable (ImportProgress) async -> Void) async throws {
      await report(ImportProgress(done: 2, total: 4))
      guard hasFailed else {
        hasFailed = true
        throw DisplayableError(message: "The disk is full")
      }
      await report(ImportProgress(done: 4, total: 4))
    }
  }

  /// Imports two of four words, and the others when the steps have ended.
  private struct SteppedImporter: WordImporter {
    let steps: AsyncStream<Void>

    func importWords(_ report: @escaping @Sendable (ImportProgress) async -> Void) async throws {
      await report(ImportProgress(done: 2, total: 4))
      for await _ in steps {}
    }
  }

  private let notes = Notes()
  private let content: LexiconContent

  init() {
    content = LexiconContent(provider: Words(), library: notes)
  }

  private func details(of word: String, in content: LexiconContent) -> ViewHost {
    ViewHost(DetailsView(store: content.makeDetailsStore(word), content: content))
  }

  /// Types a note on a word as soon as the word is shown.
  private func typeNote(_ text: String, in host: ViewHost) async throws {
    try await host.wait { host.node(.text, "meaning 1") != nil && host.node(.progress) == nil }
    try host.tap("Note")
    try await host.wait { host.node(.textField)?.isEnabled == true }
    try host.type(text, into: "Note")
  }

  @Test func wordsAreImportedBeforeTheyAreShown() async throws {
    let content = LexiconContent(provider: Words(), library: notes, importer: Importer())
    let host = ViewHost(LexiconView(content: content))
    #expect(host.node(.progress)?.text == "Importing the words…")
    try await host.wait { host.node(.text, "The disk is full") != nil }
    #expect(host.node(.text, "word 1") == nil)

    try host.tap("Retry")

    try await host.wait { host.node(.text, "word 1") != nil }
  }

  @Test func progressOfTheImportIsShown() async throws {
    let (reports, report) = AsyncStream.makeStream(of: Void.self)
    let importer = SteppedImporter(steps: reports)
    let content = LexiconContent(provider: Words(), library: notes, importer: importer)
    let host = ViewHost(LexiconView(content: content))
    try await host.wait { host.node(.progress)?.text == "2 of 4 words imported" }
    report.finish()
    try await host.wait { host.node(.text, "word 1") != nil }
  }

  @Test func listShowsASkeletonAndThenItsWords() async throws {
    let host = ViewHost(WordListView(store: content.makeWordListStore(), place: content.place))
    #expect(host.node(.text)?.redactionReasons == .placeholder)

    try await host.wait { host.node(.text, "word 1") != nil }

    #expect(host.node(.text, "word 1")?.redactionReasons == [])
  }

  @Test func listLoadsItsPagesWhileTheirEndIsSeen() async throws {
    let host = ViewHost(WordListView(store: content.makeWordListStore(), place: content.place))

    try await host.wait { host.node(.text, "word 30") != nil && host.node(.progress) == nil }
  }

  @Test func pageThatFailsIsToldAndLoadedAgainOnDemand() async throws {
    let content = LexiconContent(provider: FailingWords(failing: [2]), library: notes)
    let host = ViewHost(WordListView(store: content.makeWordListStore(), place: content.place))
    try await host.wait { host.alert?.text == "No answer: page at 20" }
    try host.tap("OK")
    try await host.wait { host.node(.text, "No answer: page at 20") != nil }
    #expect(host.node(.text, "word 20") != nil)
    #expect(host.node(.section, "20 of 30 words") != nil)

    try host.tap("Try Again")

    try await host.wait { host.node(.text, "word 30") != nil }
    #expect(host.node(.text, "No answer: page at 20") == nil)
    #expect(host.alert == nil)
  }

  @Test func wordsAreCounted() async throws {
    let host = ViewHost(WordListView(store: content.makeWordListStore(), place: content.place))
    #expect(host.node(.section)?.text == "Loading…")
    try await host.wait { host.node(.section, "20 of 30 words") != nil }
    try await host.wait { host.node(.section, "30 of 30 words") != nil }
  }

  @Test func searchFollowsWhatIsTyped() async throws {
    let words = FailingWords()
    let content = LexiconContent(provider: words, library: notes)
    let host = ViewHost(SearchView(store: content.makeSearchStore(), place: content.place))
    #expect(host.node(.unavailable, "Search the Dictionary") != nil)

    try host.type("word 1", into: "Search")
    try host.type("word 12", into: "Search")
    #expect(host.node(.progress) != nil)
    try await host.wait { host.node(.section, "1 word found") != nil }
    #expect(host.texts.first == "word 12")
    #expect(await words.searches == ["word 12"])

    try host.type("word 1", into: "Search")
    try await host.wait { host.node(.section, "11 words found") != nil }

    try host.type("zebra", into: "Search")
    try await host.wait { host.node(.unavailable, "No Matches") != nil }
    #expect(host.nodes(.section).isEmpty)

    try host.type("", into: "Search")
    #expect(host.node(.unavailable, "Search the Dictionary") != nil)
  }

  @Test func wordsThatAreNotShownAreCountedToo() async throws {
    struct ManyWords: WordProvider {
      func page(of filter: WordFilter, offset: Int, limit: Int) async throws -> WordPage {
        WordPage(offset: 0, total: 0, words: [])
      }
      func words(matching text: String, limit: Int) async throws -> WordPage {
        WordPage(offset: 0, total: 106, words: Array(Words.all.prefix(2)))
      }
      func entry(of word: String) async throws -> WordEntry { Words.all[0] }
    }
    let content = LexiconContent(provider: ManyWords(), library: notes)
    let host = ViewHost(SearchView(store: content.makeSearchStore(), place: content.place))
    try host.type("word", into: "Search")
    try await host.wait { host.node(.section, "2 of 106 words found") != nil }
  }

  @Test func searchThatFailsIsToldAndRetried() async throws {
    let content = LexiconContent(provider: FailingWords(failing: [1]), library: notes)
    let host = ViewHost(SearchView(store: content.makeSearchStore(), place: content.place))
    try host.type("word 2", into: "Search")
    try await host.wait { host.node(.unavailable, "No answer: search for word 2") != nil }
    #expect(host.node(.searchField)?.text == "word 2")

    try host.tap("Try Again")

    try await host.wait { host.node(.text, "word 2") != nil }
    #expect(host.nodes(.unavailable).isEmpty)
  }

  @Test func whatWasSearchedForIsUnderlined() async throws {
    let host = ViewHost(SearchView(store: content.makeSearchStore(), place: content.place))
    try host.type("Ord 2", into: "Search")
    try await host.wait { host.node(.text, "word 2") != nil }

    #expect(host.node(.text, "word 2")?.underlinedTexts == ["ord 2"])
    #expect(host.node(.text, "meaning 2")?.underlinedTexts == [])

    try host.type("ing 3", into: "Search")
    try await host.wait { host.node(.text, "meaning 3") != nil }

    #expect(host.node(.text, "word 3")?.underlinedTexts == [])
    #expect(host.node(.text, "meaning 3")?.underlinedTexts == ["ing 3"])
  }

  @Test func wordOfTheListHasDetails() async throws {
    let host = ViewHost(LexiconView(content: content))
    try await host.wait { host.node(.text, "word 2") != nil }

    try host.tap("word 2")

    try await host.wait { host.node(.destination)?.all.contains { $0.text == "noun" } == true }
  }

  /// Runs `body` with its own folder.
  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test func searchWordAndDraftComeBack() async throws {
    try await withFolder { folder in
      let content = LexiconContent(provider: Words(), library: notes)
      let kept = await KeptStates(content, in: folder)
      content.place.show([
        OpenScreen(.wordList, row: 22, top: 22), OpenScreen(.search, row: 4, top: 4),
        OpenScreen(.details(word: "word 12")),
      ])
      content.makeSearchStore().send(.queryChanged("word 1"))
      let first = ViewHost(LexiconView(content: content))
      try await first.wait { first.node(.destination) != nil }
      try first.tap("Note")
      try await first.wait { first.node(.textField)?.isEnabled == true }
      try first.type("mine", into: "Note")
      #expect(await kept.flush() == nil)

      let later = LexiconContent(provider: Words(), library: notes)
      let host = ViewHost(LexiconView(content: later, keepingIn: folder))
      try await host.wait { host.node(.textField)?.text == "mine" }
      #expect(host.node(.searchField)?.text == "word 1")
      try await host.wait { host.node(.destination)?.all.contains { $0.text == "noun" } == true }

      try host.tap("Cancel")
      try await host.wait { host.sheet == nil }
      #expect(later.place.draft == nil)
      #expect(later.place.screens.map(\.route) == [.wordList, .search, .details(word: "word 12")])
    }
  }

  @Test func searchIsScrolledToWhereItWas() async throws {
    let place = Place()
    place.show([OpenScreen(.wordList), OpenScreen(.search, row: 4, top: 4)])
    let content = LexiconContent(provider: Words(), library: notes, place: place)
    let first = ViewHost(SearchView(store: content.makeSearchStore(), place: Place()))
    try first.type("word 1", into: "Search")

    let host = ViewHost(SearchView(store: content.makeSearchStore(), place: place))
    try await host.wait { host.scrolledTo == AnyHashable("word 13") }
  }

  @Test func damagedPlaceIsToldAndSetAside() async throws {
    try await withFolder { folder in
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("{".utf8).write(to: folder.appending(path: "place.json"))
      let host = ViewHost(LexiconView(content: content, keepingIn: folder))
      try await host.wait { host.alert?.text?.contains("place.json.damaged-1") == true }
      try host.tap("OK")
      try await host.wait { host.node(.text, "word 1") != nil }
    }
  }

  @Test func examplesAreHiddenOnDemand() async throws {
    let settings = LexiconSettings()
    let content = LexiconContent(provider: Words(), library: notes, settings: settings)
    let host = details(of: "word 1", in: content)
    try await host.wait { host.node(.text, "“an example of 1”") != nil }
    try host.tap("Hide Examples")
    #expect(host.node(.text, "“an example of 1”") == nil)
    #expect(!settings.showsExamples)
  }

  @Test func errorOfAWordIsShown() async throws {
    let host = details(of: "nothing", in: content)

    try await host.wait { host.alert?.text == "The word nothing was not found" }
  }

  @Test func wordThatFailsIsLoadedAgainOnDemand() async throws {
    let content = LexiconContent(provider: FailingWords(failing: [1]), library: notes)
    let host = details(of: "word 1", in: content)
    try await host.wait { host.alert?.text == "No answer: word 1" }
    try host.tap("OK")

    try host.tap("Load Again")

    try await host.wait { host.node(.text, "meaning 1") != nil }
    #expect(host.alert == nil)
  }

  @Test func noteIsWrittenAndShownInTheDetails() async throws {
    let host = details(of: "word 1", in: content)
    try await typeNote("the first one", in: host)
    try host.tap("Save")

    try await host.wait { host.sheet == nil && host.node(.text, "the first one") != nil }
    #expect(await notes.notes() == [Note(word: "word 1", text: "the first one")])
  }

  /// Writes a note into the real database while that cannot be written, and again when it can.
  private func save(
    _ text: String = "mine",
    toldOf reason: String,
    while breakDatabase: (SQLiteNoteLibrary, _ path: String) async throws -> () throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "notes.sqlite").path(percentEncoded: false)
    let library = SQLiteNoteLibrary(path: path, busyTimeout: 0)
    let content = LexiconContent(provider: Words(), library: library)
    let host = details(of: "word 1", in: content)
    try await typeNote(text, in: host)

    let mend = try await breakDatabase(library, path)
    try host.tap("Save")

    try await host.wait { host.alert != nil && host.node(.progress) == nil }
    #expect(
      host.alert?.text == "The note on 'word 1' could not be saved: \(reason): \(path)"
    )
    try host.tap("OK")
    #expect(host.alert == nil)
    #expect(host.node(.textField)?.text == text)
    #expect(try await library.notes().isEmpty)

    try mend()
    try host.tap("Save")

    try await host.wait { host.sheet == nil && host.node(.text, text) != nil }
    #expect(try await library.note(on: "word 1")?.text == text)
  }

  @Test func lockedDatabaseIsToldAndTheNoteIsSavedAfterIt() async throws {
    try await save(toldOf: "the database is locked by another program") { _, path in
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: path, configuration: configuration)
      try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
      return { try other.inDatabase { try $0.execute(sql: "ROLLBACK") } }
    }
  }

  @Test func fullDiskIsToldAndTheNoteIsSavedAfterIt() async throws {
    let long = String(repeating: "long ", count: 10_000)
    try await save(long, toldOf: "the disk is full") { library, _ in
      // A database that may not become larger says the same as one whose disk is full.
      let queue = try await library.database()
      try queue.inDatabase { database in
        let count = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        try database.execute(sql: "PRAGMA max_page_count = \(count)")
      }
      return { try queue.inDatabase { try $0.execute(sql: "PRAGMA max_page_count = 1000000") } }
    }
  }

  /// An editor with "mine", while another program has saved "theirs".
  private func conflict() async throws -> ViewHost {
    let host = ViewHost(NoteEditorView(store: content.makeNoteEditorStore("word 1")))
    try await host.wait { host.node(.textField)?.isEnabled == true }
    try host.type("mine", into: "Note")
    try await notes.save(Note(word: "word 1", text: "theirs"), over: nil)
    try host.tap("Save")
    try await host.wait { host.alert != nil }
    #expect(host.alert?.all.contains { $0.text?.contains("'theirs'") == true } == true)
    return host
  }

  @Test func noteOfAnotherProgramIsOverwrittenOnDemand() async throws {
    let host = try await conflict()
    try host.tap("Save mine")
    try await host.wait { host.alert == nil }
    while await notes.notes() != [Note(word: "word 1", text: "mine")] { await Task.yield() }
  }

  @Test func noteOfAnotherProgramIsTakenOnDemand() async throws {
    let host = try await conflict()
    try host.tap("Take the other")
    try await host.wait { host.alert == nil && host.node(.textField)?.text == "theirs" }
    #expect(await notes.notes() == [Note(word: "word 1", text: "theirs")])
  }

  @Test func conflictThatIsLeftOpenIsAskedAboutAgain() async throws {
    let host = try await conflict()
    try host.tap("Keep writing")
    try await host.wait { host.alert == nil }
    #expect(host.node(.textField)?.text == "mine")
    try host.tap("Save")
    try await host.wait { host.alert != nil }
    #expect(await notes.notes() == [Note(word: "word 1", text: "theirs")])
  }

  @Test func eachWordIsAskedAboutBeforeItIsDeleted() async throws {
    try await notes.save(Note(word: "word 1", text: "one"), over: nil)
    try await notes.save(Note(word: "word 2", text: "two"), over: nil)
    let host = ViewHost(SavedWordsView(store: content.makeSavedWordsStore()))
    try await host.wait { host.node(.text, "two") != nil }

    try host.delete([0, 1])

    try await host.wait { host.alert?.text == "Delete “word 1”?" }
    try host.tap("Keep")
    try await host.wait { host.alert?.text == "Delete “word 2”?" }
    #expect(host.node(.button, "Delete")?.role == .destructive)
    try host.tap("Delete")
    try await host.wait { host.texts == ["word 1", "one"] }
    #expect(host.alert == nil)
  }

  @Test func savedWordIsDeleted() async throws {
    try await notes.save(Note(word: "word 1", text: "one"), over: nil)
    try await notes.save(Note(word: "word 2", text: "two"), over: nil)
    let host = ViewHost(SavedWordsView(store: content.makeSavedWordsStore()))
    try await host.wait { host.node(.text, "two") != nil }
    #expect(host.node(.section)?.text == "2 saved words")

    try host.delete([0])
    try await host.wait { host.alert != nil }
    try host.tap("Keep")
    try await host.wait { host.alert == nil }
    #expect(await notes.notes().count == 2)

    try host.delete([0])
    try await host.wait { host.alert != nil }
    try host.tap("Delete")

    try await host.wait { host.texts == ["word 2", "two"] }
    #expect(host.node(.section)?.text == "1 saved word")
  }
}
