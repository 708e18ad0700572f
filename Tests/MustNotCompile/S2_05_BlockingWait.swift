// swift-format-ignore-file
// A test that suspends must not block its thread.
// expect: error: instance method 'wait' is unavailable from asynchronous contexts; Use await fulfillment(of:timeout:enforceOrder:) instead.
import XCTest

nonisolated final class LoadTests: XCTestCase {
  func testLoad() async {
    let expectation = expectation(description: "items are loaded")

    // S2-5 (L88), the first of its two lines
    // ❌ DEADLOCK: wait(for:) blocks the thread, Task inside needs the same thread
    wait(for: [expectation], timeout: 1.0)
  }
}
