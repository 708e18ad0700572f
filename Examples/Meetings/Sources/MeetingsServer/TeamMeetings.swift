import Foundation
package import MeetingsCore

/// The meetings of the team, in memory.
package struct TeamMeetings: Sendable {
  package private(set) var meetings: [Meeting]
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

  /// Changes the title of a meeting; returns whether it exists.
  package mutating func rename(_ id: Meeting.ID, to title: String) -> Bool {
    guard let index = meetings.firstIndex(where: { $0.id == id }) else { return false }
    meetings[index].title = title
    return true
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
