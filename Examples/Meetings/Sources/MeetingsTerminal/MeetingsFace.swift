package import MeetingsCore
import StateHistory
package import ViewFeature

/// The app in a terminal, which shows one page and reads lines.
@Observable @MainActor
package final class MeetingsFace {
  private let store: Store<MeetingsFeature>
  private let history: History
  /// Whether a server keeps the meetings of a team.
  private let hasTeam: Bool
  /// The last input, if it isn't a command.
  private var unknown: String?
  @ObservationIgnored private var hasQuit = false

  package init(store: Store<MeetingsFeature>, hasTeam: Bool = false) {
    self.store = store
    history = MeetingsFeature.history(of: store)
    self.hasTeam = hasTeam
  }

  /// The text on the screen.
  package var frame: String {
    let page = page
    let note = unknown.map { ["Unknown command: \($0)."] } ?? []
    return (page.lines + ["", page.help] + note).joined(separator: "\n")
  }

  /// Runs the command in a line.
  package func take(_ line: String) {
    let parts = line.split(separator: " ", maxSplits: 1)
    let command = parts.first.flatMap { page.command(for: $0) }
    unknown = command == nil && !parts.isEmpty ? line : nil
    command?.run(parts.count == 2 ? String(parts[1]) : "")
  }

  /// Waits until the meetings are read, or can't be read.
  package func waitForMeetings() async {
    for await isReady in store.state.values(of: \.isReady) where isReady { break }
  }

  /// Runs a session: waits for the meetings, reads lines until one of them quits, and saves unsaved changes.
  ///
  /// - Returns: Whether everything is saved.
  package func run(
    _ lines: AsyncStream<String>,
    show: @escaping @MainActor (String) -> Void
  ) async -> Bool {
    let screen = observe { [self] in show(frame) }
    await waitForMeetings()
    for await line in lines {
      take(line)
      if hasQuit { break }
    }
    await store.run(.save)
    screen.cancel()
    return store.state.isSaved
  }

  /// The frontmost page.
  private var page: Page {
    if let form = store.scope(\.add) ?? store.scope(\.edit) ?? teamForm {
      return Page(asking: \.alert, of: form) ?? Page(form: form)
    }
    return Page(asking: \.alert, of: store) ?? screen
  }

  private var teamForm: Store<MeetingForm>? {
    guard case .teamMeeting(let meeting) = store.state.path.last else { return nil }
    return store.scope(\.teamMeetings, id: meeting.id)?.scope(\.form)
  }

  private var screen: Page {
    let back: @MainActor () -> Void = { [store] in store.state.path.removeLast() }
    switch store.state.path.last {
    case .detail(let detail):
      guard let detail = store.scope(\.details, id: detail.id) else { break }
      return Page(asking: \.dialog, of: detail) ?? Page(detail: detail, back: back)
    case .recording(let recording):
      guard let recording = store.scope(\.recordings, id: recording.id) else { break }
      return Page(asking: \.alert, of: recording) ?? Page(recording: recording)
    case .past(let past): return Page(past: past, back: back)
    case .team(let team):
      guard let team = store.scope(\.team, id: team.id) else { break }
      return Page(team: team, back: back)
    case .teamMeeting(let meeting):
      guard let meeting = store.scope(\.teamMeetings, id: meeting.id) else { break }
      return Page(asking: \.alert, of: meeting) ?? Page(teamMeeting: meeting, back: back)
    case nil: break
    }
    return Page(list: store, history: history, hasTeam: hasTeam) { [self] in hasQuit = true }
  }
}

extension MeetingsFeature.State {
  /// Whether the meetings are read, or an alert asks what to do.
  fileprivate var isReady: Bool { isLoaded || alert != nil }
}
