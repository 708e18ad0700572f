#if canImport(SwiftUI)
import MeetingsCore
import ScreenStateKit
import SwiftUI
import ViewFeature

/// One of the team's meetings, with the states of its load and of its changes.
struct TeamMeetingView: View {
  @Bindable var store: Store<TeamMeeting>

  var body: some View {
    List {
      if let meeting = store.state.meeting.value {
        Text("\(meeting.minutes) min")
        ForEach(meeting.speakers) { Text($0.name) }
      }
      ContentStatusView(status: store.state.status)
      if let changes = store.state.changes { section(changes) }
      if store.state.canEdit {
        Button("Delete", role: .destructive) { store.send(.deleteTapped) }
      }
    }
    .navigationTitle(store.state.meeting.value?.title ?? "Team Meeting")
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Button("Edit") { store.send(.editTapped) }
          .disabled(!store.state.canEdit || store.state.changes?.conflict != nil)
      }
      ToolbarItem(placement: .automatic) {
        Button("Reload") { store.send(.reloadTapped) }
      }
    }
    .sheet(item: $store.state.form) { _ in
      if let form = store.scope(\.form) { MeetingFormView(title: "Meeting", store: form) }
    }
    .alert(\.alert, of: store)
  }

  private func section(_ changes: ChangeStatus) -> some View {
    Section("Your change") {
      Text(changes.text)
      if let theirs = changes.conflict?.theirs {
        Text("Theirs: \(theirs.title), \(theirs.minutes) min")
        ForEach(theirs.speakers) { Text($0.name) }
        Button("Send mine") { store.send(.mineTapped) }
        Button("Take theirs") { store.send(.theirsTapped) }
      } else if changes.failed != nil {
        Button("Retry") { store.send(.retryTapped) }
        Button("Discard") { store.send(.discardTapped) }
      }
    }
  }
}
#endif
