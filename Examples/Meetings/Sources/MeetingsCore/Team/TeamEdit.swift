/// The body of a request that saves a meeting.
package struct TeamEdit: Codable, Hashable, Sendable {
  /// The meeting that the user has edited.
  package let base: Meeting
  package let meeting: Meeting

  package init(base: Meeting, meeting: Meeting) {
    self.base = base
    self.meeting = meeting
  }
}
