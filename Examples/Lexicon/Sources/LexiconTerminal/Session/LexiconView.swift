package import LexiconCore
import ScreenStateKit
import ViewFeature

/// The app in a terminal: a stack of screens, of which the frontmost is shown.
@MainActor
package final class LexiconView {
  private let content: LexiconContent
  private let show: (_ frame: Frame, _ previous: Frame?) -> Void
  private let work = StartedWork()
  private var size: TerminalSize
  private var screens: [(route: Route?, view: any ScreenView)] = []
  private var showsHelp = false
  private var hasQuit = false
  private var shown: Frame?
  private var observation: ObservationToken?

  /// Creates the app.
  ///
  /// - Parameters:
  ///   - content: The content to show.
  ///   - size: The size of the terminal.
  ///   - show: Receives each frame with the frame it replaces, or with `nil` if the terminal's content isn't known.
  package init(
    content: LexiconContent,
    size: TerminalSize,
    show: @escaping (_ frame: Frame, _ previous: Frame?) -> Void
  ) {
    self.content = content
    self.size = size
    self.show = show
  }

  package func appear() {
    if let store = content.makeImportStore() {
      screens = [(nil, ImportView(store: store, context: makeContext()))]
      showScreenInFront()
    } else {
      navigate(.start)
    }
  }

  /// Ends all work that the screens started.
  package func disappear() {
    screens = []
  }

  /// - Returns: Whether the app keeps running.
  package func press(_ key: Key) -> Bool {
    if let screen = screens.last?.view, !screen.isBlocked {
      if content.place.displayError != nil {
        content.place.displayError = nil
      } else if showsHelp {
        pressInHelp(key)
      } else if key == .character("?"), screen.help != nil {
        showsHelp = true
      } else {
        screen.press(key, in: size)
        keepPlace()
      }
      redraw()
    }
    return !hasQuit
  }

  /// Redraws the whole frame, because a resized terminal may have lost parts of it.
  package func resize(to size: TerminalSize) {
    self.size = size
    shown = nil
    redraw()
  }

  /// Returns when all started work is done and its changes are drawn.
  package func settle() async {
    await work.settle()
    redraw()
  }

  private func pressInHelp(_ key: Key) {
    switch key {
    case .character("?"), .escape: showsHelp = false
    case .character("q"): navigate(.quit)
    default: break
    }
  }

  private func navigate(_ navigation: Navigation) {
    switch navigation {
    case .start:
      let kept = content.place.screens
      if kept.first?.route != .wordList { open(OpenScreen(.wordList)) }
      kept.forEach(open)
    case .open(let route): open(OpenScreen(route))
    case .back:
      if screens.popLast()?.route == .search { content.place.endSearch() }
    case .quit: hasQuit = true
    }
    keepPlace()
    showScreenInFront()
  }

  private func open(_ screen: OpenScreen) {
    let view = makeScreen(screen.route)
    view.viewport = Viewport(selection: screen.row, top: screen.top)
    screens.append((screen.route, view))
  }

  private func keepPlace() {
    content.place.show(
      screens.compactMap { route, view in
        route.map { OpenScreen($0, row: view.viewport.selection, top: view.viewport.top) }
      }
    )
  }

  private func showScreenInFront() {
    showsHelp = false
    screens.last?.view.appear()
    // Another screen reads another state.
    observation = observe { [weak self] in self?.redraw() }
  }

  private func redraw() {
    guard let screen = screens.last?.view else { return }
    let frame = frame(of: screen)
    guard frame != shown else { return }
    let previous = shown
    shown = frame
    show(frame, previous)
  }

  private func frame(of screen: any ScreenView) -> Frame {
    // Also drawn behind the help, so that its changes are observed.
    let frame = screen.frame(in: size)
    if let notice = content.place.displayError {
      return NoticeScreen(notice.message).frame(in: size)
    }
    return showsHelp ? screen.help?.frame(in: size) ?? frame : frame
  }

  private func makeContext() -> ScreenContext {
    ScreenContext(navigate: { [weak self] in self?.navigate($0) }, work: work)
  }

  private func makeScreen(_ route: Route) -> any ScreenView {
    let context = makeContext()
    switch route {
    case .wordList:
      return WordListView(
        store: content.makeWordListStore(),
        marks: content.marks,
        context: context
      )
    case .search:
      return SearchView(store: content.makeSearchStore(), context: context)
    case .details(let word):
      return DetailsView(
        store: content.makeDetailsStore(word),
        settings: content.settings,
        context: context
      )
    case .savedWords:
      return SavedWordsView(store: content.makeSavedWordsStore(), context: context)
    case .noteEditor(let word):
      return NoteEditorView(store: content.makeNoteEditorStore(word), context: context)
    }
  }
}
