import ScreenStateKit
import StateCore
import StateTestSupport
import StateTesting
import Testing

@testable import StateQueries

/// Entities that several queries contain, in virtual time.
@MainActor
@Suite(.needsVirtualTime, .simulated(seeds: 0..<10), .timeLimit(.minutes(20)))
struct QueryEntitiesTests {
  private let clock = TestClock()
  private let service = BookService()
  private let cache: QueryCache

  init() {
    let service = service
    cache = QueryCache(
      clock: clock,
      environment: .controlled(clock: clock).changing { $0.books = service }
    )
    service.titles = [0: "a", 1: "b", 2: "c", 3: "d"]
    service.shelves = [0: [0, 1], 1: [1, 2]]
  }

  private func book(_ id: Int) -> String? { cache.resource(of: BookQuery(id: id)).value?.title }

  private func shelf(_ id: Int) -> String? {
    cache.resource(of: ShelfQuery(id: id)).value.map { shelf in
      shelf.books.map(\.title).joined() + "/" + (shelf.featured?.title ?? "")
    }
  }

  private var list: String? {
    cache.resource(of: BooksQuery()).value.map { $0.items.map(\.title).joined() }
  }

  private func load(_ query: some ResourceQuery, _ call: BookService.Call? = nil) async {
    let caller = Task.immediate { [cache] in _ = try? await cache.reload(query) }
    await settle()
    guard let call else { return }
    service.answer(call)
    await caller.value
  }

  private func perform(_ mutation: BookMutation) async -> Task<Void, any Error> {
    let task = Task.immediate { [cache] in try await cache.perform(mutation) }
    await settle()
    return task
  }

  private func rename(_ number: Int, _ id: Int) -> BookMutation {
    BookMutation(id: number) { $0.update(Book.self, id: id) { $0.title += "+\(number)" } }
  }

  // MARK: Loads

  @Test func aLoadOfOneQueryChangesAllQueriesWithTheEntity() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    await load(ShelfQuery(id: 1), .shelf(1))
    service.titles[1] = "B"
    var shown: [String] = []
    let watch = cache.watch(ShelfQuery(id: 0)) { shown.append($0.value?.books.last?.title ?? "") }
    await load(BookQuery(id: 1), .book(1))
    #expect(shelf(0) == "aB/B" && shelf(1) == "Bc/c")
    #expect(shown == ["b", "B"])
    #expect(!cache.resource(of: ShelfQuery(id: 0)).isInvalidated)
    watch.cancel()
  }

  @Test func anEqualValueNotifiesNoOne() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    var count = 0
    let watch = cache.watch(ShelfQuery(id: 0)) { _ in count += 1 }
    await load(BookQuery(id: 1), .book(1))
    #expect(count == 1)
    watch.cancel()
  }

  @Test func theAnswerOfAnOlderLoadDoesNotReplaceANewerValue() async {
    await load(ShelfQuery(id: 0))
    service.titles[1] = "B"
    await load(BookQuery(id: 1), .book(1))
    service.answer(.shelf(0))
    await settle()
    #expect(shelf(0) == "aB/B" && book(1) == "B")
  }

  @Test func aSetValueIsNewerThanLoadsThatBeganBefore() async {
    await load(ShelfQuery(id: 0))
    cache.set(Book(id: 1, title: "set"), for: BookQuery(id: 1))
    service.answer(.shelf(0))
    await settle()
    #expect(shelf(0) == "aset/set")
    await load(ShelfQuery(id: 0), .shelf(0))
    #expect(shelf(0) == "ab/b" && book(1) == "b")
  }

  // MARK: Mutations

  @Test func aChangeOfAnEntityShowsEverywhereAndIsRolledBackAlone() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    await load(BookQuery(id: 1), .book(1))
    let first = await perform(rename(1, 1))
    let second = await perform(rename(2, 1))
    #expect(shelf(0) == "ab+1+2/b+1+2" && book(1) == "b+1+2")
    service.answer(.mutation(1), isFailing: true)
    _ = await first.result
    #expect(shelf(0) == "ab+2/b+2" && book(1) == "b+2")
    service.answer(.mutation(2))
    _ = await second.result
    #expect(shelf(0) == "ab+2/b+2" && book(1) == "b+2")
  }

  @Test func aChangeAlsoAppliesToContentThatArrivesLater() async {
    let caller = await perform(rename(1, 1))
    await load(ShelfQuery(id: 1), .shelf(1))
    #expect(shelf(1) == "b+1c/c")
    await load(BookQuery(id: 1))
    service.answer(.mutation(1))
    _ = await caller.result
    // The load began before the confirmation.
    service.answer(.book(1))
    await settle()
    #expect(shelf(1) == "b+1c/c" && book(1) == "b+1")
    await load(BookQuery(id: 1), .book(1))
    #expect(shelf(1) == "bc/c" && book(1) == "b")
  }

  @Test func theAnswerToAMutationReachesAllQueries() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    let caller = await perform(
      BookMutation(id: 1) {
        $0.update(Book.self, id: 1) { $0.title = "expected" }
      } answers: {
        $0.set(Book(id: 1, title: "answer"), for: BookQuery(id: 1))
      }
    )
    #expect(shelf(0) == "aexpected/expected")
    service.answer(.mutation(1))
    _ = await caller.result
    #expect(shelf(0) == "aanswer/answer" && book(1) == "answer")
  }

  @Test func anAnswerContainsEarlierChangesWhoseOwnAnswersInvalidateTheEntries() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    let first = await perform(rename(1, 1))
    let second = await perform(
      BookMutation(id: 2) {
        $0.update(Book.self, id: 1) { $0.title += "+2" }
      } answers: {
        $0.set(Book(id: 1, title: "b+1+2"), for: BookQuery(id: 1))
      }
    )
    service.answer(.mutation(2))
    _ = await second.result
    #expect(shelf(0) == "ab+1+2/b+1+2" && !cache.resource(of: ShelfQuery(id: 0)).isInvalidated)
    service.answer(.mutation(1))
    _ = await first.result
    #expect(shelf(0) == "ab+1+2/b+1+2" && cache.resource(of: ShelfQuery(id: 0)).isInvalidated)
    #expect(cache.resource(of: BookQuery(id: 1)).isInvalidated)
  }

  @Test func aRemovalHidesElementsAndEndsContentAboutTheEntity() async {
    for id in 0...1 { await load(ShelfQuery(id: id), .shelf(id)) }
    await load(BookQuery(id: 1), .book(1))
    let mutation = BookMutation(id: 1) { $0.remove(Book.self, id: 1) }
    let failed = await perform(mutation)
    #expect(shelf(0) == "a/" && shelf(1) == "c/c" && book(1) == "b")
    service.answer(.mutation(1), isFailing: true)
    _ = await failed.result
    #expect(shelf(0) == "ab/b" && shelf(1) == "bc/c")
    let caller = await perform(mutation)
    await load(ShelfQuery(id: 0))
    let watch = cache.watch(BookQuery(id: 1)) { _ in }
    service.answer(.mutation(1))
    _ = await caller.result
    #expect(shelf(0) == "a/" && shelf(1) == "c/c" && book(1) == nil)
    let error = cache.resource(of: BookQuery(id: 1)).error
    #expect((error?.originalError as? QueryError)?.code == .entityRemoved)
    #expect(!cache.resource(of: BookQuery(id: 1)).isLoading)
    // The load began before the removal.
    service.answer(.shelf(0))
    await settle()
    #expect(shelf(0) == "a/")
    // A later load knows better.
    await load(ShelfQuery(id: 0), .shelf(0))
    #expect(shelf(0) == "ab/b" && shelf(1) == "c/c")
    watch.cancel()
  }

  @Test func theFirstLoadOfARemovedEntityFails() async {
    let loads = Task.immediate { [cache] in try await cache.value(of: BookQuery(id: 1)) }
    await settle()
    let caller = await perform(BookMutation(id: 1) { $0.remove(Book.self, id: 1) })
    service.answer(.mutation(1))
    _ = await caller.result
    service.answer(.book(1))
    await #expect { try await loads.value } throws: {
      ($0 as? QueryError)?.code == .entityRemoved
    }
    #expect(book(1) == nil)
  }

  @Test func anUpdateOfAQueryAddsAndRemovesEntitiesButDoesNotChangeThem() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    await load(BookQuery(id: 2), .book(2))
    let adding = await perform(
      BookMutation(id: 1) {
        $0.update(ShelfQuery(id: 0)) { $0.books.append(Book(id: 2, title: "earlier")) }
      }
    )
    #expect(shelf(0) == "abc/b")
    let renaming = await perform(rename(2, 2))
    #expect(shelf(0) == "abc+2/b" && book(2) == "c+2")
    service.answer(.mutation(1))
    service.answer(.mutation(2))
    _ = await (adding.result, renaming.result)
    #expect(shelf(0) == "abc+2/b" && book(2) == "c+2")
    let wrong = BookMutation(id: 3) { $0.update(ShelfQuery(id: 0)) { $0.books[0].title = "no" } }
    var caller: Task<Void, any Error>?
    let issues = IssueLog.of {
      caller = Task.immediate { [cache] in try await cache.perform(wrong) }
    }
    await settle()
    service.answer(.mutation(3))
    _ = await caller?.result
    #expect(issues.count == 1 && issues.first?.contains("patch.update(Book.self") == true)
    #expect(shelf(0) == "abc+2/b")
  }

  @Test func anEntityThatAMutationAddsStaysRemoved() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    let adding = await perform(
      BookMutation(id: 1) {
        $0.update(ShelfQuery(id: 0)) { $0.books.append(Book(id: 9, title: "new")) }
      }
    )
    #expect(shelf(0) == "abnew/b")
    let removal = await perform(BookMutation(id: 2) { $0.remove(Book.self, id: 9) })
    #expect(shelf(0) == "ab/b")
    service.answer(.mutation(2))
    _ = await removal.result
    await load(BookQuery(id: 2), .book(2))
    let other = await perform(rename(3, 0))
    #expect(shelf(0) == "a+3b/b")
    service.answer(.mutation(1))
    _ = await adding.result
    service.answer(.mutation(3))
    _ = await other.result
    #expect(shelf(0) == "a+3b/b")
    #expect(cache.entities.counts.entities == 3)
  }

  @Test func anUpdateMayAddAnEntityWithANewIdEachTime() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    let caller = await perform(
      BookMutation(id: 1) {
        $0.update(ShelfQuery(id: 0)) {
          $0.books.append(Book(id: .random(in: 100...(.max)), title: "new"))
        }
      }
    )
    #expect(shelf(0) == "abnew/b")
    let renaming = await perform(rename(2, 1))
    #expect(shelf(0) == "ab+2new/b+2")
    for id in 1...2 { service.answer(.mutation(id)) }
    _ = await (caller.result, renaming.result)
    #expect(shelf(0) == "ab+2new/b+2")
    #expect(cache.entities.counts.entities == 3)
  }

  private struct Price: QueryEntity {
    let id: Int
    var value: Double
    var name = ""
  }

  private struct PriceQuery: ResourceQuery {
    static var entities: EntityPaths<Price> { EntityPaths().one(\.self) }
    func load(in context: QueryContext) async throws -> Price { throw CancellationError() }
  }

  private struct PricesQuery: ResourceQuery {
    static var entities: EntityPaths<[Price]> { EntityPaths().many(\.self) }
    func load(in context: QueryContext) async throws -> [Price] { throw CancellationError() }
  }

  @Test func anEntityThatIsNotEqualToItselfEndsNoLoop() async {
    var prices: [Price] { cache.resource(of: PricesQuery()).value ?? [] }
    cache.set([Price(id: 1, value: 1)], for: PricesQuery())
    cache.set(Price(id: 1, value: .nan), for: PriceQuery())
    #expect(prices.first?.value.isNaN == true)
    cache.set(Price(id: 1, value: .nan, name: "new"), for: PriceQuery())
    #expect(prices.first?.name == "new")
    cache.set(Price(id: 1, value: 2), for: PriceQuery())
    #expect(prices == [Price(id: 1, value: 2)])
  }

  @Test func anEntityThatAPendingUpdateAddsChangesLikeTheOthers() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    let adding = await perform(addition(1))
    let renaming = await perform(rename(2, 9))
    #expect(shelf(0) == "abnew+2/b")
    service.answer(.mutation(2))
    _ = await renaming.result
    #expect(shelf(0) == "abnew+2/b")
    let other = await perform(rename(3, 9))
    #expect(shelf(0) == "abnew+2+3/b")
    service.answer(.mutation(1))
    _ = await adding.result
    #expect(shelf(0) == "abnew+2+3/b")
    service.answer(.mutation(3), isFailing: true)
    _ = await other.result
    #expect(shelf(0) == "abnew+2/b")
    let later = await perform(rename(4, 9))
    #expect(shelf(0) == "abnew+2+4/b")
    service.answer(.mutation(4))
    _ = await later.result
    #expect(shelf(0) == "abnew+2+4/b")
  }

  @Test func theChangesOfAnEntityEndWithTheUpdateThatAddsIt() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    let adding = await perform(addition(1))
    let renaming = await perform(rename(2, 9))
    service.answer(.mutation(2))
    _ = await renaming.result
    #expect(shelf(0) == "abnew+2/b")
    service.answer(.mutation(1), isFailing: true)
    _ = await adding.result
    #expect(shelf(0) == "ab/b")
    #expect(cache.entities.counts.entities == 2)
    let again = await perform(addition(3))
    #expect(shelf(0) == "abnew/b")
    service.answer(.mutation(3))
    _ = await again.result
  }

  private func addition(_ number: Int) -> BookMutation {
    BookMutation(id: number) {
      $0.update(ShelfQuery(id: 0)) { $0.books.append(Book(id: 9, title: "new")) }
    }
  }

  // MARK: Answers in another order

  @Test func aLateAnswerToAnEarlierMutationReachesNoEntity() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    await load(BookQuery(id: 0), .book(0))
    func mutation(_ number: Int) -> BookMutation {
      BookMutation(id: number) {
        $0.update(ShelfQuery(id: 0)) { $0.books.append(Book(id: 10 + number, title: "+")) }
      } answers: {
        $0.set(Shelf(books: [Book(id: 0, title: "v\(number)")]), for: ShelfQuery(id: 0))
      }
    }
    let first = await perform(mutation(1))
    let second = await perform(mutation(2))
    service.answer(.mutation(2))
    _ = await second.result
    #expect(shelf(0) == "v2/" && book(0) == "v2")
    service.answer(.mutation(1))
    _ = await first.result
    #expect(shelf(0) == "v2/" && book(0) == "v2")
  }

  @Test(arguments: [false, true])
  func theLateAnswerToAnEarlierMutationInvalidatesWhatItSets(isWatched: Bool) async {
    await load(BookQuery(id: 1), .book(1))
    let watch = isWatched ? cache.watch(BookQuery(id: 1)) { _ in } : nil
    func mutation(_ number: Int) -> BookMutation {
      BookMutation(id: number) {
        $0.update(Book.self, id: 1) { $0.title += "+\(number)" }
      } answers: {
        $0.set(Book(id: 1, title: "answer \(number)"), for: BookQuery(id: 1))
        $0.set(Shelf(books: [Book(id: 1, title: "answer \(number)")]), for: ShelfQuery(id: number))
      }
    }
    let first = await perform(mutation(1))
    let second = await perform(mutation(2))
    service.answer(.mutation(2))
    _ = await second.result
    #expect(book(1) == "answer 2" && !cache.resource(of: BookQuery(id: 1)).isInvalidated)
    service.answer(.mutation(1))
    _ = await first.result
    #expect(book(1) == "answer 2" && cache.resource(of: BookQuery(id: 1)).isInvalidated)
    await settle()
    #expect(service.open == (isWatched ? [.book(1)] : []))
    // The answer sets this query for the first time.
    #expect(shelf(1) == "answer 2/" && cache.resource(of: ShelfQuery(id: 1)).isInvalidated)
    service.answer(.book(1))
    await settle()
    watch?.cancel()
  }

  @Test func aConfirmedChangeStaysOverTheAnswerToAnEarlierMutation() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    let first = await perform(
      BookMutation(id: 1) {
        $0.update(Book.self, id: 1) { $0.title = "first" }
      } answers: {
        $0.set(Book(id: 1, title: "first"), for: BookQuery(id: 1))
      }
    )
    let second = await perform(rename(2, 1))
    service.answer(.mutation(2))
    _ = await second.result
    service.answer(.mutation(1))
    _ = await first.result
    #expect(book(1) == "first+2" && shelf(0) == "afirst+2/first+2")
    await load(BookQuery(id: 1), .book(1))
    #expect(book(1) == "b")
  }

  // MARK: Tags

  struct TaggedShelf: ResourceQuery {
    static var entities: EntityPaths<Shelf> { EntityPaths().many(\.books) }

    func load(in context: QueryContext) async throws -> Shelf {
      try await context.environment.books.shelf(0)
    }

    func tags(for value: Shelf?) -> Set<QueryTag> {
      Set((value?.books ?? []).map { QueryTag("book", id: $0.id) })
    }
  }

  private var removal: BookMutation {
    BookMutation(id: 1, tags: [QueryTag("book", id: 1)]) { $0.remove(Book.self, id: 1) }
  }

  @Test func aTagReachesContentFromWhichTheMutationRemovesAnEntity() async {
    await load(TaggedShelf(), .shelf(0))
    let caller = await perform(removal)
    service.answer(.mutation(1))
    _ = await caller.result
    #expect(cache.resource(of: TaggedShelf()).value?.books.map(\.id) == [0])
    #expect(cache.resource(of: TaggedShelf()).isInvalidated)
  }

  @Test func aTagReachesAnAnswerFromWhichTheMutationRemovesAnEntity() async {
    await load(TaggedShelf())
    let caller = await perform(removal)
    service.answer(.mutation(1))
    _ = await caller.result
    service.answer(.shelf(0))
    await settle()
    #expect(cache.resource(of: TaggedShelf()).value?.books.map(\.id) == [0])
    #expect(cache.resource(of: TaggedShelf()).isInvalidated)
  }

  // MARK: Pages

  @Test func aPageDoesNotHoldOlderCopiesOfItems() async throws {
    await load(BooksQuery(), .page(0))
    #expect(list == "ab")
    await load(BookQuery(id: 1))
    let next = Task.immediate { [cache] in try await cache.loadNextPage(of: BooksQuery()) }
    await settle()
    service.titles[1] = "B"
    service.answer(.book(1))
    await settle()
    await load(BookQuery(id: 1), .book(1))
    #expect(list == "aB" && book(1) == "B")
    service.answer(.page(2))
    try await next.value
    #expect(list == "aBcd" && book(1) == "B")
    let removal = await perform(BookMutation(id: 1) { $0.remove(Book.self, id: 1) })
    #expect(list == "acd")
    service.answer(.mutation(1))
    _ = await removal.result
    #expect(list == "acd" && book(1) == nil)
  }

  @Test func aPageIsNoNewerThanTheItemsOfEarlierPages() async throws {
    await load(BooksQuery(), .page(0))
    service.titles[1] = "B"
    // The load of the book begins before that of the page, and ends during it.
    await load(BookQuery(id: 1))
    let next = Task.immediate { [cache] in try await cache.loadNextPage(of: BooksQuery()) }
    await settle()
    service.answer(.book(1))
    await settle()
    service.answer(.page(2))
    try await next.value
    #expect(list == "aBcd" && book(1) == "B")
  }

  @Test func thePagesOfAFailedAttemptDoNotBringARemovedEntityBack() async throws {
    service.titles = [0: "a", 2: "c", 3: "d", 4: "e"]
    await load(BooksQuery(), .page(0))
    let next = Task.immediate { [cache] in try await cache.loadNextPage(of: BooksQuery()) }
    await settle()
    service.answer(.page(3))
    try await next.value
    #expect(list == "acde")
    service.titles[1] = "b"
    let caller = Task.immediate { [cache] in _ = try? await cache.reload(BooksQuery()) }
    await settle()
    service.answer(.page(0))
    await settle()
    service.answer(.page(2), isFailing: true)
    await settle()
    let removal = await perform(BookMutation(id: 1) { $0.remove(Book.self, id: 1) })
    service.answer(.mutation(1))
    _ = await removal.result
    service.titles[1] = nil
    await clock.advance(by: .seconds(60))
    await settle()
    service.end()
    await caller.value
    #expect(list == "acde")
  }

  // MARK: The end

  @Test func entitiesEndWithTheirEntries() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    await load(BookQuery(id: 1), .book(1))
    #expect(cache.entities.counts.entities == 2)
    cache.remove(ShelfQuery(id: 0))
    #expect(cache.entities.counts.entities == 1)
    let caller = await perform(rename(1, 3))
    #expect(cache.entities.counts.entities == 2)
    await clock.advance(by: .seconds(301))
    #expect(cache.entities.counts.entities == 1)
    service.answer(.mutation(1), isFailing: true)
    _ = await caller.result
    #expect(cache.entities.counts == (0, 0))
  }

  @Test func afterClearNothingIsLeftAndAnAnswerChangesNothing() async {
    await load(ShelfQuery(id: 0), .shelf(0))
    let caller = await perform(rename(1, 1))
    await cache.clear()
    #expect(cache.entities.counts == (0, 0))
    await load(ShelfQuery(id: 0), .shelf(0))
    #expect(shelf(0) == "ab/b")
    service.answer(.mutation(1))
    _ = await caller.result
    #expect(shelf(0) == "ab/b")
  }

  @Test func aDependentSeesChangesOfEntitiesWhenTheyAreConfirmed() async {
    struct TitleQuery: ResourceQuery {
      func load(in context: QueryContext) async throws -> String {
        try await context.value(of: ShelfQuery(id: 0)).books.map(\.title).joined()
      }
    }
    await load(ShelfQuery(id: 0), .shelf(0))
    let watch = cache.watch(TitleQuery()) { _ in }
    await settle()
    let caller = await perform(rename(1, 1))
    #expect(cache.resource(of: TitleQuery()).value == "ab")
    service.answer(.mutation(1))
    _ = await caller.result
    await settle()
    #expect(cache.resource(of: TitleQuery()).value == "ab+1")
    watch.cancel()
  }

  @Test func aDependentOfAnEndedEntrySeesConfirmedChangesOfItsEntities() async {
    struct TitleQuery: ResourceQuery {
      func load(in context: QueryContext) async throws -> String {
        try await context.value(of: ShelfQuery(id: 0)).books.map(\.title).joined()
      }
    }
    let watch = cache.watch(TitleQuery()) { _ in }
    await settle()
    service.answer(.shelf(0))
    await settle()
    #expect(cache.resource(of: TitleQuery()).value == "ab")
    cache.receive(.memoryPressure)
    #expect(cache.count == 1)
    let other = await perform(rename(1, 2))
    service.answer(.mutation(1))
    _ = await other.result
    await settle()
    #expect(service.open == [])
    let caller = await perform(rename(2, 1))
    service.titles[1] = "b+2"
    service.answer(.mutation(2))
    _ = await caller.result
    await settle()
    service.answer(.shelf(0))
    await settle()
    #expect(cache.resource(of: TitleQuery()).value == "ab+2")
    watch.cancel()
  }

  @Test func aPreviewHasEntitiesToo() async throws {
    let cache = QueryCache.preview(clock: clock) {
      $0.answer(ShelfQuery(id: 0), Shelf(books: [Book(id: 0, title: "old")]))
      $0.answer(BookQuery(id: 0), Book(id: 0, title: "new"))
    }
    _ = try await cache.value(of: ShelfQuery(id: 0))
    _ = try await cache.value(of: BookQuery(id: 0))
    #expect(cache.resource(of: ShelfQuery(id: 0)).value?.books.first?.title == "new")
  }
}
