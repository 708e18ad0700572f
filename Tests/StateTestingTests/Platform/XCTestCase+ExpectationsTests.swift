import Observation
import StateTesting
import XCTest

final class XCTestCaseExpectationsTests: XCTestCase {
  private final class Object: Sendable {}

  @Observable @MainActor final class Model {
    var count = 0
  }

  /// A test that another one runs, to see it fail.
  private final class Probe: XCTestCase {}

  /// How often `body` fails when it is run as a test of its own.
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
}
