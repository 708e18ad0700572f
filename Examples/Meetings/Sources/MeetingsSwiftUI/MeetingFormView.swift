#if canImport(SwiftUI)
import MeetingsCore
import StateHistory
import SwiftUI
import ViewFeature

/// Edits a meeting in a sheet.
struct MeetingFormView: View {
  let title: String
  @Bindable var store: Store<MeetingForm>
  @FocusState private var focus: MeetingForm.Input?
  @State private var history: History?

  var body: some View {
    NavigationStack {
      Form {
        TextField("Title", text: $store.state.meeting.title)
          .focused($focus, equals: .title)
        Stepper(
          "\(store.state.meeting.minutes) min",
          value: $store.state.meeting.minutes,
          in: 5...120,
          step: 5
        )
        Section("Speakers") {
          ForEach(store.state.meeting.speakers) { speaker in
            TextField("Name", text: $store.state.meeting[speaker: speaker.id].name)
              .focused($focus, equals: .speaker(speaker.id))
          }
          .onDelete { remove($0) }
          Button("Add a speaker") { store.send(.addSpeaker) }
        }
        if let problem = store.state.problem { Text(problem) }
      }
      .navigationTitle(title)
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel") { store.send(.cancel) }
        }
        ToolbarItem(placement: .confirmationAction) {
          Button("Save") { store.send(.save) }
            .disabled(store.state.problem != nil)
        }
      }
    }
    .focus($focus, follows: $store.state.focus)
    .alert($store.state.alert) { store.send($0) }
    .interactiveDismissDisabled()
    .undoHistory(history)
    .onAppear { history = history ?? MeetingForm.history(of: store) }
  }

  private func remove(_ offsets: IndexSet) {
    let speakers = store.state.meeting.speakers
    for offset in offsets { store.send(.removeSpeaker(speakers[offset].id)) }
  }
}
#endif
