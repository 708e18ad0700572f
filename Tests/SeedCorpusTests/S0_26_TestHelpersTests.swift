import Foundation
import StateTestSupport
import Testing

/// The test helpers of the first document.
@MainActor
@Suite struct S0TestHelpersTests {
  private final class Kept: Sendable {}

  @Test func leakIsReported() {
    let kept = Kept()
    let tracker = MemoryLeakTracker(instance: kept, sourceLocation: #_sourceLocation)

    withKnownIssue { tracker.verify() }
    withExtendedLifetime(kept) {}
  }

  @Test func releasedObjectIsNoLeak() {
    MemoryLeakTracker(instance: nil, sourceLocation: #_sourceLocation).verify()
  }

  @Test(.notRepeated) func missingStubStopsTheTest() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let stub: Result<Int, any Error>? = nil
      _ = try stub.evaluate()
    }
  }

  @Test func stubIsEvaluated() throws {
    let stub: Result<Int, any Error>? = .success(1)
    #expect(try stub.evaluate() == 1)
    let failing: Result<Int, any Error>? = .failure(anyNSError())
    #expect(throws: NSError.self) { try failing.evaluate() }
  }

  @Test func itemsAreUnique() {
    #expect(uniqueItem() != uniqueItem())
    #expect(anyNSError().domain == "any")
  }

  @Test func spyKnowsTheOrderOfItsMessages() async throws {
    let spy = StorageSpy()
    spy.completeDeletion(with: .success(()))
    try await spy.deleteCachedItems()
    spy.completeDeletion(with: .failure(anyNSError()))
    await #expect(throws: NSError.self) { try await spy.deleteCachedItems() }

    #expect(spy.receiveMessages == [.deletion, .deletion])
  }
}
