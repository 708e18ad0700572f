package import ScreenStateKit
package import StateOutbox
import StateQueries
package import ViewFeature

/// Shows the meetings of the team, which a server keeps.
package struct TeamList: OutputFeature {
  @Observable @MainActor
  package final class State: Identifiable, ResourceState, SnapshotState {
    package let id = "team"
    package internal(set) var meetings = Resource<Pager<MeetingSummary, Int>>()
    package internal(set) var now: Date
    private let connection: TeamConnection
    private let outbox: Outbox?

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("meetings", \.meetings)
      SnapshotField("now", \.now)
    }

    package init(_ connection: TeamConnection, _ outbox: Outbox?, at now: Date) {
      self.connection = connection
      self.outbox = outbox
      self.now = now
    }

    package var rows: [MeetingSummary] { meetings.value?.items ?? [] }
    package var hasMore: Bool { meetings.value?.phase == .ready }
    package var status: ContentStatus {
      ContentStatus(meetings, isOnline: connection.isOnline, at: now)
    }
    /// The numbers of all changes that the server hasn't applied.
    package var changes: [String] { ChangeStatus.lines(of: outbox) }
    package var hasRefused: Bool { outbox?.items().contains { $0.state.isRefused } ?? false }

    /// Returns the line of a meeting.
    package func line(of meeting: MeetingSummary) -> String {
      let line = "\(meeting.title), \(meeting.minutes) min"
      return ChangeStatus(of: meeting.id, in: outbox).map { "\(line), \($0.text)" } ?? line
    }
  }

  package enum Action: Equatable, Sendable {
    package enum Input: Equatable, Sendable {
      case openTapped(Meeting.ID)
      case moreTapped
      case reloadTapped
      case discardTapped
    }

    case input(Input)
    case tick
  }

  package enum Output: Equatable, Sendable {
    case open(Meeting.ID)
  }

  private enum EffectID { case follow }

  @Provided(\.queries) private var queries
  @Provided(\.outbox) private var outbox

  package init() {}

  package static func action(_ input: Action.Input) -> Action { .input(input) }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .input(.openTapped(let id)): return output(.open(id))
      // The status shows the errors of both.
      case .input(.moreTapped):
        return .run { _ in _ = try? await queries.loadNextPage(of: TeamMeetingsQuery()) }
      case .input(.reloadTapped):
        return .run { _ in _ = try? await queries.reload(TeamMeetingsQuery()) }
      // Their meetings may be gone, so that no other screen shows them.
      case .input(.discardTapped):
        return .run { _ in
          for item in outbox?.items() ?? [] where item.state.isRefused {
            try await outbox?.discard(item.id)
          }
        }
      case .tick:
        state.now = StoreEnvironment.current.now
        return .none
      }
    }
    .onStart { _ in
      .merge(
        .follow(TeamMeetingsQuery(), into: \.meetings, id: EffectID.follow),
        .every(.seconds(1)) { _, send in send(.tick) }
      )
    }
  }
}
