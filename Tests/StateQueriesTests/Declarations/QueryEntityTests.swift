import ScreenStateKit
import Testing

@testable import StateQueries

@Suite struct QueryEntityTests {
  private struct Content: Equatable {
    var main = Book(id: 0, title: "main")
    var books = [Book(id: 1, title: "b"), Book(id: 2, title: "c"), Book(id: 1, title: "b")]
    var other: Book? = Book(id: 3, title: "d")
  }

  private let paths = EntityPaths<Content>().one(\.main).many(\.books).optional(\.other)

  @Test func allPlacesAreVisitedInOrder() {
    var content = Content()
    var ids: [Int] = []
    let remains = paths.visit(&content) { entity in
      ids.append((entity as? Book)?.id ?? -1)
      return .keep
    }
    #expect(remains && ids == [0, 1, 2, 1, 3] && content == Content())
  }

  @Test func entitiesAreReplacedAndRemoved() {
    var content = Content()
    let remains = paths.visit(&content) { entity in
      switch (entity as? Book)?.id {
      case 1: .remove
      case 3: .hide
      default: .replace(Book(id: 9, title: "new"))
      }
    }
    #expect(remains && content.books == [Book(id: 9, title: "new")])
    #expect(content.main.id == 9 && content.other == nil)
  }

  @Test func theRemovalOfTheOneEntityLeavesNoContent() {
    var content = Content()
    let remains = paths.visit(&content) { _ in .remove }
    #expect(!remains)
    let remainsHidden = paths.visit(&content) { _ in .hide }
    #expect(remainsHidden)
    #expect(content.main == Content().main && content.books.isEmpty)
  }

  @Test func theItemsOfAListAreEntities() {
    var list = Pager<Book, Int>(first: 0)
    let request = list.refresh()
    list.receive(.init(items: [0, 1].map { Book(id: $0, title: "old") }, next: nil), for: request)
    _ = BooksQuery.entities.visit(&list) { entity in
      (entity as? Book)?.id == 0 ? .remove : .replace(Book(id: 1, title: "new"))
    }
    #expect(list.items == [Book(id: 1, title: "new")])
  }

  @Test func typesAreDifferentEntities() {
    struct Other: QueryEntity { let id: Int }
    #expect(EntityID(Book(id: 1, title: "a")) == EntityID(Book.self, 1))
    #expect(EntityID(Other(id: 1)) != EntityID(Book.self, 1))
    #expect(EntityID(Other.self, 1).tag != EntityID(Book.self, 1).tag)
  }
}
