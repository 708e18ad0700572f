package import StateOutbox
package import StateQueries

/// An edit of one of the team's meetings.
package struct EditTeamMeeting: OutboxChange {
  /// The meeting that the user has edited: the server refuses the edit if it has another one.
  package let base: Meeting
  package let meeting: Meeting
  /// The server's meeting after a refusal: the user chooses between it and `meeting`.
  package private(set) var theirs: Meeting?

  package init(from base: Meeting, to meeting: Meeting) {
    self.base = base
    self.meeting = meeting
  }

  package var lane: String { TeamChanges.lane(of: meeting.id) }
  package var subject: OutboxSubject? { TeamChanges.subject(meeting.id) }

  package func send(in context: MutationContext) async throws -> Meeting {
    if let theirs { throw TeamServiceError.conflict(theirs) }
    return try await context.environment.team { try await $0.save(meeting, base, context.key) }
  }

  package func change(_ patch: inout QueryPatch) {
    patch.update(Meeting.self, id: meeting.id) { $0 = meeting }
    patch.update(MeetingSummary.self, id: meeting.id) { $0 = MeetingSummary(meeting) }
  }

  package func receive(_ answer: Meeting, _ patch: inout QueryPatch) {
    patch.set(answer, for: TeamMeetingQuery(id: answer.id))
  }

  package func resolution(
    of error: any Error,
    attempt: Int
  ) -> OutboxResolution<EditTeamMeeting> {
    switch error as? TeamServiceError {
    // The server has forgotten the key, or another user has made the same edit.
    case .conflict(meeting): return .applied
    // The change keeps the server's meeting, so that the user can choose after a launch, too.
    case .conflict(let theirs) where self.theirs == nil:
      var change = self
      change.theirs = theirs
      return .replace(change)
    case .conflict: return .holdLane
    case let error?: return error.isRefusal ? .reject : .retry
    case nil: return .retry
    }
  }

  /// Several edits of a meeting that wait become one.
  package static func merge(
    _ earlier: EditTeamMeeting,
    _ later: EditTeamMeeting
  ) -> OutboxMerge<EditTeamMeeting> {
    if earlier.theirs != nil { return .separate }
    return .merged(EditTeamMeeting(from: earlier.base, to: later.meeting))
  }
}

/// The deletion of one of the team's meetings.
package struct DeleteTeamMeeting: OutboxChange {
  package let id: Meeting.ID

  package init(_ id: Meeting.ID) {
    self.id = id
  }

  package var lane: String { TeamChanges.lane(of: id) }
  package var subject: OutboxSubject? { TeamChanges.subject(id) }

  package func send(in context: MutationContext) async throws {
    try await context.environment.team { try await $0.delete(id, context.key) }
  }

  package func change(_ patch: inout QueryPatch) {
    patch.remove(MeetingSummary.self, id: id)
    patch.remove(Meeting.self, id: id)
  }

  package func resolution(
    of error: any Error,
    attempt: Int
  ) -> OutboxResolution<DeleteTeamMeeting> {
    switch error as? TeamServiceError {
    case .status(404): .applied
    case let error?: error.isRefusal ? .reject : .retry
    case nil: .retry
    }
  }
}

/// What the changes of the team's meetings have in common.
package enum TeamChanges {
  /// The types of all changes.
  package static let types: [any OutboxChange.Type] = [
    EditTeamMeeting.self, DeleteTeamMeeting.self,
  ]

  /// The changes of a meeting are sent in their order, and those of others at the same time.
  package static func lane(of id: Meeting.ID) -> String { "meeting-\(id)" }

  package static func subject(_ id: Meeting.ID) -> OutboxSubject {
    OutboxSubject(Meeting.self, id: id)
  }
}

extension Meeting: QueryEntity {}
extension MeetingSummary: QueryEntity {}
