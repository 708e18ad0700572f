package import Foundation
package import MeetingsCore

/// The meetings of the team, and the changes that the server has applied to them.
package struct TeamMeetings: Codable, Sendable {
  /// The answer to a change.
  package enum Answer: Codable, Equatable, Sendable {
    case saved(Meeting)
    case deleted
    /// The team has another meeting than the one that was edited.
    case conflict(Meeting)
    case unknown
  }

  package private(set) var meetings: [Meeting]
  /// The answers to the applied changes, by their keys.
  ///
  /// A server with many users forgets keys after a day.
  package private(set) var applied: [String: Answer] = [:]
  private let pageSize: Int

  package init(_ meetings: [Meeting] = .team, pageSize: Int = 5) {
    self.meetings = meetings
    self.pageSize = pageSize
  }

  package func page(at offset: Int) -> TeamPage {
    let page = meetings.dropFirst(max(0, offset)).prefix(pageSize)
    let next = page.endIndex
    return TeamPage(
      meetings: page.map(MeetingSummary.init),
      next: next < meetings.endIndex && !page.isEmpty ? next : nil
    )
  }

  package func meeting(_ id: Meeting.ID) -> Meeting? { meetings.first { $0.id == id } }

  /// Saves a meeting if the team still has the one that was edited.
  ///
  /// A key is applied once. The keys of refused changes aren't kept.
  package mutating func save(_ edit: TeamEdit, key: String?) -> Answer {
    apply(key) { meetings in
      guard let index = meetings.firstIndex(where: { $0.id == edit.meeting.id }) else {
        return .unknown
      }
      guard meetings[index] == edit.base else { return .conflict(meetings[index]) }
      meetings[index] = edit.meeting
      return .saved(edit.meeting)
    }
  }

  /// Deletes a meeting.
  package mutating func delete(_ id: Meeting.ID, key: String?) -> Answer {
    apply(key) { meetings in
      guard let index = meetings.firstIndex(where: { $0.id == id }) else { return .unknown }
      meetings.remove(at: index)
      return .deleted
    }
  }

  private mutating func apply(
    _ key: String?,
    _ change: (inout [Meeting]) -> Answer
  ) -> Answer {
    if let key, let answer = applied[key] { return answer }
    let answer = change(&meetings)
    switch answer {
    case .saved, .deleted: if let key { applied[key] = answer }
    case .conflict, .unknown: break
    }
    return answer
  }

  /// Changes the title of a meeting; returns whether it exists.
  package mutating func rename(_ id: Meeting.ID, to title: String) -> Bool {
    guard let index = meetings.firstIndex(where: { $0.id == id }) else { return false }
    meetings[index].title = title
    return true
  }
}

extension TeamMeetings {
  /// Reads the meetings from a file; without one, these are the meetings of a new team.
  package init(contentsOf file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else {
      self.init()
      return
    }
    self = try JSONDecoder().decode(TeamMeetings.self, from: Data(contentsOf: file))
  }

  package func write(to file: URL) throws {
    try JSONEncoder().encode(self).write(to: file, options: .atomic)
  }
}

extension [Meeting] {
  /// Twelve meetings, the same ones in each run.
  package static var team: [Meeting] {
    let titles = [
      "Planning", "Design review", "Retrospective", "Budget", "Hiring", "Roadmap", "Support",
      "Release", "Security", "Accessibility", "Research", "Town hall",
    ]
    let names = ["Anna", "Ben", "Cleo", "David", "Emma"]
    return titles.enumerated().map { number, title in
      Meeting(
        id: UUID(team: number, 0),
        title: title,
        minutes: 15 + 5 * (number % 4),
        speakers: (0...(1 + number % 3)).map {
          Speaker(id: UUID(team: number, $0 + 1), name: names[(number + $0) % names.count])
        }
      )
    }
  }
}

extension UUID {
  fileprivate init(team number: Int, _ part: Int) {
    let (number, part) = (UInt8(number), UInt8(part))
    self.init(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number, part))
  }
}
