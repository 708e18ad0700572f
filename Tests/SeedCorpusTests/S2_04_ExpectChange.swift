// swift-format-ignore-file
import Observation
import XCTest

// S2-4 (L72), body filled as its comment says
extension XCTestCase {
    @MainActor
    func expectChange<T, V>(
        of keyPath: KeyPath<T, V>,
        on object: T,
        timeout: Double = 1.0,
        action: () async -> Void
    // edit: what the comment says
    // was: ) async { ... }  // withObservationTracking + expectation pattern
    ) async {
        let changed = expectation(description: "\(keyPath) changes")
        withObservationTracking {
            _ = object[keyPath: keyPath]
        } onChange: {
            changed.fulfill()
        }
        await action()
        await fulfillment(of: [changed], timeout: timeout)
    }
}

nonisolated final class S2ExpectChangeTests: XCTestCase {
  @MainActor
  func testChangeOfState() async {
    let sut = S2Guide.ItemListViewModel(repository: S2Guide.MockItemRepository())
    await expectChange(of: \.state, on: sut) {
      await sut.loadItems()
    }
    XCTAssertEqual(sut.state, .loaded([]))
  }

  @MainActor
  func testFulfillment() async {
    let expectation = expectation(description: "items are loaded")
    let sut = S2Guide.ItemListViewModel(repository: S2Guide.MockItemRepository())
    Task {
      await sut.loadItems()
      expectation.fulfill()
    }
    // S2-5 (L88), the second of its two lines
    // ✅ SAFE: Suspends cooperatively
    await fulfillment(of: [expectation], timeout: 1.0)
    XCTAssertEqual(sut.state.value, [])
  }
}
