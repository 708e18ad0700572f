import StateTestSupport
import StateTesting
import Testing

@Suite struct LeakCheckingTraitTests {
  private final class Object: Sendable {}

  private func issues(_ body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
    try await takingIssues(under: [LeakCheckingTrait.checksForLeaks], body)
  }

  @Test func aDeallocatedObjectIsNotAnIssue() async throws {
    let issues = try await issues { trackForLeaks(Object()) }
    #expect(issues.isEmpty)
  }

  @Test(.notRepeated) func eachObjectThatIsAliveIsAnIssueAtItsLocation() async throws {
    let kept = [Object(), Object()]
    let location = #_sourceLocation
    let issues = try await issues {
      for object in kept { trackForLeaks(object, sourceLocation: location) }
    }
    #expect(issues.map(\.sourceLocation) == [location, location])
    withExtendedLifetime(kept) {}
  }

  @Test func anObjectIsCheckedAlsoWhenTheTestThrows() async throws {
    struct Failure: Error {}
    let kept = Object()
    await withKnownIssue {
      let test = try #require(Test.current)
      await #expect(throws: Failure.self) {
        try await LeakCheckingTrait.checksForLeaks.provideScope(for: test, testCase: .current) {
          trackForLeaks(kept)
          throw Failure()
        }
      }
    }
    withExtendedLifetime(kept) {}
  }

  @Test func tasksThatAreEndingMayReleaseTheirObjects() async throws {
    let issues = try await issues {
      let object = trackForLeaks(Object())
      Task {
        for _ in 0..<5 { await Task.yield() }
        withExtendedLifetime(object) {}
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func withoutPatienceATaskThatIsEndingIsTooLate() async throws {
    let gate = Gate()
    let issues = try await takingIssues(under: [LeakCheckingTrait.checksForLeaks(within: .zero)]) {
      let object = trackForLeaks(Object())
      Task {
        await gate.wait()
        withExtendedLifetime(object) {}
      }
    }
    #expect(issues.count == 1)
    gate.open()
  }

  @Test func withoutPatienceADeallocatedObjectIsNotAnIssue() async throws {
    let issues = try await takingIssues(under: [LeakCheckingTrait.checksForLeaks(within: .zero)]) {
      trackForLeaks(Object())
    }
    #expect(issues.isEmpty)
  }

  @Test func withoutTheTraitTrackingIsAnIssue() {
    let location = #_sourceLocation
    withKnownIssue {
      trackForLeaks(Object(), sourceLocation: location)
    } matching: {
      $0.sourceLocation == location
    }
  }

  @Test(.checksForLeaks, .simulated(seeds: 0..<5))
  func anAttributeChecksASimulatedTest() async {
    let object = trackForLeaks(Object())
    await Task { withExtendedLifetime(object) {} }.value
  }
}
