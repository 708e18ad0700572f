import LexiconCore
import LexiconReplay
import StateJournal
import Testing
import ViewFeature

@MainActor
@Suite(.timeLimit(.minutes(20))) struct StateSessionLexiconTestTests {
  @Test func theTestOfAnEntryRepeatsItsFeatureUpToIt() throws {
    let session = try Recording.ofTerminal()
    let typed = try #require(session.number(of: "receives queryChanged(\"app\")"))
    let source = try session.lexiconTest(named: "typed", upTo: typed, file: "search.jsonl")
    #expect(source.contains("@testable import LexiconCore"))
    #expect(source.contains("@Test func typed()"))
    #expect(source.contains("\"Sessions/search.jsonl\""))
    #expect(source.contains("SearchFeature()"))
    #expect(source.contains("initialState: SearchFeature.State()"))
    #expect(source.contains("upTo: \(typed)"))
  }

  @Test func withoutAnEntryTheFirstFeatureIsRepeated() throws {
    let session = try Recording.ofTerminal()
    let source = try session.lexiconTest(named: "all", upTo: nil, file: "search.jsonl")
    #expect(source.contains("SearchFeature()"))
    #expect(!source.contains("upTo"))
  }

  @Test func theWordOfAScreenIsGivenToItsState() throws {
    let recording = Recording()
    let editor = recording.record(recording.app.makeNoteEditorStore("to \"quote\""))
    let session = try recording.session()
    let source = try session.lexiconTest(named: "note", upTo: nil, file: "note.jsonl")
    #expect(source.contains(#"NoteEditorFeature.State(word: "to \"quote\"")"#))
    withExtendedLifetime(editor) {}
  }

  @Test func whatIsNoFeatureIsRefused() throws {
    let session = try Recording.ofTerminal()
    let list = try #require(session.number(of: "WordListStore: receives refresh"))
    #expect(throws: LexiconTestError.cannotBeRepeated("WordListStore")) {
      try session.lexiconTest(named: "list", upTo: list, file: "a")
    }
    #expect(throws: LexiconTestError.noEntry(100_000)) {
      try session.lexiconTest(named: "none", upTo: 100_000, file: "a")
    }
    #expect(throws: LexiconTestError.noFeature) {
      try Journal().session().lexiconTest(named: "empty", upTo: nil, file: "a")
    }
  }
}
