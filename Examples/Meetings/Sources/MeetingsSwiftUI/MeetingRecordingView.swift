#if canImport(SwiftUI)
import MeetingsCore
import SwiftUI
import ViewFeature

/// Shows a meeting in progress.
struct MeetingRecordingView: View {
  @Bindable var store: Store<MeetingRecording>

  var body: some View {
    let meeting = store.state.meeting
    Form {
      Section("Speaker \(store.state.speaker + 1) of \(meeting.speakers.count)") {
        Text(store.state.speakerName)
          .font(.headline)
        Text("\(store.state.secondsLeft) seconds left")
        Button("Next") { store.send(.nextTapped) }
      }
      Section("Notes") {
        TextField("Notes", text: $store.state.notes, axis: .vertical)
      }
    }
    .navigationTitle(meeting.title)
    .navigationBarBackButtonHidden()
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("End") { store.send(.endTapped) }
      }
    }
    .alert(\.alert, of: store)
  }
}
#endif
