import LexiconCore
import Testing
import ViewFeature

@testable import LexiconTerminal

@MainActor
@Suite(.timeLimit(.minutes(20))) struct NoteEditorViewTests {
  /// Returns the app with the editor for `word0` in front.
  private func editor(_ library: ScriptedLibrary = ScriptedLibrary()) async -> TestApp {
    let app = await TestApp(ScriptedProvider(total: 45), library)
    app.press(.enter)
    await app.settle()
    app.type("n")
    await app.settle()
    return app
  }

  private func notes(_ app: TestApp) async throws -> [Note] {
    try await app.library.notes()
  }

  @Test func noteIsTypedAndSaved() async throws {
    let app = await editor()
    #expect(app.last.hasPrefix("Note on word0"))
    app.type("q is ny")
    app.press(.backspace, .backspace)
    app.type("my word")
    #expect(app.last.contains("\nq is my word█"))
    app.press(.enter)
    #expect(app.last.contains("│ Saving… │"))
    await app.settle()
    #expect(app.last.hasPrefix("word0"))
    #expect(try await notes(app) == [Note(word: "word0", text: "q is my word")])
  }

  @Test func keysAreIgnoredWhileItIsSaved() async throws {
    let app = await editor()
    app.type("mine")
    app.press(.enter)
    let saving = app.last
    app.type("q")
    app.press(.backspace, .escape, .enter)
    #expect(app.last == saving)
    await app.settle()
    #expect(app.last.hasPrefix("word0"))
    #expect(try await notes(app) == [Note(word: "word0", text: "mine")])
  }

  @Test func frameBetweenSavingAndLeavingIsStillCovered() async {
    let app = await editor()
    app.type("mine")
    app.press(.enter)
    let first = app.frames.count
    await app.settle()
    let editing = app.frames[(first - 1)...].prefix { $0.hasPrefix("Note on word0") }
    #expect(!editing.isEmpty)
    #expect(editing.allSatisfy { $0.contains("│ Saving… │") })
  }

  @Test func keysStayIgnoredBetweenSavingAndLeaving() async {
    let content = LexiconContent(
      provider: ScriptedProvider(total: 45),
      library: ScriptedLibrary()
    )
    let store = content.makeNoteEditorStore("word0")
    let context = ScreenContext(navigate: { _ in }, work: StartedWork())
    let view = NoteEditorView(store: store, context: context)
    await store.send(.load).value
    #expect(!view.isBlocked)
    await store.send(.save).value
    #expect(view.isBlocked)
  }

  @Test func escapeLeavesTheNoteAsItWas() async throws {
    let app = await editor(ScriptedLibrary(["word0": "mine"]))
    #expect(app.last.contains("\nmine█"))
    app.type("!!!")
    app.press(.escape)
    await app.settle()
    #expect(app.last.hasPrefix("word0"))
    #expect(try await notes(app) == [Note(word: "word0", text: "mine")])
  }

  @Test func noteThatCannotBeSavedStaysInTheEditor() async throws {
    // The details read the note before the editor does.
    let app = await editor(ScriptedLibrary(failing: [3]))
    app.type("mine")
    app.press(.enter)
    await app.settle()
    #expect(app.last.contains("Error: the database is locked"))
    #expect(app.last.contains("\nmine█"))
    app.press(.enter)
    await app.settle()
    #expect(app.last.hasPrefix("word0"))
    #expect(try await notes(app) == [Note(word: "word0", text: "mine")])
  }

  /// Returns the app with "mine typed" in the editor after another program changed the note.
  private func conflict() async throws -> TestApp {
    let app = await editor(ScriptedLibrary(["word0": "mine"]))
    app.type(" typed")
    await app.library.change("word0", to: "theirs")
    app.press(.enter)
    await app.settle()
    #expect(app.last.contains("Another program has changed the note on 'word0'"))
    #expect(app.last.contains("'theirs'"))
    #expect(app.last.contains("\nmine typed█"))
    #expect(try await notes(app) == [Note(word: "word0", text: "theirs")])
    return app
  }

  @Test func noteOfAnotherProgramIsOverwrittenOnDemand() async throws {
    let app = try await conflict()
    app.type("s")
    await app.settle()
    #expect(app.last.hasPrefix("word0"))
    #expect(try await notes(app) == [Note(word: "word0", text: "mine typed")])
  }

  @Test func noteOfAnotherProgramIsTakenOnDemand() async throws {
    let app = try await conflict()
    app.type("t!")
    #expect(app.last.contains("\ntheirs!█"))
    app.press(.enter)
    await app.settle()
    #expect(try await notes(app) == [Note(word: "word0", text: "theirs!")])
  }

  @Test func escapeGoesOnWritingAndNothingIsLost() async throws {
    let app = try await conflict()
    app.type("x")
    app.press(.escape)
    #expect(app.last.contains("\nmine typed█"))
    app.press(.enter)
    await app.settle()
    #expect(app.last.contains("Another program has changed"))
  }

  @Test func noteThatCannotBeReadIsNotWrittenOver() async throws {
    let app = await editor(ScriptedLibrary(["word0": "mine"], failing: [2]))
    #expect(app.last.contains("Error: the database is locked"))
    app.type("x")
    app.press(.backspace)
    #expect(!app.last.contains("█"))
    app.press(.enter)
    #expect(app.last.contains("│ Loading… │"))
    await app.settle()
    #expect(app.last.contains("\nmine█"))
  }
}
