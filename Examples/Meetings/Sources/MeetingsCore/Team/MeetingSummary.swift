/// A row in the list of the team's meetings.
package struct MeetingSummary: Codable, Hashable, Identifiable, Sendable {
  package let id: Meeting.ID
  package let title: String
  package let minutes: Int

  package init(_ meeting: Meeting) {
    id = meeting.id
    title = meeting.title
    minutes = meeting.minutes
  }
}

/// A page of that list.
package struct TeamPage: Codable, Hashable, Sendable {
  package let meetings: [MeetingSummary]
  /// The offset of the next page.
  package let next: Int?

  package init(meetings: [MeetingSummary], next: Int?) {
    self.meetings = meetings
    self.next = next
  }
}
