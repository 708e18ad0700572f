import ScreenStateKit
import StateCore
import StateQueries
import StateTesting

struct Book: QueryEntity, Hashable, Codable {
  let id: Int
  var title: String
}

struct Shelf: Hashable, Sendable {
  var books: [Book] = []
  var featured: Book?
}

/// A query about one book.
struct BookQuery: ResourceQuery {
  let id: Int

  static var entities: EntityPaths<Book> { EntityPaths().one(\.self) }
  var options: QueryOptions { .make { $0.retry = .never } }

  func load(in context: QueryContext) async throws -> Book {
    try await context.environment.books.book(id)
  }
}

/// A query with an array of books, and with a book that it may have.
struct ShelfQuery: ResourceQuery {
  let id: Int

  static var entities: EntityPaths<Shelf> { EntityPaths().many(\.books).optional(\.featured) }
  var options: QueryOptions { .make { $0.retry = .never } }

  func load(in context: QueryContext) async throws -> Shelf {
    try await context.environment.books.shelf(id)
  }
}

/// A list of all books, of which a page has two.
struct BooksQuery: PagedQuery {
  var firstCursor: Int? { 0 }

  func page(
    _ request: Pager<Book, Int>.Request,
    in context: QueryContext
  ) async throws -> Pager<Book, Int>.Page {
    try await context.environment.books.page(request.cursor ?? 0)
  }
}

/// A server of books: each answer has the content from when its call began.
final class BookService: Sendable {
  enum Call: Hashable, Sendable {
    case book(Int)
    case shelf(Int)
    case page(Int)
    case mutation(Int)
  }

  struct Failure: Error {}

  private struct State {
    var books: [Int: Book] = [:]
    var shelves: [Int: [Int]] = [:]
    var open: [(call: Call, continuation: CheckedContinuation<Bool, Never>)] = []
    var isAutomatic = false
    var count = 0
  }

  private let state = LockIsolated(State())

  init(isAutomatic: Bool = false) {
    state.withValue { $0.isAutomatic = isAutomatic }
  }

  /// The titles by number.
  var titles: [Int: String] {
    get { state.withValue { $0.books.mapValues(\.title) } }
    set {
      state.withValue { state in
        state.books = [:]
        for (id, title) in newValue { state.books[id] = Book(id: id, title: title) }
      }
    }
  }

  /// The numbers of the books of each shelf, the last of which is featured.
  var shelves: [Int: [Int]] {
    get { state.withValue { $0.shelves } }
    set { state.withValue { $0.shelves = newValue } }
  }

  /// The calls without an answer, in their order.
  var open: [Call] { state.withValue { $0.open.map(\.call) } }
  var count: Int { state.withValue { $0.count } }

  /// Answers the oldest open call of a kind.
  @discardableResult
  func answer(_ call: Call, isFailing: Bool = false) -> Bool {
    let continuation = state.withValue { state in
      state.open.firstIndex { $0.call == call }.map { state.open.remove(at: $0).continuation }
    }
    continuation?.resume(returning: isFailing)
    return continuation != nil
  }

  /// Answers all calls, and later ones at once.
  func end() {
    state.withValue { $0.isAutomatic = true }
    while let call = open.first { answer(call) }
  }

  func wait(_ call: Call) async throws {
    let isFailing = await withCheckedContinuation { continuation in
      let hasEnded = state.withValue { state in
        state.count += 1
        if !state.isAutomatic { state.open.append((call, continuation)) }
        return state.isAutomatic
      }
      if hasEnded { continuation.resume(returning: false) }
    }
    if isFailing { throw Failure() }
  }

  func book(_ id: Int) async throws -> Book {
    let book = state.withValue { $0.books[id] }
    try await wait(.book(id))
    guard let book else { throw Failure() }
    return book
  }

  func shelf(_ id: Int) async throws -> Shelf {
    let books = state.withValue { state in
      (state.shelves[id] ?? []).compactMap { state.books[$0] }
    }
    try await wait(.shelf(id))
    return Shelf(books: books, featured: books.last)
  }

  func page(_ cursor: Int) async throws -> Pager<Book, Int>.Page {
    let books = state.withValue { state in
      state.books.values.sorted { $0.id < $1.id }.filter { $0.id >= cursor }
    }
    try await wait(.page(cursor))
    return .init(items: Array(books.prefix(2)), next: books.dropFirst(2).first?.id)
  }
}

/// A mutation of books, with a given effect and answer.
struct BookMutation: QueryMutation {
  typealias Patch = @Sendable (inout QueryPatch) -> Void

  let id: Int
  var tags: Set<QueryTag> = []
  var changes: Patch = { _ in }
  var answers: Patch = { _ in }

  func send(in context: MutationContext) async throws {
    try await context.environment.books.wait(.mutation(id))
  }

  var invalidates: Set<QueryTag> { tags }

  func change(_ patch: inout QueryPatch) { changes(&patch) }
  func receive(_ answer: Void, _ patch: inout QueryPatch) { answers(&patch) }
}

enum BookServiceKey: StoreEnvironmentKey {
  static let liveValue = BookService(isAutomatic: true)
}

extension StoreEnvironment {
  var books: BookService {
    get { self[BookServiceKey.self] }
    set { self[BookServiceKey.self] = newValue }
  }
}
