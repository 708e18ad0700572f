package import LexiconCore
import ScreenStateKit
import ViewFeature

/// The app in a terminal: the screen in front, and below it those that it was opened from.
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

  /// Makes the app.
  ///
  /// - Parameters:
  ///   - content: What it shows.
  ///   - size: How much of it fits.
  ///   - show: Gets each frame, with the one that it takes the place of; there is none where it is not
  ///     known what the terminal shows.
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

  /// Ends all that the screens have started.
  package func disappear() {
    screens = []
  }

  /// - Returns: Whether the app goes on.
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

  /// Draws the whole frame again, of which a terminal that was resized may have lost parts.
  package func resize(to size: TerminalSize) {
    self.size = size
    shown = nil
    redraw()
  }

  /// Returns when all is done that was started so far, and what it changed is drawn.
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
    // Another screen depends on another state.
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
    // Drawn behind the help, too, so that its changes are not missed.
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
      return WordListView(store: content.makeWordListStore(), context: context)
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
