package import ViewFeature

/// All meetings, shared by the features that show them.
@Observable @MainActor
package final class MeetingLibrary: SnapshotState {
  package internal(set) var meetings: [Meeting]

  package static let snapshotFields = SnapshotFields<MeetingLibrary> {
    SnapshotField("meetings", \.meetings)
  }

  package init(_ meetings: [Meeting] = []) {
    self.meetings = meetings
  }

  /// Accesses the meeting with an id; if it was deleted, a read returns an empty meeting, and a write does nothing.
  package internal(set) subscript(id id: Meeting.ID) -> Meeting {
    get { meetings.first { $0.id == id } ?? Meeting(id: id) }
    set {
      if let index = meetings.firstIndex(where: { $0.id == id }) { meetings[index] = newValue }
    }
  }
}
