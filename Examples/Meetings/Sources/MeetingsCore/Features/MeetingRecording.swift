package import ViewFeature

/// Runs a meeting, in which each speaker has the same time.
package struct MeetingRecording: OutputFeature {
  @Observable @MainActor
  package final class State: Identifiable, SnapshotState {
    package let id: Meeting.ID
    package let meeting: Meeting
    package internal(set) var seconds = 0
    /// The text field writes to it.
    package var notes = ""
    package var alert: AlertPrompt<Action>?

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("meeting", \.meeting)
      SnapshotField("seconds", \.seconds)
      SnapshotField("notes", \.notes)
      SnapshotField("alert", \.alert)
    }

    package init(_ meeting: Meeting) {
      id = meeting.id
      self.meeting = meeting
    }

    /// The index of the current speaker.
    package var speaker: Int { seconds / meeting.secondsPerSpeaker }
    package var speakerName: String { meeting.speakers.dropFirst(speaker).first?.name ?? "" }
    package var secondsLeft: Int { (speaker + 1) * meeting.secondsPerSpeaker - seconds }
    package var isLastSpeaker: Bool { speaker >= meeting.speakers.count - 1 }
  }

  package enum Action: Equatable, Sendable {
    package enum Input: Equatable, Sendable { case nextTapped, endTapped }

    case input(Input)
    case tick
    case end
    case discard
  }

  package enum Output: Equatable, Sendable {
    case finished(PastMeeting)
  }

  package static func action(_ input: Action.Input) -> Action { .input(input) }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .tick:
        // The timer pauses while an alert is shown.
        if state.alert == nil { return goOn(to: state.seconds + 1, state) }
      case .input(.nextTapped):
        if !state.isLastSpeaker { return goOn(to: state.seconds + state.secondsLeft, state) }
        state.alert = Self.ending
      case .input(.endTapped):
        state.alert = Self.ending
      case .end:
        return end(state)
      case .discard:
        return dismiss()
      }
      return .none
    }
    .onStart { _ in .every(.seconds(1)) { _, send in send(.tick) } }
  }

  private func goOn(to seconds: Int, _ state: State) -> Effect {
    let isOver = state.isLastSpeaker && state.secondsLeft <= seconds - state.seconds
    if isOver { return end(state) }
    state.seconds = seconds
    return .none
  }

  private func end(_ state: State) -> Effect {
    let past = PastMeeting(
      id: StoreEnvironment.current.uuid(),
      date: StoreEnvironment.current.now,
      title: state.meeting.title,
      speakers: state.meeting.speakers.map(\.name),
      notes: state.notes
    )
    return .merge(output(.finished(past)), dismiss())
  }

  package static var ending: AlertPrompt<Action> {
    AlertPrompt(
      "End the meeting?",
      buttons: [
        AlertButton("Save and end", action: .end),
        AlertButton("Discard", role: .destructive, action: .discard),
        AlertButton("Resume", role: .cancel),
      ]
    )
  }
}
