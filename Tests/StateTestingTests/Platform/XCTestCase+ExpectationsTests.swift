import Observation
import StateTesting
import XCTest

final class XCTestCaseExpectationsTests: XCTestCase {
  private final class Object: Sendable {}

  @Observable @MainActor final class Model {
    var count = 0
  }

  func testAnObjectThatIsGoneIsNoFailure() {
    let object = Object()
    assertNoMemoryLeak(object)
  }

  @MainActor
  func testAChangeIsSeen() async {
    let model = Model()
    assertNoMemoryLeak(model)
    await expectChange(of: \.count, on: model) { model.count = 1 }
  }
}
