package import Foundation
import ScreenStateKit
package import StateOutbox

/// The state of a meeting's changes that the server hasn't applied yet.
package struct ChangeStatus: Equatable, Sendable {
  package let text: String
  /// The change that needs a decision of the user.
  package private(set) var failed: UUID?
  /// After a conflict: the user's meeting and the server's.
  package private(set) var conflict: Conflict?

  package struct Conflict: Equatable, Sendable {
    package let mine: Meeting
    package let theirs: Meeting
  }

  /// Returns the state of the change that is furthest from its end; `nil` without a change.
  @MainActor
  package init?(of id: Meeting.ID, in outbox: Outbox?) {
    guard let outbox, let state = outbox.status(of: TeamChanges.subject(id)) else { return nil }
    text = state.text
    guard state.isFailed else { return }
    let item = outbox.items(in: TeamChanges.lane(of: id)).first { $0.state == state }
    failed = item?.id
    if let item, let edit = outbox.change(item.id, as: EditTeamMeeting.self),
      let theirs = edit.theirs
    {
      conflict = Conflict(mine: edit.meeting, theirs: theirs)
    }
  }

  /// The lines for all meetings.
  @MainActor
  package static func lines(of outbox: Outbox?) -> [String] {
    guard let outbox else { return [] }
    let (pending, failed) = (outbox.pendingCount, outbox.failedCount)
    return [
      pending == 0 ? nil : "Not sent yet: \(pending)",
      failed == 0 ? nil : "Failed: \(failed)",
    ].compactMap(\.self)
  }
}

extension OutboxItem.State {
  /// Whether the change needs a decision of the user.
  package var isFailed: Bool {
    switch self {
    case .queued, .sending, .waiting: false
    case .rejected, .held, .unknown, .expired, .undecodable: true
    }
  }

  /// Whether the server has refused the change, and the content no longer contains it.
  package var isRefused: Bool { if case .rejected = self { true } else { false } }

  var text: String {
    switch self {
    case .queued: "not sent yet"
    case .sending: "sending"
    case .waiting(_, let error): "not sent yet: \(error.message)"
    case .rejected(let error), .held(let error): "failed: \(error.message)"
    case .unknown: "failed: The server may have it already."
    case .expired: "failed: It wasn't sent in time."
    case .undecodable: "failed: It is from another version of the app."
    }
  }
}
