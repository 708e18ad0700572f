package import ViewFeature

/// Shows one meeting and its history.
package struct MeetingDetail: OutputFeature {
  @Observable @MainActor
  package final class State: Identifiable, SnapshotState {
    package let id: Meeting.ID
    package var dialog: DialogPrompt<Action>?
    private let library: MeetingLibrary

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("id", \.id)
      SnapshotField("dialog", \.dialog)
    }

    package init(_ id: Meeting.ID, in library: MeetingLibrary) {
      self.id = id
      self.library = library
    }

    package var meeting: Meeting { library[id: id] }
  }

  package enum Action: Equatable, Sendable {
    case editTapped
    case recordTapped
    case pastTapped(PastMeeting)
    case deleteTapped
    case delete
  }

  package enum Output: Equatable, Sendable {
    case edit
    case record
    case open(PastMeeting)
    case deleted
  }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .editTapped: return output(.edit)
      case .recordTapped: return output(.record)
      case .pastTapped(let past): return output(.open(past))
      case .deleteTapped:
        state.dialog = Self.deletion(of: state.meeting)
        return .none
      case .delete: return .merge(output(.deleted), dismiss())
      }
    }
  }

  package static func deletion(of meeting: Meeting) -> DialogPrompt<Action> {
    DialogPrompt(
      "Delete \(meeting.title)?",
      message: meeting.history.isEmpty ? nil : "Its history is deleted, too.",
      buttons: [
        AlertButton("Delete", role: .destructive, action: .delete),
        AlertButton("Cancel", role: .cancel),
      ]
    )
  }
}
