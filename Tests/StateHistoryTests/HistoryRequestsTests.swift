import ScreenStateKit
import StateCore
import StateHistory
import StateTestSupport
import StateTesting
import Testing
import ViewFeature

/// Values with requests in flight, which no undo or redo starts.
@MainActor
@Suite(.simulated, .timeLimit(.minutes(20)))
struct HistoryRequestsTests {
  private let server = Server()
  private let store: Store<WordList>
  private let history: History

  init() {
    store = Store(initialState: WordList.State(), feature: WordList(server: server))
    store.state.words.receive(WordList.page(1), for: store.state.words.refresh())
    history = History(of: store)
  }

  private var ids: [Int] { store.state.words.items.map(\.id) }

  @Test func aPageReturnsWithoutItsRequest() async {
    store.send(.loadMore)
    await settle()
    #expect(history.undo())
    await settle()
    #expect(!store.state.words.isLoading)
    #expect(history.redo())
    #expect(!store.state.words.isLoading)
    store.send(.loadMore)
    await settle()
    server.answer()
    await settle()
    #expect(ids == [10, 11, 20, 21])
    #expect(history.undo())
    #expect(ids == [10, 11] && history.canRedo)
    #expect(history.redo())
    #expect(ids == [10, 11, 20, 21] && store.state.words.phase == .ready)
  }

  @Test func aRequestOfAnUndoneStepDoesNotReturn() async {
    store.send(.countAndLoadMore)
    await settle()
    #expect(history.undo())
    await settle()
    #expect(store.state.count == 0 && !store.state.words.isLoading)
    #expect(history.redo())
    #expect(store.state.count == 1 && !store.state.words.isLoading)
    store.send(.loadMore)
    await settle()
    server.answer()
    await settle()
    #expect(ids == [10, 11, 20, 21])
  }

  @Test func anUndoOfALatePageLeavesNoRequest() async {
    store.send(.loadMore)
    await settle()
    store.send(.delete(10))
    server.answer()
    await settle()
    #expect(ids == [11, 20, 21])
    #expect(history.undo())
    #expect(ids == [11])
    #expect(store.state.words.phase == .ready)
    #expect(history.undo())
    #expect(ids == [10, 11])
    store.send(.loadMore)
    await settle()
    server.answer()
    await settle()
    #expect(ids == [10, 11, 20, 21])
    #expect(server.count == 2)
  }

  @Test func anEarlierAnswerIsNotTakenForThatOfALaterRequest() async {
    store.send(.delete(10))
    let earlier = store.state.words.refresh()
    #expect(history.undo())
    #expect(!store.state.words.isLoading)
    #expect(history.undo())
    _ = store.state.words.refresh()
    let isTaken = store.state.words.receive(WordList.page(7), for: earlier)
    #expect(!isTaken)
    #expect(ids == [10, 11])
  }

  @Test func anIgnoredRequestKeepsTheStepsUntilItsAnswer() async {
    let history = History(of: store) { action in
      if case .loadMore = action { true } else { false }
    }
    store.send(.delete(10))
    store.send(.loadMore)
    await settle()
    #expect(history.undo())
    #expect(ids == [10, 11])
    #expect(history.redo())
    #expect(ids == [11])
  }

  @Test func loadableContentThatAnUndoCancelsDoesNotLoad() async {
    store.send(.countAndLoad)
    await settle()
    #expect(store.state.text.isLoading)
    #expect(history.undo())
    #expect(history.redo())
    #expect(store.state.count == 1 && store.state.text == .idle)
  }
}

/// A server whose answers wait for the test.
@MainActor
private final class Server {
  private var gates: [Gate] = []

  var count: Int { gates.count }

  func page(_ number: Int) async throws -> WordList.Words.Page {
    let gate = Gate()
    gates.append(gate)
    try await gate.pass()
    return WordList.page(number)
  }

  func answer() { for gate in gates { gate.open() } }
}

private struct WordList: Feature {
  struct Word: Identifiable, Equatable, Sendable {
    let id: Int
  }

  typealias Words = Pager<Word, Int>

  @Observable @MainActor
  final class State: SnapshotState {
    var words = Words(first: 1)
    var text = Loadable<String>.idle
    var count = 0

    static let snapshotFields = SnapshotFields<State> {
      SnapshotField("words", \.words)
      SnapshotField("text", \.text)
      SnapshotField("count", \.count)
    }
  }

  enum Action: Sendable {
    case loadMore
    case countAndLoadMore
    case countAndLoad
    case delete(Int)
  }

  let server: Server

  static func page(_ number: Int) -> Words.Page {
    Words.Page(items: [Word(id: 10 * number), Word(id: 10 * number + 1)], next: number + 1)
  }

  func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .countAndLoadMore:
        state.count += 1
        return loadMore(state)
      case .loadMore: return loadMore(state)
      case .countAndLoad:
        state.count += 1
        state.text.start()
        return .run { [server] _ in _ = try await server.page(1) }
      case .delete(let id): state.words.remove(id: id)
      }
      return .none
    }
  }

  private func loadMore(_ state: State) -> ActionTask<Action, State> {
    guard let request = state.words.next() else { return .none }
    return .run(id: "page") { [server] state in
      let page = try await server.page(request.cursor ?? 1)
      state.words.receive(page, for: request)
    }
    .onCancel { state in state.words.cancel(request) }
  }
}
