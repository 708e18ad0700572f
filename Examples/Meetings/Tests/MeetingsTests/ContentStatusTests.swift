import MeetingsCore
import ScreenStateKit
import StateTesting
import Testing
import ViewFeature

@Suite struct ContentStatusTests {
  private struct Failure: LocalizedError {
    var errorDescription: String? { "It failed." }
  }

  private func lines(
    _ resource: Resource<Int>,
    isOnline: Bool = true,
    at seconds: Double
  ) -> [String] {
    ContentStatus(resource, isOnline: isOnline, at: .start + seconds).lines
  }

  @Test func theAgeIsThatOfTheContent() {
    let resource = Resource(1, loadedAt: .start)
    #expect(lines(resource, at: 0) == ["Loaded 0 s ago"])
    #expect(lines(resource, at: 9) == ["Loaded 9 s ago"])
    #expect(lines(resource, at: 10) == ["Loaded 10 s ago, stale"])
    #expect(lines(Resource(), at: 10) == [])
  }

  @Test func aLoadItsRetryAndItsErrorAreNextToTheContent() {
    var resource = Resource(1, loadedAt: .start)
    let load = resource.start()
    #expect(lines(resource, at: 1) == ["Loaded 1 s ago", "Loading…"])
    resource.fail(Failure(), for: load, nextAttempt: 2, at: .start + 3.2)
    #expect(lines(resource, at: 1)[1] == "It failed. Retrying in 3 s, attempt 2")
    #expect(lines(resource, at: 4)[1] == "It failed. Retrying in 0 s, attempt 2")
    resource.fail(Failure(), for: load)
    #expect(lines(resource, at: 4) == ["Loaded 4 s ago", "It failed."])
  }

  @Test func withoutAConnectionNothingElseIsExpected() {
    var resource = Resource(1, loadedAt: .start)
    _ = resource.start()
    #expect(
      lines(resource, isOnline: false, at: 1)
        == ["Loaded 1 s ago", "Offline: waiting for the server"]
    )
  }
}
