#if canImport(SwiftUI)
import MeetingsCore
import SwiftUI
import ViewFeature

/// Shows one meeting and its history.
struct MeetingDetailView: View {
  @Bindable var store: Store<MeetingDetail>

  var body: some View {
    let meeting = store.state.meeting
    List {
      Section("Meeting") {
        Text("\(meeting.minutes) min")
        Button("Start") { store.send(.recordTapped) }
      }
      Section("Speakers") {
        ForEach(meeting.speakers) { Text($0.name) }
      }
      if !meeting.history.isEmpty {
        Section("History") {
          ForEach(meeting.history) { past in
            Button(past.date.formatted()) { store.send(.pastTapped(past)) }
          }
        }
      }
      Button("Delete", role: .destructive) { store.send(.deleteTapped) }
    }
    .navigationTitle(meeting.title)
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Button("Edit") { store.send(.editTapped) }
      }
    }
    .confirmationDialog($store.state.dialog) { store.send($0) }
  }
}
#endif
