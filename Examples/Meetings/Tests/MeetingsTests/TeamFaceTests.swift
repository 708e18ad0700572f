import MeetingsServer
import MeetingsTerminal
import StateQueries
import StateTesting
import Testing
import ViewFeature

@testable import MeetingsCore

/// Tests of the team's pages in the terminal, with a service that fails on demand.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct TeamFaceTests {
  private let clock = TestClock()
  private let failure = LockIsolated<TeamServiceError?>(nil)
  private let requests = LockIsolated<[String]>([])

  private func makeFace() async -> MeetingsFace {
    let meetings = TeamMeetings(pageSize: 5)
    let service = TeamService { [failure, requests] offset in
      requests.withValue { $0.append("list \(offset)") }
      if let failure = failure.value { throw failure }
      return meetings.page(at: offset)
    } meeting: { [failure, requests] id in
      let meeting = meetings.meeting(id)
      requests.withValue { $0.append(meeting?.title ?? "") }
      if let failure = failure.value { throw failure }
      return try #require(meeting)
    } isReachable: { [failure] in
      failure.value != .unreachable
    }
    let connection = TeamConnection()
    let services = StoreEnvironment.controlled(clock: clock).changing {
      $0.teamService = service
      $0.teamConnection = connection
      $0.meetingStorage = Disk([]).storage
    }
    let cache = QueryCache(clock: clock, environment: services)
    let store = Store(
      initialState: MeetingsFeature.State(),
      feature: MeetingsFeature(),
      clock: clock,
      environment: services.changing { $0.queries = cache }
    )
    let face = MeetingsFace(store: store, hasTeam: true)
    await face.waitForMeetings()
    return face
  }

  /// Waits until the last lines of the page, without the commands, are these.
  private func shows(_ face: MeetingsFace, _ lines: String...) async throws {
    try await shows(face, lines.count) { $0 == lines }
  }

  /// Waits until a condition holds for the last lines; the time limit of the test ends a wait without success.
  private func shows(
    _ face: MeetingsFace,
    _ count: Int,
    _ condition: ([String]) -> Bool
  ) async throws {
    func last() -> [String] {
      face.frame.components(separatedBy: "\n").dropLast(2).suffix(count)
    }
    while !condition(last()) {
      do {
        try await Task.sleep(for: .milliseconds(2))
      } catch {
        Issue.record("The page is\n\(face.frame)")
        throw error
      }
    }
  }

  @Test func theListHasPagesAndAgesAndIsLoadedAgain() async throws {
    let face = await makeFace()
    #expect(face.frame == "Meetings\nNo meetings\n\na add   t team   q quit")
    face.take("t")
    try await shows(face, "5 Hiring, 15 min", "Loaded 0 s ago")
    #expect(face.frame.hasPrefix("Team meetings\n1 Planning, 15 min\n2 Design review, 20 min\n"))
    #expect(face.frame.hasSuffix("m more   r reload   b back"))
    face.take("m")
    try await shows(face, "10 Accessibility, 20 min", "Loaded 0 s ago")
    await clock.advance(by: .seconds(9))
    try await shows(face, "10 Accessibility, 20 min", "Loaded 9 s ago")
    await clock.advance(by: .seconds(1))
    try await shows(face, "10 Accessibility, 20 min", "Loaded 10 s ago, stale")
    #expect(requests.value == ["list 0", "list 5"])
    face.take("r")
    try await shows(face, "10 Accessibility, 20 min", "Loaded 0 s ago")
    #expect(requests.value == ["list 0", "list 5", "list 0", "list 5"])
    face.take("b")
    #expect(face.frame.hasPrefix("Meetings\n"))
  }

  @Test func aMeetingIsLoadedOnceWhileItIsFresh() async throws {
    let face = await makeFace()
    face.take("t")
    try await shows(face, "Loaded 0 s ago")
    for _ in 1...3 {
      face.take("2")
      try await shows(face, "Design review, 20 min", "- Ben", "- Cleo", "- David", "Loaded 0 s ago")
      face.take("b")
    }
    #expect(requests.value == ["list 0", "Design review"])
  }

  @Test func aFailureIsRetriedAndThenShownWithTheContent() async throws {
    let face = await makeFace()
    face.take("t")
    try await shows(face, "Loaded 0 s ago")
    failure.setValue(.status(503))
    face.take("r")
    let text = "The server answered with the status 503."
    for attempt in 2...4 {
      try await shows(face, 1) {
        $0[0].hasPrefix("\(text) Retrying in ") && $0[0].hasSuffix(" s, attempt \(attempt)")
      }
      // The longest pauses are 2, 4 and 8 seconds.
      await clock.advance(by: .seconds(1 << (attempt - 1)))
    }
    try await shows(face, text)
    #expect(face.frame.contains("\n5 Hiring, 15 min\nLoaded "))
    failure.setValue(nil)
    face.take("r")
    try await shows(face, "5 Hiring, 15 min", "Loaded 0 s ago")
    #expect(requests.value.count == 6)
  }

  @Test func aLostServerIsOfflineUntilItIsBack() async throws {
    let face = await makeFace()
    face.take("t")
    try await shows(face, "Loaded 0 s ago")
    failure.setValue(.unreachable)
    face.take("r")
    try await shows(face, "Loaded 0 s ago", "Offline: waiting for the server")
    await clock.advance(by: .seconds(20))
    try await shows(face, "Loaded 20 s ago, stale", "Offline: waiting for the server")
    let count = requests.value.count
    failure.setValue(nil)
    await clock.advance(by: .seconds(2))
    try await shows(face, "5 Hiring, 15 min", "Loaded 0 s ago")
    #expect(requests.value.count == count + 1)
  }
}
