// swift-format-ignore-file
import XCTest

nonisolated final class S2MainActorTests: XCTestCase {
  typealias ItemListViewModel = S2Guide.ItemListViewModel

  @MainActor private var mock: S2Guide.MockItemRepository {
    let mock = S2Guide.MockItemRepository()
    mock.stubbedItems = [.sample(id: "1"), .sample(id: "2")]
    return mock
  }

  // S2-6 (L100), the second of its two methods
  // ✅ Test inherits MainActor isolation
  @MainActor
  func testLoad() async {
      let vm = ItemListViewModel(repository: mock)
      await vm.loadItems()
      XCTAssertEqual(vm.state.value?.count, 2)  // Safe
  }
}
