import GTKKit
package import LexiconCore
import ViewFeature

/// The app's window: the words on the left, one of them on the right.
@MainActor
package final class LexiconWindow {
  private enum Page {
    static let words = "words"
    static let saved = "saved"
    static let importing = "importing"
    static let all = "all"
  }

  private let content: LexiconContent
  private let window = Window(title: "Lexicon", width: 900, height: 600)
  /// The import, if there is one, and after it all the rest.
  private let root = Stack()
  private let pages = Stack()
  private let detailsArea = Box.column().expand(horizontally: true, vertically: true)
  private let overlay: BlockingOverlay
  private var importing: ImportView?
  private var words: WordsView?
  private var saved: SavedWordsView?
  private var details: DetailsView?
  private var noteDialog: NoteDialog?
  private var questionDialog: QuestionDialog?

  /// Makes the window; `close` is called when the user closes it.
  package init(content: LexiconContent, close: @escaping @MainActor () -> Void) {
    self.content = content
    let left = Box.column(pages).style("sidebar").minimumSize(width: 340)
    root.add(SplitView(leading: left, trailing: detailsArea, position: 360), id: Page.all)
    overlay = BlockingOverlay(root)
    let hint = Label("Select a word to see its meanings").style("hint")
      .align(horizontally: .center).expand(horizontally: true, vertically: true)
    detailsArea.append(hint)
    makePages()
    let refresh = Button(icon: "view-refresh-symbolic", name: "Load again") { [weak self] in
      self?.refresh()
    }
    window.setContent(
      overlay,
      header: HeaderBar(title: StackSwitcher(pages), start: [refresh])
    )
    window.onCloseRequest { [weak self] in
      // What is being saved is not given up.
      guard self?.overlay.progress == nil else { return }
      close()
    }
  }

  package func open() {
    window.present()
    guard let store = content.makeImportStore() else { return start() }
    let importing = ImportView(store: store) { [weak self] in self?.start() }
    root.add(importing.widget, id: Page.importing)
    root.visiblePage = Page.importing
    importing.start()
    self.importing = importing
  }

  private func start() {
    root.visiblePage = Page.all
    importing = nil
    words?.start()
    saved?.load()
  }

  private func makePages() {
    let words = WordsView(
      list: WordListView(store: content.makeWordListStore()) { [weak self] in
        self?.showDetails(of: $0)
      },
      search: SearchView(store: content.makeSearchStore()) { [weak self] in
        self?.showDetails(of: $0)
      }
    )
    let saved = SavedWordsView(
      store: content.makeSavedWordsStore(),
      actions: SavedWordsView.Actions(
        open: { [weak self] in self?.showDetails(of: $0) },
        edit: { [weak self] in self?.editNote(on: $0, isNew: false) }
      )
    )
    pages.add(words.widget, id: Page.words, title: "All words")
    pages.add(saved.widget, id: Page.saved, title: "Saved words")
    pages.onTurn { [weak self] in self?.turned() }
    window.follow { [weak self] in
      self?.overlay.progress = saved.isDeleting ? "Deleting…" : nil
    }
    self.words = words
    self.saved = saved
    window.follow { [weak self] in self?.showQuestion() }
  }

  /// What another instance has saved is seen as soon as the page is.
  private func turned() {
    if pages.visiblePage == Page.saved {
      saved?.load()
    }
  }

  private func refresh() {
    if pages.visiblePage == Page.words {
      words?.refresh()
    } else {
      saved?.load()
    }
    details?.load()
  }

  private func showDetails(of word: String) {
    let details = DetailsView(store: content.makeDetailsStore(word)) { [weak self] in
      self?.editNote(on: $0, isNew: $1)
    }
    detailsArea.replaceChildren(with: details.widget)
    self.details = details
    details.load()
  }

  private func editNote(on word: String, isNew: Bool) {
    noteDialog = NoteDialog(
      store: content.makeNoteEditorStore(word),
      isNew: isNew,
      over: window,
      callbacks: NoteEditorView.Callbacks(
        busy: { [weak self] in self?.overlay.progress = $0 },
        close: { [weak self] isSaved in
          self?.noteDialog = nil
          if isSaved { self?.notesChanged() }
        }
      )
    )
  }

  private func showQuestion() {
    guard let question = saved?.question else {
      questionDialog = nil
      return
    }
    guard question.id != questionDialog?.id else { return }
    questionDialog = QuestionDialog(question, over: window) { [weak self] in self?.answer($0) }
  }

  private func answer(_ button: AlertButton<SavedWordsFeature.Action>?) {
    guard let sent = saved?.answer(button) else { return }
    Task {
      await sent.value
      details?.load()
    }
  }

  private func notesChanged() {
    // A page that is not seen is loaded when it is turned to.
    turned()
    details?.load()
  }
}
