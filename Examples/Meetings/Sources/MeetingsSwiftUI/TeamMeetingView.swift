#if canImport(SwiftUI)
import MeetingsCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// One of the team's meetings, with the state of its load.
struct TeamMeetingView: View {
  let store: Store<TeamMeeting>

  var body: some View {
    List {
      if let meeting = store.state.meeting.value {
        Text("\(meeting.minutes) min")
        ForEach(meeting.speakers) { Text($0.name) }
      }
      ContentStatusView(status: store.state.status)
    }
    .navigationTitle(store.state.meeting.value?.title ?? "Team Meeting")
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Button("Reload") { store.send(.reloadTapped) }
      }
    }
  }
}
#endif
