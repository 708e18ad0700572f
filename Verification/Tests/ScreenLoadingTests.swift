import ScreenStateKit
import SwiftUI
import Testing

/// The form of a screen that `SwiftUILayer.md` shows.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ScreenLoadingTests {
  @Observable @MainActor
  final class WordsState: PagedScreenState<Word, Int>, StateUpdatable {}

  actor WordsStore: ScreenStore {
    enum Action: ActionLockable, LoadingTrackable, Hashable {
      case refresh

      var canTrackLoading: Bool { true }
    }

    nonisolated let binding = ScreenBinding<WordsState>()
    nonisolated let began: AsyncStream<Void>
    private nonisolated let begin: AsyncStream<Void>.Continuation
    private nonisolated let answers: AsyncStream<[String]>
    nonisolated let answer: AsyncStream<[String]>.Continuation

    init() {
      (began, begin) = AsyncStream.makeStream()
      (answers, answer) = AsyncStream.makeStream()
    }

    func perform(_ action: Action) async throws {
      try await loadFirstPage { _ in
        begin.yield()
        for await words in answers {
          return .init(items: words.map { Word(id: $0) }, next: nil)
        }
        throw CancellationError()
      }
    }
  }

  private struct WordsView: View {
    let viewState: WordsState
    let viewStore: WordsStore

    var body: some View {
      VStack {
        List {
          ForEach(viewState.items) { Text($0.id) }
        }
        NavigationLink(value: 1) { Text("Details") }
      }
      .refreshable { _ = try? await viewStore.send(.refresh).value }
      .task {
        await viewStore.bind(to: viewState)
        if viewState.pager.phase == .idle { viewStore.send(.refresh) }
      }
    }
  }

  private struct Screen: View {
    let state: WordsState
    let store: WordsStore

    var body: some View {
      NavigationStack {
        WordsView(viewState: state, viewStore: store)
          .navigationDestination(for: Int.self) { Text("\($0)") }
      }
    }
  }

  private let state = WordsState()
  private let store = WordsStore()

  @Test func screenThatAppearsAgainDoesNotLoadAgain() async throws {
    let host = ViewHost(Screen(state: state, store: store))
    store.answer.yield(["one"])
    try await host.wait { state.items.map(\.id) == ["one"] }

    try host.tap("Details")
    host.update()
    store.answer.yield(["two"])
    try host.goBack()
    await host.settle()

    #expect(state.pager.phase == .exhausted)
    #expect(state.items.map(\.id) == ["one"])
  }

  @Test func pullThatARedrawCancelsKeepsItsReload() async throws {
    let host = ViewHost(Screen(state: state, store: store))
    var began = store.began.makeAsyncIterator()
    store.answer.yield(["one"])
    try await host.wait { state.items.map(\.id) == ["one"] }
    _ = await began.next(isolation: #isolation)

    let pull = Task { try? await host.refresh() }
    _ = await began.next(isolation: #isolation)
    pull.cancel()
    store.answer.yield(["two"])

    try await host.wait { state.items.map(\.id) == ["two"] }
    _ = await pull.value
  }
}
