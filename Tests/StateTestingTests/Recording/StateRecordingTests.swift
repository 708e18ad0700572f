import ScreenStateKit
import StateTesting
import Testing

/// States that consist of other objects, and states that don't notify observers.
@MainActor
@Suite struct StateRecordingTests {
  @MainActor @Observable final class Note: SnapshotState {
    var text: String

    init(_ text: String) {
      self.text = text
    }

    static let snapshotFields = SnapshotFields<Note> { SnapshotField("text", \.text) }

    func makeEmptyCopy() -> Note? { Note("") }
  }

  @MainActor @Observable final class Notebook: SnapshotState {
    var title = ""
    let first = Note("first")
    var selected: Note?
    var others: [Note] = []

    static let snapshotFields = SnapshotFields<Notebook> {
      SnapshotField("title", \.title)
      SnapshotField("first", child: \.first)
      SnapshotField("selected", child: \.selected)
      SnapshotField("others", children: \.others)
    }
  }

  /// Not `@Observable` itself, so that its own fields aren't observed.
  @MainActor final class SilentState: ScreenState, SnapshotState {
    var words: [String] = []

    static let snapshotFields = SnapshotFields<SilentState> {
      SnapshotField("isLoading", \.isLoading)
      SnapshotField("words", \.words)
    }
  }

  private let notebook = Notebook()

  @Test func changesOfChildrenAreChanges() {
    notebook.others = [Note("a"), Note("b")]
    let recorder = StateRecorder(notebook, expected: Notebook())
    notebook.first.text = "1"
    notebook.others[1].text = "2"
    notebook.others[1].text = "3"
    notebook.title = "notes"
    recorder.expect { $0.first.text = "1" }
    recorder.expect { $0.others[1].text = "2" }
    recorder.expect { $0.others[1].text = "3" }
    recorder.expect { $0.title = "notes" }
    recorder.expectNoMoreChanges()
    #expect(notebook.others[1].text == "3")
  }

  @Test func changesOfAChildThatComesLaterAreDistinguishedAfterAnotherWrite() {
    let recorder = StateRecorder(notebook, expected: Notebook())
    notebook.selected = Note("new")
    notebook.title = "notes"
    notebook.selected?.text = "1"
    notebook.selected?.text = "2"
    recorder.expect { $0.selected = Note("new") }
    recorder.expect { $0.title = "notes" }
    recorder.expect { $0.selected?.text = "1" }
    recorder.expect { $0.selected?.text = "2" }
    recorder.expectNoMoreChanges()
  }

  @Test func aChildOfTheStateKeepsItsValuesWhateverIsExpected() {
    let note = Note("before")
    notebook.selected = note
    let recorder = StateRecorder(notebook, expected: Notebook())
    note.text = "after"
    withKnownIssue {
      recorder.expect { $0.selected?.text = "something else" }
    } matching: { issue in
      "\(issue)".contains("selected.text: \"before\" → expected \"something else\", got \"after\"")
    }
    #expect(note.text == "after")
    #expect(recorder.values(of: \.selected?.text) == ["before", "after"])
    #expect(notebook.selected === note)
    #expect(note.text == "after")
    recorder.expectNoMoreChanges()
  }

  @MainActor @Observable final class Page: SnapshotState {
    var number = 0

    static let snapshotFields = SnapshotFields<Page> { SnapshotField("number", \.number) }
  }

  @MainActor @Observable final class Book: SnapshotState {
    var title = ""
    var page: Page?

    static let snapshotFields = SnapshotFields<Book> {
      SnapshotField("title", \.title)
      SnapshotField("page", child: \.page)
    }
  }

  @Test func aChildWithoutAnotherFailsWithTheLineToWrite() {
    let book = Book()
    let recorder = StateRecorder(book, expected: Book())
    book.page = Page()
    recorder.skipChanges()
    book.title = "b"
    withKnownIssue {
      recorder.expect { $0.title = "b" }
    } matching: { issue in
      "\(issue)"
        .contains(
          "func makeEmptyCopy() -> StateRecordingTests.Page? { StateRecordingTests.Page(…) }"
        )
    }
    recorder.skipChanges()
  }

  @Test func valuesFromBeforeAChildChangedAreMadeAgain() {
    let recorder = StateRecorder(notebook, expected: Notebook())
    notebook.title = "notes"
    notebook.first.text = "1"
    recorder.expect { $0.title = "notes" }
    recorder.expect { $0.first.text = "1" }
    #expect(recorder.values(of: \.title) == ["", "notes"])
    #expect(recorder.values(of: \.first.text) == ["first", "1"])
    #expect(notebook.first.text == "1")
  }

  @Test func aFieldThatIsNotObservedFails() {
    let state = SilentState()
    let recorder = StateRecorder(state, expected: SilentState())
    state.words = ["a"]
    withKnownIssue {
      recorder.skipChanges()
    } matching: { issue in
      issue.comments.map(\.rawValue) == [
        """
        SilentState was changed without notifying its observers, so changes may be missing. \
        Make the class @Observable:
          words: [] → ["a"]
        """
      ]
    }
  }

  @Test func aFieldThatIsNotObservedFailsAtTheNextWriteOfAnother() {
    let state = SilentState()
    let recorder = StateRecorder(state, expected: SilentState())
    state.words = ["a"]
    withKnownIssue {
      state.loadingStarted()
    } matching: { issue in
      "\(issue)".contains("Make the class @Observable")
    }
    recorder.skipChanges()
  }
}
