import MeetingsCore
import ScreenStateKit
import ViewFeature

extension Page {
  @MainActor
  init(team store: Store<TeamList>, back: @escaping @MainActor () -> Void) {
    let state = store.state
    let rows = state.rows.enumerated().map { index, meeting in
      "\(index + 1) \(state.line(of: meeting))"
    }
    lines = ["Team meetings"] + rows + state.status.lines + state.changes
    commands =
      (state.hasMore ? [Command("m", "more") { store.send(.moreTapped) }] : [])
      + (state.hasRefused ? [Command("x", "discard refused") { store.send(.discardTapped) }] : [])
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
    let changes = state.changes
    lines = (meeting ?? ["Team meeting"]) + state.status.lines
    if let text = changes?.text { lines.append("Your change: \(text)") }
    if let theirs = changes?.conflict?.theirs {
      let names = theirs.speakers.map(\.name).joined(separator: ", ")
      lines.append("Theirs: \(theirs.title), \(theirs.minutes) min, \(names)")
    }
    if changes?.conflict != nil {
      commands = [
        Command("m", "send mine") { store.send(.mineTapped) },
        Command("t", "take theirs") { store.send(.theirsTapped) },
      ]
    } else if changes?.failed != nil {
      commands = [
        Command("r", "retry") { store.send(.retryTapped) },
        Command("x", "discard") { store.send(.discardTapped) },
      ]
    } else {
      commands = [Command("r", "reload") { store.send(.reloadTapped) }]
      if state.canEdit {
        commands += [
          Command("e", "edit") { store.send(.editTapped) },
          Command("d", "delete") { store.send(.deleteTapped) },
        ]
      }
    }
    commands.append(Command("b", "back", run: back))
  }
}
