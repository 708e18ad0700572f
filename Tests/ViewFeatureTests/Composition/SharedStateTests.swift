import StateTestSupport
import StateTesting
import Testing

@testable import FeatureStore
@testable import FeatureTesting

/// Several features that share one state object.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct SharedStateTests {
  /// The shared state: books by id, and a number.
  @Observable @MainActor
  final class Shelf: SnapshotState {
    @Observable @MainActor
    final class Book: SnapshotState, Identifiable {
      let id: Int
      var title = ""

      init(id: Int) {
        self.id = id
      }

      static let snapshotFields = SnapshotFields<Book> {
        SnapshotField("id", \.id)
        SnapshotField("title", \.title)
      }

      func makeEmptyCopy() -> Book? { Book(id: id) }
    }

    var books: [Book] = []
    var count = 0

    /// The book with an id, which is created on demand.
    subscript(id id: Int) -> Book {
      if let book = books.first(where: { $0.id == id }) { return book }
      let book = Book(id: id)
      books.append(book)
      return book
    }

    static let snapshotFields = SnapshotFields<Shelf> {
      SnapshotField("books", children: \.books)
      SnapshotField("count", \.count)
    }
  }

  /// A screen with the shelf and its own fields.
  struct Screen: Feature {
    @Observable @MainActor
    final class State: SnapshotState {
      let shelf: Shelf
      var seen: [Int] = []

      init(shelf: Shelf = Shelf()) {
        self.shelf = shelf
      }

      static let snapshotFields = SnapshotFields<State> {
        SnapshotField("shelf", child: \.shelf)
        SnapshotField("seen", \.seen)
      }
    }

    enum Action: Equatable, Sendable {
      case add(Int)
      case load
    }

    func handle() -> ActionHandler<Action, State> {
      ActionHandler { action, state in
        switch action {
        case .add(let number):
          state.shelf.count += number
          return .none
        case .load:
          return .run(operation: { 5 }) { number, state in state.shelf.count += number }
        }
      }
      .onChange(of: \.shelf.count) { _, count, state in state.seen.append(count) }
    }
  }

  /// A feature of one book.
  struct Reader: Feature {
    enum Action: Sendable {
      case rename(String)
    }

    func handle() -> ActionHandler<Action, Shelf.Book> {
      ActionHandler { action, book in
        switch action {
        case .rename(let title): book.title = title
        }
        return .none
      }
    }
  }

  /// A parent of a book's feature that finds the book on the shelf.
  struct Desk: Feature {
    @Observable @MainActor
    final class State {
      let shelf: Shelf
      var selected: Int?
      var titles: [String] = []

      var book: Shelf.Book? { selected.map { shelf[id: $0] } }

      init(shelf: Shelf) {
        self.shelf = shelf
      }
    }

    let book = OptionalChild(\State.book, Reader())

    func handle() -> ActionHandler<Int, State> {
      ActionHandler { id, state in
        state.selected = id
        return .none
      }
      .onChange(of: \.book?.title) { _, title, state in
        if let title { state.titles.append(title) }
      }
    }
  }

  private func makeScreen(_ shelf: Shelf) -> Store<Screen> {
    Store(initialState: Screen.State(shelf: shelf), feature: Screen())
  }

  @Test func aChangeIsSeenByAllBeforeSendReturns() {
    let shelf = Shelf()
    let (first, second) = (makeScreen(shelf), makeScreen(shelf))
    first.send(.add(2))
    #expect(first.state.seen == [2])
    #expect(second.state.seen == [2])
    #expect(second.state.shelf.count == 2)
  }

  @Test func aChangeOfAnEffectIsSeenByAllInTheTurnOfTheChange() async {
    let shelf = Shelf()
    let (first, second) = (makeScreen(shelf), makeScreen(shelf))
    await second.send(.load).value
    #expect(first.state.seen == [5])
    #expect(second.state.seen == [5])
  }

  @Test func effectsOfTwoStoresAddUp() async {
    let shelf = Shelf()
    let (first, second) = (makeScreen(shelf), makeScreen(shelf))
    let sent: [SentAction] = [first.send(.load), second.send(.load), first.send(.add(1))]
    for sent in sent { await sent.value }
    #expect(shelf.count == 11)
    #expect(first.state.seen == second.state.seen)
    #expect(first.state.seen.last == 11)
  }

  @Test func theEndOfOneStoreLeavesTheOthersTheirs() async {
    let shelf = Shelf()
    let first = makeScreen(shelf)
    var second: Store<Screen>? = makeScreen(shelf)
    second?.send(.add(1))
    second = nil
    first.send(.add(1))
    #expect(first.state.seen == [1, 2])
  }

  @Test func anElementIsTheStateOfAChild() {
    let shelf = Shelf()
    let desk = Store(initialState: Desk.State(shelf: shelf), feature: Desk())
    let reader = Store(initialState: shelf[id: 7], feature: Reader())
    desk.send(7)
    desk.scope(\.book)?.send(.rename("Swift"))
    #expect(reader.state.title == "Swift")
    reader.send(.rename("C"))
    #expect(desk.scope(\.book)?.state.title == "C")
    #expect(desk.state.titles == ["", "Swift", "C"])
    #expect(shelf.books.count == 1)
  }

  @Test func aTestAssertsSharedChanges() async {
    let store = TestStore(initialState: Screen.State(), feature: Screen())
    store.exhaustivity = .on
    await store.send(.add(1)) {
      $0.shelf.count = 1
      $0.seen = [1]
    }
    // Another owner of the object, such as another screen.
    makeScreen(store.state.shelf).send(.add(1))
    await store.finish {
      $0.shelf.count = 2
      $0.seen = [1, 2]
    }
  }

  /// Each test creates the object that its features share, so that no test sees another's.
  @Test(arguments: 0..<20)
  func testsAreIsolated(number: Int) async {
    let store = TestStore(initialState: Screen.State(), feature: Screen())
    store.exhaustivity = .on
    await store.send(.load)
    await Task.yield()
    await store.finish {
      $0.shelf.count = 5
      $0.seen = [5]
    }
    await store.send(.add(number)) {
      $0.shelf.count = 5 + number
      if number != 0 { $0.seen.append(5 + number) }
    }
  }
}
