import Observation
import StateTesting
import XCTest

final class XCTestCaseExpectationsTests: XCTestCase {
  private final class Object: Sendable {}

  @Observable @MainActor final class Model {
    var count = 0
  }

  /// A test that another test runs to see it fail.
  private final class Probe: XCTestCase {}

  /// Returns how often `body` fails if it runs as a separate test.
  private func failures(_ body: @escaping (XCTestCase) throws -> Void) -> Int {
    let probe = Probe(name: "probe", testClosure: body)
    probe.run()
    return probe.testRun?.failureCount ?? -1
  }

  func testAnObjectThatIsGoneIsNoFailure() {
    XCTAssertEqual(failures { $0.assertNoMemoryLeak(Object()) }, 0)
  }

  func testAnObjectThatIsAliveIsAFailure() {
    let object = Object()
    XCTAssertEqual(failures { $0.assertNoMemoryLeak(object) }, 1)
  }

  @MainActor
  func testAChangeIsSeen() async {
    let model = Model()
    assertNoMemoryLeak(model)
    await expectChange(of: \.count, on: model) { model.count = 1 }
  }

  // This isn't `async`, because the probe's wait needs the run loop of the main thread.
  func testNoChangeIsAFailure() {
    let body: (Probe) -> @Sendable () async -> Void = { _ in Self.expectAChangeInVain }
    XCTAssertEqual(failures { try asyncTest(body)($0 as! Probe)() }, 1)
  }

  /// XCTest attributes a failure to the running test, regardless of which test asserts.
  @MainActor
  private static func expectAChangeInVain() async {
    let test = XCTestCase(name: "any", testClosure: { _ in })
    await test.expectChange(of: \.count, on: Model(), timeout: 0.01) {}
  }
}
