#if canImport(SwiftUI)
import MeetingsCore
import SwiftUI

/// Shows a past meeting.
struct PastMeetingView: View {
  let past: PastMeeting

  var body: some View {
    List {
      Section("Speakers") {
        ForEach(past.speakers.indices, id: \.self) { Text(past.speakers[$0]) }
      }
      Section("Notes") {
        Text(past.notes)
      }
    }
    .navigationTitle(past.date.formatted())
  }
}
#endif
