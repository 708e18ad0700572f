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

      func fetchItems() async throws -> [Item] {
          fetchItemsCallCount += 1
          if let stubbedError { throw stubbedError }
          return stubbedItems
      }

      func saveItem(_ item: Item) async throws {
          saveItemCallCount += 1
          lastSavedItem = item
          if let stubbedError { throw stubbedError }
      }

      func deleteItems(_ items: [Item]) async throws {
          deleteItemsCallCount += 1
          lastDeletedItems = items
          if let stubbedError { throw stubbedError }
      }

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

// S2-9 (L174), defaults filled; `Item` is in a scope here
extension S2Guide.Item {
    static func sample(id: String = "1", name: String = "Item", price: Double = 9.99) -> S2Guide.Item {
        S2Guide.Item(id: id, name: name, price: price)
    }
}
