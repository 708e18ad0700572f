// swift-format-ignore-file
import Foundation

enum S2Guide {
  // App types
  struct Item: Equatable, Sendable {
    let id: String
    let name: String
    let price: Double
  }

  @MainActor
  protocol ItemRepositoryProtocol {
    func fetchItems() async throws -> [Item]
    func saveItem(_ item: Item) async throws
    func deleteItems(_ items: [Item]) async throws
  }

  // S2-2 (L36), bodies filled as their comments say
  @MainActor
  final class MockItemRepository: ItemRepositoryProtocol {
      // Stubbed returns
      var stubbedItems: [Item] = []
      var stubbedError: Error?

      // Call tracking
      var fetchItemsCallCount = 0
      var saveItemCallCount = 0
      var lastSavedItem: Item?
      var deleteItemsCallCount = 0
      var lastDeletedItems: [Item] = []

      // edit: what the comment says
      // was: func fetchItems() async throws -> [Item] { ... }   // Increment count, throw or return stub
      func fetchItems() async throws -> [Item] {
          fetchItemsCallCount += 1
          if let stubbedError { throw stubbedError }
          return stubbedItems
      }

      // edit: the same
      // was: func saveItem(_ item: Item) async throws { ... }
      func saveItem(_ item: Item) async throws {
          saveItemCallCount += 1
          lastSavedItem = item
          if let stubbedError { throw stubbedError }
      }

      // edit: the same
      // was: func deleteItems(_ items: [Item]) async throws { ... }
      func deleteItems(_ items: [Item]) async throws {
          deleteItemsCallCount += 1
          lastDeletedItems = items
          if let stubbedError { throw stubbedError }
      }

      // edit: what the comment says
      // was: func reset() { ... }  // Zero all counters and stubs
      func reset() {
          stubbedItems = []
          stubbedError = nil
          fetchItemsCallCount = 0
          saveItemCallCount = 0
          lastSavedItem = nil
          deleteItemsCallCount = 0
          lastDeletedItems = []
      }
  }
}

// S2-9 (L174)
// edit: `Item` is in a scope here; the defaults
// was: extension Item {
// was: static func sample(id: String = ..., name: String = ..., price: Double = ...) -> Item { ... }
extension S2Guide.Item {
    static func sample(id: String = "1", name: String = "Item", price: Double = 9.99) -> S2Guide.Item {
        S2Guide.Item(id: id, name: name, price: price)
    }
}
