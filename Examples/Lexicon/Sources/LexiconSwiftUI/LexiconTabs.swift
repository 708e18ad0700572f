#if canImport(SwiftUI)
import LexiconCore
import SwiftUI
import ViewFeature

/// The app's lists, each with the word opened from it.
struct LexiconTabs: View {
  private let content: LexiconContent
  @State private var tab: Route
  @State private var links: [Route: [WordLink]]

  /// Creates the view with the screens that were open when the app ended.
  init(content: LexiconContent) {
    self.content = content
    let open = content.place.screens.map(\.route)
    let tab = [Route.savedWords, .search].first { open.contains($0) } ?? .wordList
    _tab = State(initialValue: tab)
    _links = State(initialValue: [tab: Self.links(to: open)])
  }

  var body: some View {
    TabView(selection: $tab) {
      stack(.wordList, WordListView(store: content.makeWordListStore(), place: content.place))
        .tabItem { Label("Words", systemImage: "text.book.closed") }
        .tag(Route.wordList)
      stack(.search, SearchView(store: content.makeSearchStore(), place: content.place))
        .tabItem { Label("Search", systemImage: "magnifyingglass") }
        .tag(Route.search)
      stack(.savedWords, SavedWordsView(store: content.makeSavedWordsStore()))
        .tabItem { Label("Saved", systemImage: "bookmark") }
        .tag(Route.savedWords)
    }
    .onChange(of: tab, initial: true) { keepPlace() }
    .onChange(of: links) { keepPlace() }
  }

  private func stack(_ route: Route, _ root: some View) -> some View {
    NavigationStack(path: path(of: route)) {
      root.navigationDestination(for: WordLink.self) { link in
        DetailsView(store: content.makeDetailsStore(link.word), content: content)
      }
    }
  }

  private func path(of route: Route) -> Binding<[WordLink]> {
    Binding {
      links[route] ?? []
    } set: {
      links[route] = $0
    }
  }

  private func keepPlace() {
    let word = links[tab]?.last?.word
    let below: [Route] = tab == .wordList ? [.wordList] : [.wordList, tab]
    let above: [Route] = word.map { [.details(word: $0), .noteEditor(word: $0)] } ?? []
    let place = content.place
    place.show(
      below.map { place.screen($0) ?? OpenScreen($0) }
        + above.compactMap { route in
          if case .noteEditor = route { place.screen(route) } else { OpenScreen(route) }
        }
    )
  }

  /// Returns the link to the word that was open or whose note was being edited.
  private static func links(to open: [Route]) -> [WordLink] {
    let words = open.compactMap { route in
      switch route {
      case .details(let word), .noteEditor(let word): WordLink(word: word)
      case .wordList, .search, .savedWords: nil as WordLink?
      }
    }
    return words.prefix(1).map { $0 }
  }
}
#endif
