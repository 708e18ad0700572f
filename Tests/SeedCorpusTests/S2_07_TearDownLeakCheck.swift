// swift-format-ignore-file
import XCTest

// S2-7 (L122)
// edit: `nonisolated`, so that it overrides XCTest's methods also where the main actor is the default
// was: final class ItemListViewModelTests: XCTestCase {
nonisolated final class ItemListViewModelTests: XCTestCase {
    // The app's types are in a scope here.
    typealias ItemListViewModel = S2Guide.ItemListViewModel
    typealias MockItemRepository = S2Guide.MockItemRepository

    private var sut: ItemListViewModel!
    private var mockRepository: MockItemRepository!

    // edit: what it has to do
    // was: override func setUp() { ... }
    override func setUp() {
        super.setUp()
        (sut, mockRepository) = MainActor.assumeIsolated {
            let mockRepository = MockItemRepository()
            return (ItemListViewModel(repository: mockRepository), mockRepository)
        }
    }

    override func tearDown() {
        // edit: a weak constant, as XCTest on Linux takes no more teardown blocks in `tearDown`
        // was: addTeardownBlock { [weak sut = self.sut] in
        // was: XCTAssertNil(sut, "ItemListViewModel has a memory leak — possible retain cycle")
        // was: }
        // was: sut = nil
        weak let sut = self.sut
        self.sut = nil
        mockRepository = nil
        // edit: after the test has let go of it
        XCTAssertNil(sut, "ItemListViewModel has a memory leak — possible retain cycle")
        super.tearDown()
    }

    // edit: a test
    @MainActor
    func testLoadItems() async {
        await sut.loadItems()
        XCTAssertEqual(mockRepository.fetchItemsCallCount, 1)
    }
}
