#if Server
import Foundation
import MeetingsCore
import MeetingsServer
import StateOutbox
import StatePersistence
import StateQueries
import StateTesting
import Testing
import ViewFeature

/// Tests of changes at a server on the loopback interface.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct TeamServiceHTTPTests {
  private let meeting = [Meeting].team[1]
  private let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
  private var edited: Meeting {
    var edited = meeting
    edited.title = "Critique"
    return edited
  }

  private func withServer(
    _ handler: MeetingsHandler,
    _ test: (TeamService) async throws -> Void
  ) async throws {
    let server = try await MeetingsServer.start(handler)
    do {
      // On a busy machine, answers may take long.
      try await test(.http(server.url, timeout: 3_600))
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test func aRepeatedKeyIsAppliedOnceAlsoByTheNextServer() async throws {
    defer { try? FileManager.default.removeItem(at: file) }
    let key = UUID()
    let handler = MeetingsHandler(TeamMeetings(), .losing, file: file)
    try await withServer(handler) { service async throws in
      for _ in 1...2 {
        await #expect(throws: TeamServiceError.status(503)) {
          try await service.save(edited, meeting, key)
        }
      }
      #expect(await handler.meetings.applied.count == 1)
      #expect(try await handler.rename(meeting.id, to: "Later"))
    }
    let next = MeetingsHandler(try TeamMeetings(contentsOf: file), file: file)
    try await withServer(next) { service async throws in
      #expect(try await service.save(edited, meeting, key) == edited)
      #expect(try await service.meeting(meeting.id).title == "Later")
    }
  }

  @Test func aConflictHasTheMeetingOfTheServer() async throws {
    let handler = MeetingsHandler()
    try await withServer(handler) { service async throws in
      #expect(try await handler.rename(meeting.id, to: "Theirs"))
      var theirs = meeting
      theirs.title = "Theirs"
      await #expect(throws: TeamServiceError.conflict(theirs)) {
        try await service.save(edited, meeting, UUID())
      }
      #expect(try await service.save(edited, theirs, UUID()) == edited)
    }
  }

  @Test func aMeetingIsDeletedOnce() async throws {
    let handler = MeetingsHandler()
    try await withServer(handler) { service async throws in
      let key = UUID()
      for _ in 1...2 { try await service.delete(meeting.id, key) }
      await #expect(throws: TeamServiceError.status(404)) {
        try await service.delete(meeting.id, UUID())
      }
      #expect(try await service.page(0).meetings.count == 5)
      #expect(await handler.meetings.meetings.count == 11)
    }
  }

  @Test func aFailingServerAppliesNothing() async throws {
    let handler = MeetingsHandler(TeamMeetings(), .failing)
    try await withServer(handler) { service async throws in
      await #expect(throws: TeamServiceError.status(503)) {
        try await service.save(edited, meeting, UUID())
      }
      #expect(await handler.meetings.meetings == .team)
    }
  }

  @Test func anOutboxSendsEachChangeOnceThroughALossyServer() async throws {
    let handler = MeetingsHandler(TeamMeetings(), .losing)
    try await withServer(handler) { service async throws in
      let clock = TestClock()
      let environment = StoreEnvironment.controlled(clock: clock)
        .changing {
          $0.teamService = service
          $0.teamConnection = TeamConnection()
        }
      let outbox = try await Outbox.open(
        in: .memory(PersistenceMemory()),
        owner: "team",
        changes: TeamChanges.types,
        queries: QueryCache(clock: clock, environment: environment),
        clock: clock,
        environment: environment
      )
      try await outbox.enqueue(EditTeamMeeting(from: meeting, to: edited))
      try await outbox.enqueue(DeleteTeamMeeting(meeting.id))
      // The lane waits for the first one.
      for attempt in 1...3 {
        try await wait { await handler.answerCount == attempt }
        try await wait { outbox.items().contains { $0.state.isWaiting } }
        outbox.retryNow()
      }
      await handler.behave(.normal)
      try await wait {
        outbox.retryNow()
        return outbox.items().isEmpty
      }
      #expect(await handler.meetings.applied.count == 2)
      #expect(await handler.meetings.meetings.count == 11)
      await outbox.close()
    }
  }
}

extension OutboxItem.State {
  fileprivate var isWaiting: Bool { if case .waiting = self { true } else { false } }
}
#endif
