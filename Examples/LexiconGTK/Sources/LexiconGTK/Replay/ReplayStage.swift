import GTKKit
import LexiconCore
import LexiconReplay
import ViewFeature

/// Shows the open screens of a session, each in its place in the app; they start no work.
///
/// A screen with its own window in the app is shown on the right here, so it doesn't cover the other screens.
@MainActor
final class ReplayStage {
  /// The views of one of the two areas, with their screens.
  private struct Scene {
    var screens: [RecordedScreen] = []
    var views: [AnyObject] = []
  }

  let widget: Widget
  private let left = Box.column().style("sidebar").minimumSize(width: 340)
  private let right = Box.column().expand(horizontally: true, vertically: true)
  private let overlay: BlockingOverlay
  private var leftScene = Scene()
  private var rightScene = Scene()

  init() {
    overlay = BlockingOverlay(SplitView(leading: left, trailing: right, position: 360))
    widget = overlay.expand(horizontally: true, vertically: true)
  }

  /// Shows the open screens, with the frontmost last; screens that stay open keep their widgets.
  func show(_ screens: [RecordedScreen]) {
    let page = screens.last { $0.place != .word }?.place
    fill(left, &leftScene, with: screens.filter { $0.place == page }.sorted { $0.id < $1.id })
    fill(right, &rightScene, with: screens.last { $0.place == .word }.map { [$0] } ?? [])
  }

  private func fill(_ area: Box, _ scene: inout Scene, with screens: [RecordedScreen]) {
    guard !screens.elementsEqual(scene.screens, by: ===) else { return }
    scene = Scene(screens: screens)
    if area === left { overlay.progress = nil }
    area.replaceChildren(with: makeWidget(screens, &scene.views))
  }

  // MARK: Views

  private func makeWidget(_ screens: [RecordedScreen], _ views: inout [AnyObject]) -> Widget {
    var list: WordListView?
    var search: SearchView?
    for screen in screens {
      switch screen.content {
      case .importing(let store): return keep(ImportView(store: store) {}, \.widget, &views)
      case .details(let store):
        let details = DetailsView(store: store, settings: LexiconSettings()) { _, _ in }
        return keep(details, \.widget, &views)
      case .noteEditor(let store): return makeEditor(store, &views)
      case .savedWords(let store): return makeSavedWords(store, &views)
      case .wordList(let store, let state):
        list = WordListView(store: store, state: state) { _ in }
      case .search(let store): search = SearchView(store: store) { _ in }
      }
    }
    switch (list, search) {
    case (let list?, let search?):
      return keep(WordsView(list: list, search: search), \.widget, &views)
    case (let list?, nil): return keep(list, \.widget, &views)
    case (nil, let search?):
      views.append(search)
      return Box.column(Box.column(search.entry).style("search-area"), search.widget)
    case (nil, nil): return Box.column()
    }
  }

  private func keep<View: AnyObject>(
    _ view: View,
    _ widget: KeyPath<View, Widget>,
    _ views: inout [AnyObject]
  ) -> Widget {
    views.append(view)
    return view[keyPath: widget]
  }

  private func makeSavedWords(
    _ store: Store<SavedWordsFeature>,
    _ views: inout [AnyObject]
  ) -> Widget {
    let saved = SavedWordsView(store: store, actions: .init(open: { _ in }, edit: { _ in }))
    let question = QuestionBar<AlertPrompt<SavedWordsFeature.Action>> { _ in }
    views += [saved, question]
    let column = Box.column(saved.widget, question.widget)
    column.follow { [weak self, weak saved, weak question] in
      question?.question = saved?.question
      self?.overlay.progress = saved?.isDeleting == true ? "Deleting…" : nil
    }
    return column
  }

  private func makeEditor(
    _ store: Store<NoteEditorFeature>,
    _ views: inout [AnyObject]
  ) -> Widget {
    let editor = NoteEditorView(store: store, callbacks: .init(busy: { _ in }, close: { _ in }))
    views.append(editor)
    let title = Label("Note on “\(store.state.word)”").style("title-1")
    let buttons = Box.row(spacing: 12, editor.cancel, editor.save)
    return Box.column(spacing: 12, title, editor.widget, buttons).style("details")
  }
}

extension RecordedScreen {
  /// A place in the window, with one screen at a time.
  fileprivate enum Place {
    case importing
    case words
    case saved
    /// A word or its note.
    case word
  }

  fileprivate var place: Place {
    switch content {
    case .importing: .importing
    case .wordList, .search: .words
    case .savedWords: .saved
    case .details, .noteEditor: .word
    }
  }
}
