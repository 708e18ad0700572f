#if canImport(SwiftUI)
import MeetingsCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// The meetings of the team, with the state of their load.
struct TeamListView: View {
  let store: Store<TeamList>

  var body: some View {
    List {
      ForEach(store.state.rows) { meeting in
        Button(store.state.line(of: meeting)) {
          store.send(.openTapped(meeting.id))
        }
      }
      if store.state.hasMore {
        Button("More") { store.send(.moreTapped) }
      }
      ContentStatusView(status: store.state.status)
      ForEach(store.state.changes, id: \.self) { Text($0) }
      if store.state.hasRefused {
        Button("Discard refused changes") { store.send(.discardTapped) }
      }
    }
    .navigationTitle("Team Meetings")
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Button("Reload") { store.send(.reloadTapped) }
      }
    }
  }
}

/// The age of content and the state of its load.
struct ContentStatusView: View {
  let status: ContentStatus

  var body: some View {
    ForEach(status.lines, id: \.self) { line in
      Text(line)
        .foregroundStyle(.secondary)
    }
  }
}
#endif
