#if Server
import Foundation
import MeetingsCore
import MeetingsServer
import ScreenStateKit
import StateQueries
import StateTesting
import ViewFeature

/// A part of the app whose cache loads from a server.
@MainActor
struct ServedApp {
  let cache: QueryCache
  /// The values that the service has returned, in this order.
  let answers = LockIsolated<[Meeting]>([])
  private let environment: StoreEnvironment
  private let connection: TeamConnection
  /// The clock of the screens, which stands still unless it is that of the cache.
  private let clock: any Clock<Duration>

  init(_ server: URL, cacheClock: some Clock<Duration>, clock: any Clock<Duration> = TestClock()) {
    // A busy machine is no reason for a failure.
    let http = TeamService.http(server, timeout: 3_600)
    let (answers, connection) = (answers, TeamConnection())
    self.connection = connection
    let service = TeamService(page: http.page) { id in
      let meeting = try await http.meeting(id)
      answers.withValue { $0.append(meeting) }
      return meeting
    } isReachable: {
      await http.isReachable()
    }
    let services = StoreEnvironment.controlled(clock: cacheClock)
      .changing {
        $0.teamService = service
        $0.teamConnection = connection
        $0.meetingStorage = .inMemory()
      }
    let cache = QueryCache(clock: cacheClock, environment: services)
    self.cache = cache
    self.clock = clock
    environment = services.changing { $0.queries = cache }
  }

  func makeStore() -> Store<MeetingsFeature> {
    Store(
      initialState: MeetingsFeature.State(),
      feature: MeetingsFeature(),
      clock: clock,
      environment: environment
    )
  }

  func makeFeature(_ id: Meeting.ID) -> Store<TeamMeeting> {
    Store(
      initialState: TeamMeeting.State(id, connection, nil, at: environment.now),
      feature: TeamMeeting(),
      clock: clock,
      environment: environment
    )
  }

  func makeScreen(_ id: Meeting.ID) -> MeetingScreen { MeetingScreen(id, environment, clock) }
}

/// A screen that shows one meeting, and ends with its last reference.
@MainActor
final class MeetingScreen {
  @Observable @MainActor
  final class State: ScreenState {
    var meeting = Resource<Meeting>()
  }

  private actor ViewStore: ScreenStore {
    enum Action: ActionLockable, Hashable { case show(Meeting.ID) }

    nonisolated let binding: ScreenBinding<State>

    init(_ binding: ScreenBinding<State>) {
      self.binding = binding
    }

    func perform(_ action: Action) async throws {
      switch action {
      case .show(let id): try await follow(\.meeting, TeamMeetingQuery(id: id))
      }
    }
  }

  let state = State()
  private let shown: Task<Void, Never>

  init(_ id: Meeting.ID, _ environment: StoreEnvironment, _ clock: any Clock<Duration>) {
    let store = ViewStore(ScreenBinding(clock: clock, environment: environment))
    let state = state
    shown = Task {
      await store.bind(to: state)
      await store.run(.show(id))
    }
  }

  /// Ends the view's task.
  func close() async {
    shown.cancel()
    await shown.value
  }
}

/// Waits until a condition holds; the time limit of the test ends a wait without success.
@MainActor
func wait(until condition: @MainActor () async -> Bool) async throws {
  while await !condition() { try await Task.sleep(for: .milliseconds(2)) }
}
#endif
