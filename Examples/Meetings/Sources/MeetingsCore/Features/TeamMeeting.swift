package import ScreenStateKit
package import StateOutbox
import StateQueries
package import ViewFeature

/// Shows one of the team's meetings, and changes it.
package struct TeamMeeting: Feature {
  @Observable @MainActor
  package final class State: Identifiable, ResourceState, SnapshotState {
    package let id: Meeting.ID
    package internal(set) var meeting = Resource<Meeting>()
    package internal(set) var now: Date
    package var form: MeetingForm.State?
    /// The meeting as it was when the form appeared.
    package internal(set) var base: Meeting?
    package var alert: AlertPrompt<Action>?
    private let connection: TeamConnection
    private let outbox: Outbox?

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("id", \.id)
      SnapshotField("meeting", \.meeting)
      SnapshotField("now", \.now)
      SnapshotField("form", child: \.form)
      SnapshotField("base", \.base)
      SnapshotField("alert", \.alert)
    }

    package init(_ id: Meeting.ID, _ connection: TeamConnection, _ outbox: Outbox?, at now: Date) {
      self.id = id
      self.connection = connection
      self.outbox = outbox
      self.now = now
    }

    package var status: ContentStatus {
      ContentStatus(meeting, isOnline: connection.isOnline, at: now)
    }
    /// The state of the changes that the server hasn't applied.
    package var changes: ChangeStatus? { ChangeStatus(of: id, in: outbox) }
    package var canEdit: Bool { outbox != nil && meeting.value != nil }
  }

  package enum Action: Equatable, Sendable {
    package enum Input: Equatable, Sendable {
      case reloadTapped
      case editTapped
      case deleteTapped
      case retryTapped
      case discardTapped
      case mineTapped
      case theirsTapped
    }

    case input(Input)
    case edited(MeetingForm.Output)
    case delete
    case tick
  }

  private enum EffectID { case follow }

  package let form = OptionalChild(\.form, MeetingForm(), output: Action.edited)
  @Provided(\.queries) private var queries
  @Provided(\.outbox) private var outbox

  package init() {}

  package static func action(_ input: Action.Input) -> Action { .input(input) }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .input(.reloadTapped): return reload(state.id)
      case .input(.editTapped):
        guard state.canEdit, let meeting = state.meeting.value else { return .none }
        state.base = meeting
        state.form = MeetingForm.State(meeting)
      case .edited(.saved(let meeting)):
        guard let base = state.base, base != meeting else { return .none }
        return enqueue(EditTeamMeeting(from: base, to: meeting))
      case .input(.deleteTapped):
        if let meeting = state.meeting.value { state.alert = Self.deletion(of: meeting) }
      case .delete:
        return .concatenate(enqueue(DeleteTeamMeeting(state.id)), dismiss())

      case .input(.retryTapped):
        if let key = state.changes?.failed { outbox?.retryNow(key) }
      case .input(.discardTapped), .input(.theirsTapped):
        guard let key = state.changes?.failed else { return .none }
        return .concatenate(
          decide { outbox in try await outbox.discard(key) },
          // The content is from before the conflict.
          reload(state.id)
        )
      case .input(.mineTapped):
        guard let key = state.changes?.failed, let conflict = state.changes?.conflict else {
          return .none
        }
        let edit = EditTeamMeeting(from: conflict.theirs, to: conflict.mine)
        return decide { outbox in try await outbox.replace(key, with: edit) }
      case .tick:
        state.now = StoreEnvironment.current.now
      }
      return .none
    }
    .onStart { state in
      .merge(
        .follow(TeamMeetingQuery(id: state.id), into: \.meeting, id: EffectID.follow),
        .every(.seconds(1)) { _, send in send(.tick) }
      )
    }
  }

  /// Loads the meeting and the list; their status shows an error.
  private func reload(_ id: Meeting.ID) -> Effect {
    .run { _ in
      queries.invalidate(TeamMeetingsQuery())
      _ = try? await queries.reload(TeamMeetingQuery(id: id))
    }
  }

  /// Stores a change, which shows at once.
  private func enqueue(_ change: some OutboxChange) -> Effect {
    guard let outbox else { return .none }
    return .enqueue(change, in: outbox).catch(Self.showFailure)
  }

  private func decide(_ decision: @escaping @MainActor (Outbox) async throws -> Void) -> Effect {
    .run { _ in if let outbox { try await decision(outbox) } }.catch(Self.showFailure)
  }

  private static func showFailure(_ error: any Error, _ state: State) {
    state.alert = AlertPrompt(
      "The change is not stored",
      message: error.localizedDescription,
      buttons: [AlertButton("OK", role: .cancel)]
    )
  }

  package static func deletion(of meeting: Meeting) -> AlertPrompt<Action> {
    AlertPrompt(
      "Delete \(meeting.title) for the whole team?",
      buttons: [
        AlertButton("Delete", role: .destructive, action: .delete),
        AlertButton("Cancel", role: .cancel),
      ]
    )
  }
}
