package import ViewFeature

/// Edits a new or existing meeting.
package struct MeetingForm: OutputFeature {
  package enum Input: Hashable, Sendable {
    case title
    case speaker(Speaker.ID)
  }

  @Observable @MainActor
  package final class State: Identifiable, SnapshotState {
    /// The text fields write to it.
    package var meeting: Meeting
    package var focus: Input?
    package var alert: AlertPrompt<Action>?
    private let original: Meeting

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("meeting", \.meeting)
      SnapshotField("focus", \.focus)
      SnapshotField("alert", \.alert)
    }

    package init(_ meeting: Meeting) {
      self.meeting = meeting
      original = meeting
      focus = meeting.title.isEmpty ? .title : nil
    }

    /// The reason why the meeting can't be saved.
    package var problem: String? {
      if meeting.title.isBlank { return "The meeting needs a title." }
      if meeting.speakers.allSatisfy(\.name.isBlank) { return "The meeting needs a speaker." }
      return nil
    }

    var hasChanged: Bool { meeting != original }
  }

  package enum Action: Equatable, Sendable {
    case addSpeaker
    case removeSpeaker(Speaker.ID)
    case save
    case cancel
    case discard
  }

  package enum Output: Equatable, Sendable {
    case saved(Meeting)
  }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .addSpeaker:
        let speaker = Speaker(id: StoreEnvironment.current.uuid())
        state.meeting.speakers.append(speaker)
        state.focus = .speaker(speaker.id)
      case .removeSpeaker(let id):
        state.meeting.speakers.removeAll { $0.id == id }
      case .save:
        if state.problem != nil { return .none }
        state.meeting.speakers.removeAll(where: \.name.isBlank)
        return .merge(output(.saved(state.meeting)), dismiss())
      case .cancel:
        guard state.hasChanged else { return dismiss() }
        state.alert = Self.discarding
      case .discard:
        return dismiss()
      }
      return .none
    }
  }

  package static var discarding: AlertPrompt<Action> {
    AlertPrompt(
      "Discard the changes?",
      buttons: [
        AlertButton("Discard", role: .destructive, action: .discard),
        AlertButton("Keep editing", role: .cancel),
      ]
    )
  }
}

extension String {
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
