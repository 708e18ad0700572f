package import ViewFeature

/// All meetings; the features that show some share this object.
@Observable @MainActor
package final class MeetingLibrary: SnapshotState {
  package internal(set) var meetings: [Meeting]

  package static let snapshotFields = SnapshotFields<MeetingLibrary> {
    Field("meetings", \.meetings)
  }

  package init(_ meetings: [Meeting] = []) {
    self.meetings = meetings
  }

  /// The meeting with an id; an empty one if it was deleted, which a write does not bring back.
  package internal(set) subscript(id id: Meeting.ID) -> Meeting {
    get { meetings.first { $0.id == id } ?? Meeting(id: id) }
    set {
      if let index = meetings.firstIndex(where: { $0.id == id }) { meetings[index] = newValue }
    }
  }
}
