import MeetingsCore
import StateHistory
import ViewFeature

extension Page {
  @MainActor
  init(
    list store: Store<MeetingsFeature>,
    history: History,
    hasTeam: Bool,
    quit: @escaping @MainActor () -> Void
  ) {
    let meetings = store.state.library.meetings
    let rows = meetings.enumerated().map { index, meeting in
      "\(index + 1) \(meeting.title), \(meeting.minutes) min, \(meeting.speakers.count) speakers"
    }
    let empty = store.state.isLoaded ? "No meetings" : "Loading…"
    lines = ["Meetings"] + (rows.isEmpty ? [empty] : rows)
    commands =
      [Command("a", "add") { store.send(.add) }]
      + (hasTeam ? [Command("t", "team") { store.send(.openTeam) }] : [])
      + Self.commands(of: history) { store.send(.undone) }
      + [Command("q", "quit", run: quit)]
      + meetings.enumerated().map { index, meeting in
        Command("\(index + 1)") { store.send(.open(meeting.id)) }
      }
  }

  /// The commands that undo and redo.
  @MainActor
  private static func commands(
    of history: History,
    then save: @escaping @MainActor () -> Void
  ) -> [Command] {
    let undo = Command("u", history.undoName.map { "undo \($0)" } ?? "undo") {
      if history.undo() { save() }
    }
    let redo = Command("U", history.redoName.map { "redo \($0)" } ?? "redo") {
      if history.redo() { save() }
    }
    return (history.canUndo ? [undo] : []) + (history.canRedo ? [redo] : [])
  }

  @MainActor
  init(detail store: Store<MeetingDetail>, back: @escaping @MainActor () -> Void) {
    let meeting = store.state.meeting
    let history = meeting.history.enumerated().map { "\($0 + 1) \($1.day)" }
    lines =
      ["\(meeting.title), \(meeting.minutes) min"] + meeting.speakers.map { "- \($0.name)" }
      + (history.isEmpty ? [] : ["History"]) + history
    commands =
      [
        Command("s", "start") { store.send(.recordTapped) },
        Command("e", "edit") { store.send(.editTapped) },
        Command("d", "delete") { store.send(.deleteTapped) },
        Command("b", "back", run: back),
      ]
      + meeting.history.enumerated().map { index, past in
        Command("\(index + 1)") { store.send(.pastTapped(past)) }
      }
  }

  @MainActor
  init(form store: Store<MeetingForm>) {
    let meeting = store.state.meeting
    lines =
      ["Title: \(meeting.title)", "Minutes: \(meeting.minutes)", "Speakers, as: 1 NAME"]
      + meeting.speakers.enumerated().map { "\($0 + 1) \($1.name)" }
      + [store.state.problem].compactMap(\.self)
    commands =
      [
        Command("t", "TITLE") { store.state.meeting.title = $0 },
        Command("m", "MINUTES") { text in
          if let minutes = Int(text), minutes > 0 { store.state.meeting.minutes = minutes }
        },
        Command("+", "add a speaker") { store.send(.addSpeaker) },
        Command("-", "NUMBER remove a speaker") { text in
          guard let number = Int(text), meeting.speakers.indices.contains(number - 1) else {
            return
          }
          store.send(.removeSpeaker(meeting.speakers[number - 1].id))
        },
        Command("s", "save") { store.send(.save) },
        Command("c", "cancel") { store.send(.cancel) },
      ]
      + meeting.speakers.enumerated().map { index, speaker in
        Command("\(index + 1)") { store.state.meeting[speaker: speaker.id].name = $0 }
      }
  }

  @MainActor
  init(recording store: Store<MeetingRecording>) {
    let state = store.state
    let (minutes, seconds) = state.secondsLeft.quotientAndRemainder(dividingBy: 60)
    lines = [
      state.meeting.title,
      "Speaker \(state.speaker + 1) of \(state.meeting.speakers.count): \(state.speakerName)",
      "\(minutes):\(seconds < 10 ? "0" : "")\(seconds) left",
      "Notes: \(state.notes)",
    ]
    commands = [
      Command("n", "next speaker") { store.send(.nextTapped) },
      Command("t", "NOTES") { state.notes = $0 },
      Command("e", "end") { store.send(.endTapped) },
    ]
  }

  init(past: PastMeeting, back: @escaping @MainActor () -> Void) {
    lines = ["\(past.title), \(past.day)"] + past.speakers.map { "- \($0)" } + [past.notes]
    commands = [Command("b", "back", run: back)]
  }
}

extension PastMeeting {
  /// The date in UTC.
  fileprivate var day: String { date.formatted(.iso8601.year().month().day()) }
}
