#if Server
import Foundation
import MeetingsCore
import MeetingsServer
import ScreenStateKit
import StateQueries
import StateTesting
import Testing
import ViewFeature

/// Tests that count the requests at a server on the loopback interface.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct RequestCountTests {
  private let meeting = [Meeting].team[1]
  private var query: TeamMeetingQuery { TeamMeetingQuery(id: meeting.id) }

  private func withServer(
    _ handler: MeetingsHandler,
    _ test: (MeetingsServer) async throws -> Void
  ) async throws {
    let server = try await MeetingsServer.start(handler)
    do {
      try await test(server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test(arguments: [1, 10, 100])
  func allCallersShareOneRequest(count: Int) async throws {
    let serverClock = TestClock()
    let handler = MeetingsHandler(TeamMeetings(), .slow, clock: serverClock)
    try await withServer(handler) { server in
      let app = ServedApp(server.url, cacheClock: TestClock())
      let features = (0..<count).map { _ in app.makeFeature(meeting.id) }
      let screens = (0..<count).map { _ in app.makeScreen(meeting.id) }
      let calls = (0..<count).map { _ in Task { try await app.cache.value(of: query) } }
      try await wait {
        features.allSatisfy { $0.state.meeting.isLoading }
          && screens.allSatisfy { $0.state.meeting.isLoading }
      }
      await serverClock.waitForSleepers(timeout: .seconds(60))
      // Half of the callers leave, which changes nothing for the others.
      for screen in screens[(count / 2)...] { await screen.close() }
      for call in calls[(count / 2)...] { call.cancel() }
      await serverClock.advance(by: .seconds(3))

      for call in calls[..<(count / 2)] { #expect(try await call.value == meeting) }
      try await wait { features.allSatisfy { $0.state.meeting.value == meeting } }
      try await wait { screens[..<(count / 2)].allSatisfy { $0.state.meeting.value == meeting } }
      // Fresh content needs no request.
      let late = app.makeScreen(meeting.id)
      try await wait { late.state.meeting.value == meeting }
      #expect(try await app.cache.value(of: query) == meeting)
      #expect(await handler.requestCount == 1)

      for screen in screens + [late] { await screen.close() }
    }
  }

  @Test func aReloadDuringARequestIsOneMore() async throws {
    let serverClock = TestClock()
    let handler = MeetingsHandler(TeamMeetings(), .slow, clock: serverClock)
    try await withServer(handler) { server in
      let app = ServedApp(server.url, cacheClock: TestClock())
      let screen = app.makeScreen(meeting.id)
      await serverClock.waitForSleepers(timeout: .seconds(60))
      let begun = LockIsolated(0)
      let reloads = (0..<5).map { _ in
        Task {
          begun.withValue { $0 += 1 }
          return try await app.cache.reload(query)
        }
      }
      try await wait { begun.value == 5 }
      await serverClock.advance(by: .seconds(3))
      await serverClock.waitForSleepers(timeout: .seconds(60))
      _ = try await handler.rename(meeting.id, to: "Renamed")
      await serverClock.advance(by: .seconds(3))
      for reload in reloads { #expect(try await reload.value.title == "Renamed") }
      try await wait { screen.state.meeting.value?.title == "Renamed" }
      #expect(await handler.requestCount == 2)
      await screen.close()
    }
  }

  /// A minute in virtual time: the network comes back every two seconds, and content is stale after ten.
  @Test func aFlappingNetworkLoadsOnlyStaleContent() async throws {
    let handler = MeetingsHandler()
    try await withServer(handler) { server in
      let clock = TestClock()
      let app = ServedApp(server.url, cacheClock: clock)
      let screens = (0..<5).map { _ in app.makeScreen(meeting.id) }
      let features = (0..<5).map { _ in app.makeFeature(meeting.id) }
      try await wait { screens.allSatisfy { $0.state.meeting.value != nil } }
      for second in 1...60 {
        _ = try await handler.rename(meeting.id, to: "Title \(second)")
        await clock.advance(by: .seconds(1))
        app.cache.receive(second.isMultiple(of: 2) ? .online : .offline)
        // Every load succeeds, so an entry that loads waits for an answer.
        try await wait { !app.cache.resource(of: query).isLoading }
      }
      // The first one, and one each ten seconds.
      #expect(await handler.requestCount == 7)
      try await wait {
        screens.allSatisfy { $0.state.meeting.value?.title == "Title 60" }
          && features.allSatisfy { $0.state.meeting.value?.title == "Title 60" }
      }
      for screen in screens { await screen.close() }
    }
  }

  /// A minute in three seconds: the network changes every second, and the server every five.
  @Test func aFlappingNetworkAndServerCauseNoStorm() async throws {
    let clock = FastClock(factor: 20)
    let handler = MeetingsHandler(TeamMeetings(), .flapping, clock: clock)
    try await withServer(handler) { server in
      let app = ServedApp(server.url, cacheClock: clock)
      let screens = (0..<10).map { _ in app.makeScreen(meeting.id) }
      let features = (0..<10).map { _ in app.makeFeature(meeting.id) }
      for second in 1...60 {
        try await clock.sleep(for: .seconds(1))
        app.cache.receive(second.isMultiple(of: 2) ? .online : .offline)
        _ = try await handler.rename(meeting.id, to: "Title \(second)")
      }
      // Each return of the network starts at most one attempt, and a pause between attempts takes at least a second.
      let count = await handler.requestCount
      let seconds = Int(clock.now.elapsed / .seconds(1))
      #expect(count <= 1 + 30 + seconds)
      print("\(count) requests in \(seconds) s of a network and a server that flap")

      await handler.behave(.normal)
      // The interval loads it again.
      try await wait { await handler.requestCount >= 2 }
      try await wait { app.answers.value.last?.title == "Title 60" }
      try await wait { !app.cache.resource(of: query).isLoading }
      let last = app.answers.value.last
      try await wait {
        screens.allSatisfy { $0.state.meeting.value == last }
          && features.allSatisfy { $0.state.meeting.value == last }
      }
      for screen in screens { await screen.close() }
    }
  }
}
#endif
