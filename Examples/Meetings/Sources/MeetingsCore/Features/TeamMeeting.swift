package import ScreenStateKit
import StateQueries
package import ViewFeature

/// Shows one of the team's meetings.
package struct TeamMeeting: Feature {
  @Observable @MainActor
  package final class State: Identifiable, ResourceState, SnapshotState {
    package let id: Meeting.ID
    package internal(set) var meeting = Resource<Meeting>()
    package internal(set) var now: Date
    private let connection: TeamConnection

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("id", \.id)
      SnapshotField("meeting", \.meeting)
      SnapshotField("now", \.now)
    }

    package init(_ id: Meeting.ID, _ connection: TeamConnection, at now: Date) {
      self.id = id
      self.connection = connection
      self.now = now
    }

    package var status: ContentStatus {
      ContentStatus(meeting, isOnline: connection.isOnline, at: now)
    }
  }

  package enum Action: Equatable, Sendable {
    package enum Input: Equatable, Sendable {
      case reloadTapped
    }

    case input(Input)
    case tick
  }

  private enum EffectID { case follow }

  @Provided(\.queries) private var queries

  package init() {}

  package static func action(_ input: Action.Input) -> Action { .input(input) }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .input(.reloadTapped):
        // The status shows an error.
        let query = TeamMeetingQuery(id: state.id)
        return .run { _ in _ = try? await queries.reload(query) }
      case .tick:
        state.now = StoreEnvironment.current.now
        return .none
      }
    }
    .onStart { state in
      .merge(
        .follow(TeamMeetingQuery(id: state.id), into: \.meeting, id: EffectID.follow),
        .every(.seconds(1)) { _, send in send(.tick) }
      )
    }
  }
}
