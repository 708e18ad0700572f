import StateTestSupport
import StateTesting
import Testing

@Suite struct OptionalEvaluateTests {
  private struct Failure: Error {}

  @Test func aStubbedValueIsReturned() throws {
    let stub: Result<Int, any Error>? = .success(1)
    #expect(try stub.evaluate() == 1)
  }

  @Test func aStubbedErrorIsThrown() {
    let stub: Result<Int, any Error>? = .failure(Failure())
    #expect(throws: Failure.self) { try stub.evaluate() }
  }

  @Test func aResultWithoutAValueNeedsNoAnnotation() throws {
    let stub: Result<Void, any Error>? = .success(())
    try stub.evaluate()
  }

  @Test(.notRepeated) func aStubThatWasNotSetStopsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let stub: Result<Int, any Error>? = nil
      _ = try stub.evaluate()
    }
  }
}
