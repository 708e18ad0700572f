import StateTesting
import Testing

@Suite struct MemoryLeakTrackerTests {
  private final class Object {}

  @Test func aDeallocatedObjectIsNotAnIssue() {
    let tracker = MemoryLeakTracker(instance: Object())
    tracker.verify()
  }

  @Test func anObjectThatIsAliveIsOneIssueAtItsLocation() {
    let object = Object()
    let location = #_sourceLocation
    let tracker = MemoryLeakTracker(instance: object, sourceLocation: location)
    withKnownIssue {
      tracker.verify()
    } matching: { issue in
      issue.sourceLocation == location
    }
    withExtendedLifetime(object) {}
  }
}
