import StateOutbox
package import ViewFeature

/// Contains all meetings, the screens pushed on their list, and the sheet in front of them.
package struct MeetingsFeature: Feature {
  package enum Screen: NavigationTarget, Sendable {
    case detail(MeetingDetail.State)
    case recording(MeetingRecording.State)
    case past(PastMeeting)
    case team(TeamList.State)
    case teamMeeting(TeamMeeting.State)
  }

  package enum Destination: NavigationTarget, Sendable {
    case add(MeetingForm.State)
    case edit(MeetingForm.State)
  }

  @Observable @MainActor
  package final class State: SnapshotState {
    package let library: MeetingLibrary
    /// The meetings in the storage, or `nil` until they are read.
    package internal(set) var saved: [Meeting]?
    package var path: [Screen] = []
    package var destination: Destination?
    package var alert: AlertPrompt<Action>?

    package static let snapshotFields = SnapshotFields<State> {
      SnapshotField("library", child: \.library)
      SnapshotField("saved", \.saved)
      SnapshotField(
        "path",
        \.path,
        cases: Screen.detail,
        Screen.recording,
        Screen.team,
        Screen.teamMeeting
      )
      SnapshotField("destination", \.destination, cases: Destination.add, Destination.edit)
      SnapshotField("alert", \.alert)
    }

    package init(library: MeetingLibrary = MeetingLibrary()) {
      self.library = library
    }

    package var isLoaded: Bool { saved != nil }
    package var isSaved: Bool { saved == nil || saved == library.meetings }
  }

  package enum Action: Equatable, Sendable {
    package enum Input: Equatable, Sendable {
      case save, add, openTeam
      /// An undo or redo has changed the meetings.
      case undone
      case open(Meeting.ID)
    }

    case input(Input)
    case load
    case setAside
    case loaded([Meeting])
    case saved([Meeting])
    case added(MeetingForm.Output)
    case edited(MeetingForm.Output)
    case detail(Meeting.ID, MeetingDetail.Output)
    case recording(Meeting.ID, MeetingRecording.Output)
    case team(TeamList.State.ID, TeamList.Output)
  }

  enum EffectID { case load, save }

  package let add = OptionalChild(
    \.destination,
    case: Destination.add,
    MeetingForm(),
    output: Action.added
  )
  package let edit = OptionalChild(
    \.destination,
    case: Destination.edit,
    MeetingForm(),
    output: Action.edited
  )
  package let details = ChildCollection(\.path, MeetingDetail(), output: Action.detail)
  package let recordings = ChildCollection(\.path, MeetingRecording(), output: Action.recording)
  package let team = ChildCollection(\.path, TeamList(), output: Action.team)
  package let teamMeetings = ChildCollection(\.path, TeamMeeting())
  @Provided(\.meetingStorage) private var storage
  @Provided(\.teamConnection) private var connection
  @Provided(\.outbox) private var outbox

  package init() {}

  package static func action(_ input: Action.Input) -> Action { .input(input) }

  package func handle() -> ActionHandler<Action, State> {
    ActionHandler { action, state in
      switch action {
      case .load:
        return read { try await storage.load() }
      case .setAside:
        return read {
          try await storage.setAside()
          return []
        }
      case .loaded(let meetings):
        state.library.meetings = meetings
        state.saved = meetings

      case .input(.save):
        if !state.isSaved { return save(state) }
        // Earlier saves may still be in flight.
        return .run(operation: {}).queued(id: EffectID.save)
      case .saved(let meetings):
        state.saved = meetings
        // A later save may succeed while the error of an earlier one is shown.
        state.alert = nil

      case .input(.undone):
        // The effects of the undone action, such as its save, don't run again.
        return save(state)
      case .input(.add):
        // Adding a meeting before the storage is read would overwrite the stored meetings.
        guard state.isLoaded else { return .send(.load) }
        let speaker = Speaker(id: StoreEnvironment.current.uuid())
        let meeting = Meeting(id: StoreEnvironment.current.uuid(), speakers: [speaker])
        state.destination = .add(MeetingForm.State(meeting))
      case .input(.open(let id)):
        state.path = [.detail(MeetingDetail.State(id, in: state.library))]
      case .input(.openTeam):
        let now = StoreEnvironment.current.now
        state.path = [.team(TeamList.State(connection, outbox, at: now))]
      case .added(.saved(let meeting)):
        state.library.meetings.append(meeting)
        return save(state)
      case .edited(.saved(let meeting)):
        state.library[id: meeting.id] = meeting
        return save(state)

      case .detail(let id, let output):
        return handle(output, of: id, state)
      case .recording(let id, .finished(let past)):
        state.library[id: id].history.insert(past, at: 0)
        return save(state)
      case .team(_, .open(let id)) where state.path.count == 1:
        let now = StoreEnvironment.current.now
        state.path.append(.teamMeeting(TeamMeeting.State(id, connection, outbox, at: now)))
      case .team: break
      }
      return .none
    }
    .onStart { state in
      .merge(
        state.isLoaded ? .none : .send(.load),
        StoreEnvironment.current.teamService == nil ? .none : reportConnection(),
        outbox == nil ? .none : followConnection()
      )
    }
  }

  private func reportConnection() -> Effect {
    .run { _ in try await connection.report() }
  }

  /// Sends changes as soon as the server is back.
  private func followConnection() -> Effect {
    .run { _ in await outbox?.follow(connectivity: connection.values(of: \.isOnline)) }
  }

  private func handle(_ output: MeetingDetail.Output, of id: Meeting.ID, _ state: State) -> Effect {
    // A second tap may arrive while the first tap's screen is being pushed.
    let isOnTop = state.path.count == 1
    switch output {
    case .edit:
      state.destination = .edit(MeetingForm.State(state.library[id: id]))
    case .record where isOnTop:
      state.path.append(.recording(MeetingRecording.State(state.library[id: id])))
    case .open(let past) where isOnTop:
      state.path.append(.past(past))
    case .deleted:
      state.library.meetings.removeAll { $0.id == id }
      return save(state)
    case .record, .open: break
    }
    return .none
  }

  private func read(_ meetings: @escaping @Sendable () async throws -> [Meeting]) -> Effect {
    .run(id: EffectID.load, operation: { try await meetings() }, send: Action.loaded)
      .catch { error, state in state.alert = Self.loadFailure(error) }
  }

  private func save(_ state: State) -> Effect {
    let meetings = state.library.meetings
    return .run {
      try await storage.save(meetings)
      return meetings
    } send: {
      .saved($0)
    }
    .catch { error, state in state.alert = Self.saveFailure(error) }
    .queued(id: EffectID.save)
  }

  package static func loadFailure(_ error: any Error) -> AlertPrompt<Action> {
    AlertPrompt(
      "The meetings can't be read",
      message:
        "\(error.localizedDescription) Start over to create a new file. The old one stays next to it.",
      buttons: [
        AlertButton("Try again", action: .load),
        AlertButton("Start over", role: .destructive, action: .setAside),
      ]
    )
  }

  package static func saveFailure(_ error: any Error) -> AlertPrompt<Action> {
    AlertPrompt(
      "The meetings are not saved",
      message: error.localizedDescription,
      buttons: [
        AlertButton("Try again", action: .input(.save)), AlertButton("Later", role: .cancel),
      ]
    )
  }
}
