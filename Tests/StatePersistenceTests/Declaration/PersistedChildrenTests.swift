import Observation
import StateJSON
import StateTesting
import Testing

@testable import StatePersistence

@Observable @MainActor
private final class Note: PersistentState {
  var text = ""
  var isSaving = false
  var tags: [Tag] = []

  static let persistence = Persistence<Note>(version: 2) {
    Persisted("text", \.text)
    Persisted("tags", children: \.tags) { Tag() }
  } migrations: {
    Migration(from: 1) { $0.rename("body", to: "text") }
  }
}

@Observable @MainActor
private final class Tag: PersistentState {
  var name: String

  init(_ name: String = "") {
    self.name = name
  }

  static let persistence = Persistence<Tag>(version: 1) { Persisted("name", \.name) }
}

@Observable @MainActor
private final class Notebook: PersistentState {
  enum Page {
    case note(Note)
    case tag(Tag)
  }

  let cover = Note()
  var draft: Note?
  var notes: [Note] = []
  var page: Page?

  static let persistence = Persistence<Notebook>(version: 1) {
    Persisted("cover", child: \.cover)
    Persisted("draft", child: \.draft) { Note() }
    Persisted("notes", children: \.notes) { Note() }
    Persisted("page.note") {
      if case .note(let note) = $0.page { note } else { nil }
    } make: {
      Note()
    } restore: { state, note in
      state.page = note.map { .note($0) }
    }
    Persisted("page.tag") {
      if case .tag(let tag) = $0.page { tag } else { nil }
    } make: {
      Tag()
    } restore: { state, tag in
      state.page = tag.map { .tag($0) }
    }
  }
}

@Observable @MainActor
private final class Folder: PersistentState {
  var name = ""
  var folders: [Folder] = []

  static let persistence = Persistence<Folder>(version: 1) {
    Persisted("name", \.name)
    Persisted("folders", children: \.folders) { Folder() }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct PersistedChildrenTests {
  private let memory = PersistenceMemory()
  private let clock = TestClock()

  private final class Reports {
    var errors: [SavedStateError] = []
  }

  private let reports = Reports()

  private func attach(_ notebook: Notebook) async throws -> SavedState<Notebook> {
    try await SavedStates.attach(
      notebook,
      to: .memory(memory),
      clock: clock,
      onError: { [reports] in reports.errors.append($0) }
    )
  }

  @Test func childrenComeBack() async throws {
    let notebook = Notebook()
    let saved = try await attach(notebook)
    notebook.cover.text = "Cover"
    notebook.draft = Note()
    notebook.draft?.text = "Draft"
    notebook.draft?.isSaving = true
    notebook.notes = [Note(), Note()]
    notebook.notes[1].tags = [Tag("a"), Tag("b")]
    notebook.page = .tag(Tag("page"))
    #expect(await saved.flush())

    let other = Notebook()
    let later = try await attach(other)
    #expect(other.cover.text == "Cover")
    #expect(other.draft?.text == "Draft")
    #expect(other.draft?.isSaving == false)
    #expect(other.notes.map(\.tags.count) == [0, 2])
    #expect(other.notes[1].tags.map(\.name) == ["a", "b"])
    guard case .tag(let tag)? = other.page else {
      Issue.record("no tag")
      return
    }
    #expect(tag.name == "page")
    #expect(!later.hasUnsavedChanges)
    #expect(reports.errors.isEmpty)
  }

  @Test func aChangeInsideOfAChildIsSaved() async throws {
    let notebook = Notebook()
    let saved = try await attach(notebook)
    notebook.notes = [Note()]
    #expect(await saved.flush())
    notebook.notes[0].tags = [Tag("a")]
    #expect(saved.hasUnsavedChanges)
    #expect(await saved.flush())
    notebook.notes[0].tags[0].name = "b"
    #expect(saved.hasUnsavedChanges)
    #expect(await saved.flush())
    #expect(memory.text?.contains(#"{"name":"b"}"#) == true)
    // A removed child isn't followed.
    let note = notebook.notes[0]
    notebook.notes = []
    #expect(await saved.flush())
    note.text = "gone"
    #expect(!saved.hasUnsavedChanges)
    #expect(memory.fields?["notes"] == .array([]))
  }

  @Test func childrenThatAreThereAreUsed() async throws {
    let notebook = Notebook()
    let saved = try await attach(notebook)
    notebook.draft = Note()
    notebook.notes = [Note(), Note()]
    notebook.notes[0].text = "first"
    notebook.notes[1].text = "second"
    #expect(await saved.flush())
    let other = Notebook()
    let (draft, note) = (Note(), Note())
    (other.draft, other.notes) = (draft, [note])
    _ = try await attach(other)
    #expect(other.draft === draft)
    #expect(other.notes.first === note)
    #expect(other.notes.map(\.text) == ["first", "second"])
  }

  @Test func aChildThatWasNotThereGoes() async throws {
    let notebook = Notebook()
    let saved = try await attach(notebook)
    notebook.cover.text = "Cover"
    #expect(await saved.flush())
    let other = Notebook()
    other.draft = Note()
    other.page = .note(Note())
    _ = try await attach(other)
    #expect(other.draft == nil)
    #expect(other.page == nil)
  }

  @Test func childrenHaveSeparateMigrations() async throws {
    memory.save(
      """
      {"version":1,"fields":{"notes":[
        {"version":1,"fields":{"body":"old","tags":[]}},{"version":2,"fields":{"text":"new"}}
      ]}}
      """
    )
    let notebook = Notebook()
    _ = try await attach(notebook)
    #expect(notebook.notes.map(\.text) == ["old", "new"])
  }

  @Test func unknownFieldsOfChildrenAreKept() async throws {
    memory.save(
      """
      {"version":1,"fields":{"cover":{"version":2,"fields":{"text":"a","later":1}},"notes":[
        {"version":2,"fields":{"text":"b","later":2}}
      ]}}
      """
    )
    let notebook = Notebook()
    let saved = try await attach(notebook)
    notebook.cover.text = "c"
    notebook.notes[0].text = "d"
    #expect(await saved.flush())
    #expect(memory.fields?["cover"]?["fields"]?["later"] == 1)
    #expect(memory.fields?["notes"]?.array?.first?["fields"]?["later"] == 2)
  }

  @Test func whatDoesNotDecodeInAChildIsNamed() async throws {
    memory.save(
      """
      {"version":1,"fields":{
        "draft":{"version":2,"fields":{"text":"kept","tags":[{"version":1,"fields":{"name":1}}]}},
        "notes":[{"version":3,"fields":{}}], "cover":7
      }}
      """
    )
    let notebook = Notebook()
    let saved = try await attach(notebook)
    #expect(notebook.draft?.text == "kept")
    #expect(notebook.notes.isEmpty)
    #expect(reports.errors.map(\.field) == ["cover", "draft.tags[0].name", "notes"])
    #expect(reports.errors.map(\.code) == [.damaged, .field, .newerVersion])
    #expect(memory.keys == ["state"])
    // The record keeps them until a save overwrites one.
    notebook.page = .tag(Tag("a"))
    #expect(await saved.flush())
    #expect(memory.keys == ["state"])
    #expect(memory.fields?["cover"] == 7)
    notebook.draft?.text = "changed"
    #expect(await saved.flush())
    #expect(memory.keys == ["state", "state.damaged-1"])
    #expect(reports.errors.last?.field == "draft.tags[0].name")
    #expect(reports.errors.last?.setAside == "state.damaged-1")
  }

  // MARK: Recursive children

  @Test func aStateMayHaveChildrenOfItsKind() async throws {
    let folder = Folder()
    folder.folders = [Folder(), Folder()]
    folder.folders[1].folders = [Folder()]
    folder.folders[1].folders[0].name = "deep"
    let saved = try await SavedStates.attach(folder, to: .memory(memory), clock: clock)
    folder.name = "top"
    #expect(await saved.flush())
    let other = Folder()
    _ = try await SavedStates.attach(other, to: .memory(memory))
    #expect(other.folders.map(\.folders.count) == [0, 1])
    #expect(other.folders[1].folders[0].name == "deep")
  }

  @Test func aStateThatIsItsOwnChildIsReported() async throws {
    let folder = Folder()
    let saved = try await SavedStates.attach(folder, to: .memory(memory), clock: clock) {
      [reports] in reports.errors.append($0)
    }
    folder.name = "top"
    folder.folders = [folder]
    #expect(await !saved.flush())
    #expect(reports.errors.map(\.reason) == ["it is nested too deeply"])
    #expect(reports.errors.first?.field?.hasPrefix("folders[0].folders") == true)
    #expect(memory.fields?["name"] == "top")
    // The folder removes its reference to itself.
    folder.folders = []
    #expect(await saved.flush())
    #expect(memory.fields?["folders"] == .array([]))
  }
}
