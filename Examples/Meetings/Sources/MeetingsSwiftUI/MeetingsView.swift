#if canImport(SwiftUI)
package import MeetingsCore
import StateHistory
package import SwiftUI
package import ViewFeature

/// The root view of the app, with the list of meetings, the screens pushed on it, and the sheet in front.
package struct MeetingsView: View {
  @Bindable private var store: Store<MeetingsFeature>
  @State private var history: History?
  private let hasTeam: Bool

  package init(store: Store<MeetingsFeature>, hasTeam: Bool = false) {
    self.store = store
    self.hasTeam = hasTeam
  }

  package var body: some View {
    NavigationStack(path: $store.state.path) {
      list.navigationDestination(for: MeetingsFeature.Screen.self) { screen(for: $0) }
    }
    .sheet(item: $store.state.destination) { sheet(for: $0) }
    .alert(\.alert, of: store)
    .onAppear { history = history ?? MeetingsFeature.history(of: store) }
    .onChange(of: history?.redoCount) { old, _ in
      if old != nil { store.send(.undone) }
    }
  }

  private var list: some View {
    List {
      ForEach(store.state.library.meetings) { meeting in
        Button {
          store.send(.open(meeting.id))
        } label: {
          VStack(alignment: .leading) {
            Text(meeting.title)
              .font(.headline)
            Text("\(meeting.minutes) min, \(meeting.speakers.count) speakers")
              .foregroundStyle(.secondary)
          }
        }
      }
    }
    .overlay {
      if !store.state.isLoaded {
        ProgressView()
      } else if store.state.library.meetings.isEmpty {
        ContentUnavailableView("No Meetings", systemImage: "person.3")
      }
    }
    .navigationTitle("Meetings")
    .undoHistory(history, isActive: store.state.destination == nil)
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Button("Add") { store.send(.add) }
      }
      ToolbarItem(placement: .automatic) {
        if hasTeam {
          Button("Team") { store.send(.openTeam) }
        }
      }
    }
  }

  @ViewBuilder
  private func screen(for screen: MeetingsFeature.Screen) -> some View {
    switch screen {
    case .detail(let detail):
      if let store = store.scope(\.details, id: detail.id) { MeetingDetailView(store: store) }
    case .recording(let recording):
      if let store = store.scope(\.recordings, id: recording.id) {
        MeetingRecordingView(store: store)
      }
    case .past(let past): PastMeetingView(past: past)
    case .team(let team):
      if let store = store.scope(\.team, id: team.id) { TeamListView(store: store) }
    case .teamMeeting(let meeting):
      if let store = store.scope(\.teamMeetings, id: meeting.id) { TeamMeetingView(store: store) }
    }
  }

  @ViewBuilder
  private func sheet(for destination: MeetingsFeature.Destination) -> some View {
    switch destination {
    case .add:
      if let store = store.scope(\.add) { MeetingFormView(title: "New Meeting", store: store) }
    case .edit:
      if let store = store.scope(\.edit) { MeetingFormView(title: "Meeting", store: store) }
    }
  }
}
#endif
