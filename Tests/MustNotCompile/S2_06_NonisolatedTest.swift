// swift-format-ignore-file
// A test outside the main actor must not access main-actor state.
// expect: error: main actor-isolated
// expect: error: expression is 'async' but is not marked with 'await'
import XCTest

@MainActor
final class ItemListRepository {}

@MainActor
final class ItemListViewModel {
  enum State {
    case loaded([Int])

    var value: [Int]? { nil }
  }

  private(set) var state = State.loaded([])

  init(repository: ItemListRepository) {}

  func loadItems() async {}
}

@MainActor
let mock = ItemListRepository()

nonisolated final class ItemListViewModelTests: XCTestCase {
  // S2-6 (L100), the first of its two methods
  // ❌ Compiler error or runtime crash — accessing MainActor-isolated property from nonisolated context
  func testLoad() async {
      let vm = ItemListViewModel(repository: mock)
      await vm.loadItems()
      XCTAssertEqual(vm.state.value?.count, 2)  // ⚠️ Isolation violation
  }
}
