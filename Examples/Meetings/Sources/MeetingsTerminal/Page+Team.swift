import MeetingsCore
import ScreenStateKit
import ViewFeature

extension Page {
  @MainActor
  init(team store: Store<TeamList>, back: @escaping @MainActor () -> Void) {
    let state = store.state
    let rows = state.rows.enumerated().map { index, meeting in
      "\(index + 1) \(meeting.title), \(meeting.minutes) min"
    }
    lines = ["Team meetings"] + rows + state.status.lines
    commands =
      (state.hasMore ? [Command("m", "more") { store.send(.moreTapped) }] : [])
      + [
        Command("r", "reload") { store.send(.reloadTapped) },
        Command("b", "back", run: back),
      ]
      + state.rows.enumerated().map { index, meeting in
        Command("\(index + 1)") { store.send(.openTapped(meeting.id)) }
      }
  }

  @MainActor
  init(teamMeeting store: Store<TeamMeeting>, back: @escaping @MainActor () -> Void) {
    let state = store.state
    let meeting = state.meeting.value.map { meeting in
      ["\(meeting.title), \(meeting.minutes) min"] + meeting.speakers.map { "- \($0.name)" }
    }
    lines = (meeting ?? ["Team meeting"]) + state.status.lines
    commands = [
      Command("r", "reload") { store.send(.reloadTapped) },
      Command("b", "back", run: back),
    ]
  }
}
