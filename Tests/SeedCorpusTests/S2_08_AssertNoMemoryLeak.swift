// swift-format-ignore-file
import XCTest

// S2-8 (L141)
extension XCTestCase {
    func assertNoMemoryLeak(_ instance: AnyObject, file: StaticString = #file, line: UInt = #line) {
        addTeardownBlock { [weak instance] in
            XCTAssertNil(instance, "Potential memory leak: \(String(describing: instance))", file: file, line: line)
        }
    }
}

// Usage: assertNoMemoryLeak(sut) — in every ViewModel test

nonisolated final class S2AssertNoMemoryLeakTests: XCTestCase {
  final class ItemListViewModel {}

  @MainActor
  func testReleasedObject() async {
    let sut = ItemListViewModel()
    assertNoMemoryLeak(sut)
  }
}
