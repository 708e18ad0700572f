// swift-format-ignore-file
import XCTest

// S2-7 (L122), `setUp` filled. Edits: `nonisolated`, so that it overrides XCTest's methods also where the
// main actor is the default; a weak constant in place of the teardown block, of which XCTest on Linux
// takes none any more in `tearDown`
nonisolated final class ItemListViewModelTests: XCTestCase {
    // The app's types are in a scope here.
    typealias ItemListViewModel = S2Guide.ItemListViewModel
    typealias MockItemRepository = S2Guide.MockItemRepository

    private var sut: ItemListViewModel!
    private var mockRepository: MockItemRepository!

    override func setUp() {
        super.setUp()
        (sut, mockRepository) = MainActor.assumeIsolated {
            let mockRepository = MockItemRepository()
            return (ItemListViewModel(repository: mockRepository), mockRepository)
        }
    }

    override func tearDown() {
        weak let sut = self.sut
        self.sut = nil
        mockRepository = nil
        XCTAssertNil(sut, "ItemListViewModel has a memory leak — possible retain cycle")
        super.tearDown()
    }

    @MainActor
    func testLoadItems() async {
        await sut.loadItems()
        XCTAssertEqual(mockRepository.fetchItemsCallCount, 1)
    }
}
