import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

/// A program of a cache with entities, compared with the reference.
@MainActor
final class EntityRun {
  enum Step: Hashable, Sendable {
    case load(EntityModel.Key)
    case answer(EntityModel.Key, isFailing: Bool = false)
    /// A new title on the server.
    case change(Int)
    case append(Int, and: Int? = nil)
    case delete(Int)
    case add(EntityModel.Key)
    case fail(last: Bool)
    case succeed(last: Bool, answer: Int, book: Int)
    case set(EntityModel.Key)
    case remove(EntityModel.Key)
    case freeMemory
    case clear
  }

  private let clock = TestClock()
  private let service = BookService()
  private let cache: QueryCache
  private var model = EntityModel()
  private var random: SeededGenerator
  private var number = 0
  private var open: [Int] = []
  private var steps: [Step] = []

  init(seed: Int = 0) {
    let service = service
    cache = QueryCache(
      clock: clock,
      environment: .controlled(clock: clock).changing { $0.books = service }
    )
    random = SeededGenerator(seed: seed)
    service.titles = [0: "a", 1: "b", 2: "c"]
    service.shelves = [0: [0, 1], 1: [1, 2]]
    model.titles = service.titles
    model.shelves = service.shelves
  }

  /// Performs random steps, and returns the differences from the reference.
  func faults(ofSteps count: Int) async -> [String] {
    for _ in 0..<count {
      let faults = await perform(randomStep())
      if !faults.isEmpty { return faults }
    }
    return await end()
  }

  func faults(of steps: [Step]) async -> [String] {
    for step in steps {
      let faults = await perform(step)
      if !faults.isEmpty { return faults }
    }
    return await end()
  }

  private func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  private func randomStep() -> Step {
    let key = EntityModel.Key.allCases[pick(0..<5)]
    switch pick(0..<24) {
    case 0...4: return .load(key)
    case 5...8: return .answer(key)
    case 9: return .answer(key, isFailing: true)
    case 10, 11: return .change(pick(0..<3))
    case 12, 13: return .append(pick(0..<4))
    case 14: return .append(pick(0..<4), and: pick(0..<4))
    case 15: return .delete(pick(0..<4))
    case 16: return .add(pick(0..<2) == 0 ? .shelf0 : .shelf1)
    case 17: return .fail(last: pick(0..<2) == 0)
    case 18, 19, 20: return .succeed(last: pick(0..<2) == 0, answer: pick(0..<5), book: pick(0..<4))
    case 21: return .set(key)
    case 22: return pick(0..<2) == 0 ? .remove(key) : .freeMemory
    default: return pick(0..<4) == 0 ? .clear : .change(pick(0..<3))
    }
  }

  private func resource(_ key: EntityModel.Key) -> (text: String?, isInvalidated: Bool, Bool) {
    if let id = key.book {
      let resource = cache.resource(of: BookQuery(id: id))
      return (resource.value?.title, resource.isInvalidated, isEnded(resource.error))
    }
    let resource = cache.resource(of: ShelfQuery(id: key.shelf))
    let text = resource.value.map { shelf in
      shelf.books.map(\.title).joined(separator: " ") + " / " + (shelf.featured?.title ?? "")
    }
    return (text, resource.isInvalidated, isEnded(resource.error))
  }

  private func isEnded(_ error: DisplayableError?) -> Bool {
    (error?.originalError as? QueryError)?.code == .entityRemoved
  }

  private func call(_ key: EntityModel.Key) -> BookService.Call {
    key.book.map { .book($0) } ?? .shelf(key.shelf)
  }

  private func withQuery(_ key: EntityModel.Key, _ body: (any ResourceQuery) -> Void) {
    if let id = key.book { body(BookQuery(id: id)) } else { body(ShelfQuery(id: key.shelf)) }
  }

  private func perform(_ step: Step) async -> [String] {
    steps.append(step)
    switch step {
    case .load(let key):
      guard !model.isLoading(key) else { break }
      model.load(key)
      withQuery(key) { query in reload(query) }
    case .answer(let key, let isFailing):
      await answer(key, isFailing: isFailing)
    case .change(let id):
      number += 1
      service.titles[id] = "s\(number)"
      model.titles = service.titles
    case .append(let id, let other):
      let ids = [id] + [other].compactMap { $0 }
      let text = "+\(number + 1)"
      begin(appends: ids) { patch in
        for id in ids { patch.update(Book.self, id: id) { $0.title += text } }
      }
    case .delete(let id): begin(removes: [id]) { $0.remove(Book.self, id: id) }
    case .add(let key):
      let book = Book(id: 3, title: "new")
      let query = ShelfQuery(id: key.shelf)
      begin(adds: (key, 3, "new")) { patch in
        patch.update(query) { shelf in
          // The mutation doesn't change the book of an earlier one.
          shelf.books.append(shelf.books.first { $0.id == 3 } ?? book)
        }
      }
    case .fail(let isLast):
      guard let mutation = take(isLast) else { break }
      model.fail(mutation)
      service.answer(.mutation(mutation), isFailing: true)
    case .succeed(let isLast, let answer, let book):
      guard let mutation = take(isLast) else { break }
      succeed(mutation, answer, book)
    case .set(let key): set(key)
    case .remove(let key):
      model.remove(key)
      withQuery(key) { cache.remove($0) }
    case .freeMemory:
      model.freeMemory()
      cache.receive(.memoryPressure)
    case .clear:
      model.clear()
      await cache.clear()
    }
    await settle()
    return check()
  }

  private func reload(_ query: some ResourceQuery) {
    _ = Task.immediate { [cache] in _ = try? await cache.reload(query) }
  }

  private func answer(_ key: EntityModel.Key, isFailing: Bool) async {
    let call = call(key)
    // Late answers of loads that have ended change nothing.
    while service.open.count(where: { $0 == call }) > (model.isLoading(key) ? 1 : 0) {
      service.answer(call)
      await settle()
    }
    model.answer(key, isFailing: isFailing)
    service.answer(call, isFailing: isFailing)
  }

  private func begin(
    appends: [Int] = [],
    removes: [Int] = [],
    adds: (EntityModel.Key, Int, String)? = nil,
    _ change: @escaping BookMutation.Patch
  ) {
    number += 1
    open.append(number)
    answers[number] = LockIsolated(nil)
    model.begin(number, appendsTo: appends, removes: removes, adds: adds)
    let answer = answers[number]
    let mutation = BookMutation(id: number, changes: change) { patch in
      answer?.withValue { $0 }?(&patch)
    }
    _ = Task.immediate { [cache] in try? await cache.perform(mutation) }
  }

  private var answers: [Int: LockIsolated<BookMutation.Patch?>] = [:]

  private func take(_ isLast: Bool) -> Int? {
    open.isEmpty ? nil : isLast ? open.removeLast() : open.removeFirst()
  }

  private func succeed(_ mutation: Int, _ answer: Int, _ id: Int) {
    number += 1
    let title = "m\(number)"
    let result: (EntityModel.Answer, BookMutation.Patch?) =
      switch answer {
      // No query is about the book that mutations add.
      case 0 where id < 3:
        (.set(id, title), { $0.set(Book(id: id, title: title), for: BookQuery(id: id)) })
      case 1: (.append(id, title), { $0.update(Book.self, id: id) { $0.title += title } })
      case 2: (.remove(id), { $0.remove(Book.self, id: id) })
      default: (.none, nil)
      }
    answers.removeValue(forKey: mutation)?.withValue { $0 = result.1 }
    model.succeed(mutation, result.0)
    service.answer(.mutation(mutation))
  }

  private func set(_ key: EntityModel.Key) {
    number += 1
    let title = "t\(number)"
    if let id = key.book {
      model.set(key, EntityModel.Content(books: [id], titles: [id: title]))
      cache.set(Book(id: id, title: title), for: BookQuery(id: id))
    } else {
      let ids = key.shelf == 0 ? [2, 0] : [0]
      let content = EntityModel.Content(
        books: ids,
        featured: ids.last,
        titles: [0: title, 2: title]
      )
      model.set(key, content)
      let books = ids.map { Book(id: $0, title: title) }
      cache.set(Shelf(books: books, featured: books.last), for: ShelfQuery(id: key.shelf))
    }
  }

  private func check() -> [String] {
    var faults: [String] = []
    for key in EntityModel.Key.allCases {
      let (text, isInvalidated, isEnded) = resource(key)
      let expected = model.shown(key)
      if text != expected {
        faults.append("\(key): \(text ?? "nil") instead of \(expected ?? "nil")")
      }
      if isInvalidated != model.isInvalidated(key), text != nil {
        faults.append("\(key): isInvalidated is \(isInvalidated)")
      }
      if isEnded != model.isEnded(key) { faults.append("\(key): isEnded is \(isEnded)") }
    }
    let count = cache.entities.counts.entities
    if count != model.bookCount {
      faults.append("\(count) entities instead of \(model.bookCount)")
    }
    return faults.isEmpty ? [] : faults + ["\(steps)"]
  }

  /// Ends everything, after which nothing is left.
  private func end() async -> [String] {
    service.end()
    await settle()
    await clock.advance(by: .seconds(1_000))
    await settle()
    let counts = cache.entities.counts
    return counts == (0, 0) ? [] : ["\(counts) are left", "\(steps)"]
  }
}
