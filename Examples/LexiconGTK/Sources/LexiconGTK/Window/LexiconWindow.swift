import GTKKit
package import LexiconCore
import ScreenStateKit
import ViewFeature

/// The app's window, with the words on the left and a selected word on the right.
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
  /// The import, if there is one, followed by the rest of the app.
  private let root = Stack()
  private let pages = Stack()
  private let detailsArea = Box.column().expand(horizontally: true, vertically: true)
  private let overlay: BlockingOverlay
  private var importing: ImportView?
  private var words: WordsView?
  private var saved: SavedWordsView?
  private var details: DetailsView?
  private var noteDialog: NoteDialog?
  /// The word whose page is shown, and the word whose note is being edited.
  private var shownWord: String?
  private var editedWord: String?
  /// Whether the state from the last launch is restored.
  private var isBack = false
  private let notice: FailureBar
  private var questionDialog: QuestionDialog?

  /// Creates the window; it calls `close` when the user closes it.
  package init(content: LexiconContent, close: @escaping @MainActor () -> Void) {
    self.content = content
    let place = content.place
    notice = FailureBar(button: "Dismiss") { place.displayError = nil }
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
      Box.column(notice.widget, overlay),
      header: HeaderBar(title: StackSwitcher(pages), start: [refresh])
    )
    window.onCloseRequest { [weak self] in
      // A save in progress must complete.
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
    comeBack()
    isBack = true
    for onScroll in [words?.onScroll, saved?.onScroll] {
      onScroll? { [weak self] in self?.keepPlace() }
    }
    window.follow { [weak self] in self?.keepPlace() }
  }

  /// Restores the screens that were open when the app ended.
  private func comeBack() {
    let place = content.place
    let open = place.screens
    let draft = place.draft
    words?.start(
      listFrom: place.screen(.wordList)?.top ?? 0,
      foundFrom: place.screen(.search)?.top ?? 0
    )
    saved?.load(from: place.screen(.savedWords)?.top ?? 0)
    if place.screen(.savedWords) != nil { pages.visiblePage = Page.saved }
    for screen in open {
      switch screen.route {
      case .details(let word): showDetails(of: word)
      case .noteEditor(let word): editNote(on: word, isNew: draft?.known == nil)
      case .wordList, .search, .savedWords: continue
      }
    }
  }

  private func keepPlace() {
    guard isBack, let words, let saved else { return }
    var open = [Self.screen(.wordList, top: words.listTop)]
    if words.isSearching { open.append(Self.screen(.search, top: words.foundTop)) }
    if pages.visiblePage == Page.saved {
      open.append(Self.screen(.savedWords, top: saved.top))
    }
    if let shownWord { open.append(OpenScreen(.details(word: shownWord))) }
    if let editedWord { open.append(OpenScreen(.noteEditor(word: editedWord))) }
    content.place.show(open)
  }

  /// Returns a screen whose first visible row is also selected, for apps that select words with keys.
  private static func screen(_ route: Route, top: Int) -> OpenScreen {
    OpenScreen(route, row: top, top: top)
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
    window.follow { [weak self] in self?.showNotice() }
  }

  /// Reloads a page when it becomes visible, so that it shows changes by other instances.
  private func turned() {
    if pages.visiblePage == Page.saved {
      saved?.load()
    }
    keepPlace()
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
    let details = DetailsView(
      store: content.makeDetailsStore(word),
      settings: content.settings
    ) { [weak self] in
      self?.editNote(on: $0, isNew: $1)
    }
    detailsArea.replaceChildren(with: details.widget)
    self.details = details
    shownWord = word
    keepPlace()
    details.load()
  }

  private func editNote(on word: String, isNew: Bool) {
    editedWord = word
    noteDialog = NoteDialog(
      store: content.makeNoteEditorStore(word),
      isNew: isNew,
      over: window,
      callbacks: NoteEditorView.Callbacks(
        busy: { [weak self] in self?.overlay.progress = $0 },
        close: { [weak self] isSaved in
          self?.noteDialog = nil
          self?.editedWord = nil
          self?.keepPlace()
          if isSaved { self?.notesChanged() }
        }
      )
    )
    keepPlace()
  }

  private func showNotice() {
    notice.error = content.place.displayError
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
    // A hidden page is loaded when it becomes visible.
    turned()
    details?.load()
  }
}
