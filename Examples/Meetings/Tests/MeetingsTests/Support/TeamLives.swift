import Foundation
import MeetingsCore
import MeetingsServer
import MeetingsTerminal
import StateOutbox
import StatePersistence
import StateQueries
import StateTesting
import Testing
import ViewFeature

/// Launches of the terminal app, with one server and one folder of changes.
@MainActor
final class TeamLives {
  let clock = TestClock()
  let server = LockIsolated(TeamMeetings())
  /// Why no request has an answer.
  let failure = LockIsolated<TeamServiceError?>(nil)
  /// Why no change has an answer.
  let writeFailure = LockIsolated<TeamServiceError?>(nil)
  /// Whether the server applies changes that have no answer.
  let loses = LockIsolated(false)
  /// The keys of all requests with changes.
  let keys = LockIsolated<[UUID]>([])
  private let memory = PersistenceMemory()
  /// The environment of all launches, so that no key is used twice.
  private lazy var environment = StoreEnvironment.controlled(clock: clock)

  private(set) var outbox: Outbox?
  private var face: MeetingsFace?

  private var service: TeamService {
    let (server, failure) = (server, failure)
    let writes = Writes(lives: self)
    return TeamService { offset in
      if let failure = failure.value { throw failure }
      return server.value.page(at: offset)
    } meeting: { id in
      if let failure = failure.value { throw failure }
      guard let meeting = server.value.meeting(id) else { throw TeamServiceError.status(404) }
      return meeting
    } save: { meeting, base, key in
      let edit = TeamEdit(base: base, meeting: meeting)
      switch try writes.answer(key, { $0.save(edit, key: key.uuidString) }) {
      case .saved(let meeting): return meeting
      case .conflict(let theirs): throw TeamServiceError.conflict(theirs)
      case .deleted, .unknown: throw TeamServiceError.status(404)
      }
    } delete: { id, key in
      guard case .deleted = try writes.answer(key, { $0.delete(id, key: key.uuidString) }) else {
        throw TeamServiceError.status(404)
      }
    } isReachable: {
      failure.value != .unreachable
    }
  }

  /// The server's side of changes.
  private struct Writes: Sendable {
    let server: LockIsolated<TeamMeetings>
    let failure: LockIsolated<TeamServiceError?>
    let writeFailure: LockIsolated<TeamServiceError?>
    let loses: LockIsolated<Bool>
    let keys: LockIsolated<[UUID]>

    @MainActor
    init(lives: TeamLives) {
      (server, failure, writeFailure) = (lives.server, lives.failure, lives.writeFailure)
      (loses, keys) = (lives.loses, lives.keys)
    }

    func answer(
      _ key: UUID,
      _ change: @Sendable (inout TeamMeetings) -> TeamMeetings.Answer
    ) throws -> TeamMeetings.Answer {
      keys.withValue { $0.append(key) }
      let failure = failure.value ?? writeFailure.value
      if let failure, !loses.value { throw failure }
      let answer = server.withValue { change(&$0) }
      if let failure { throw failure }
      return answer
    }
  }

  /// Starts the app, after an earlier one has ended without a chance to save anything.
  func launch() async throws {
    (face, outbox) = (nil, nil)
    let (service, connection) = (service, TeamConnection())
    let services = environment.changing {
      $0.teamService = service
      $0.teamConnection = connection
      $0.meetingStorage = Disk([]).storage
    }
    let cache = QueryCache(clock: clock, environment: services)
    let outbox = try await open(cache, services)
    let store = Store(
      initialState: MeetingsFeature.State(),
      feature: MeetingsFeature(),
      clock: clock,
      environment: services.changing {
        $0.queries = cache
        $0.outbox = outbox
      }
    )
    let face = MeetingsFace(store: store, hasTeam: true)
    (self.face, self.outbox) = (face, outbox)
    await face.waitForMeetings()
  }

  /// Opens the outbox as soon as the earlier one has ended.
  private func open(_ cache: QueryCache, _ services: StoreEnvironment) async throws -> Outbox {
    while true {
      do {
        return try await Outbox.open(
          in: .memory(memory),
          owner: "team",
          changes: TeamChanges.types,
          queries: cache,
          clock: clock,
          environment: services,
          onReport: { _ in }
        )
      } catch {
        guard error.code == .inUse else { throw error }
        try await Task.sleep(for: .milliseconds(2))
      }
    }
  }

  func type(_ lines: String...) { for line in lines { face?.take(line) } }

  /// Opens the list, and a meeting from it.
  func open(_ number: Int) async throws {
    type("t")
    try await shows("Team meetings", "Loaded ")
    type("\(number)")
    try await shows("\n- ", "b back")
  }

  /// Changes the title of the meeting on the screen.
  func edit(_ title: String) async throws {
    type("e", "t \(title)", "s")
    try await shows("\(title), ", "b back")
  }

  /// Waits until the page contains texts, and none of others; the time limit of the test ends a wait without success.
  func shows(_ texts: String..., without others: [String] = []) async throws {
    try await shows(texts, without: others) {}
  }

  /// Does the same while time passes.
  func passes(_ texts: String..., without others: [String] = []) async throws {
    try await shows(texts, without: others) { await clock.advance(by: .milliseconds(500)) }
  }

  private func shows(
    _ texts: [String],
    without others: [String],
    _ step: () async -> Void
  ) async throws {
    while let frame = face?.frame,
      !texts.allSatisfy(frame.contains) || others.contains(where: frame.contains)
    {
      do {
        await step()
        try await Task.sleep(for: .milliseconds(2))
      } catch {
        Issue.record("The page is\n\(frame)")
        throw error
      }
    }
  }

  /// Waits until a condition of the server or the outbox holds.
  func wait(until condition: () -> Bool) async throws {
    while !condition() { try await Task.sleep(for: .milliseconds(2)) }
  }

  /// The title of the second meeting on the server.
  var title: String { server.value.meetings[1].title }

  /// Changes the second meeting as another user.
  func rename(_ title: String) {
    server.withValue { _ = $0.rename($0.meetings[1].id, to: title) }
  }
}
