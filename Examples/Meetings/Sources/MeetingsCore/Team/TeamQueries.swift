package import ScreenStateKit
package import StateQueries
import StateQueriesPersistence

/// The list of the team's meetings, page by page.
package struct TeamMeetingsQuery: PagedQuery, PersistentQuery {
  package var options: QueryOptions { .team }

  package init() {}

  package func page(
    _ request: Pager<MeetingSummary, Int>.Request,
    in context: QueryContext
  ) async throws -> Pager<MeetingSummary, Int>.Page {
    let page = try await context.environment.team { try await $0.page(request.cursor ?? 0) }
    return .init(items: page.meetings, next: page.next)
  }
}

/// One of the team's meetings.
package struct TeamMeetingQuery: PersistentQuery {
  package static var entities: EntityPaths<Meeting> { EntityPaths().one(\.self) }

  package let id: Meeting.ID
  package var options: QueryOptions { .team }

  package init(id: Meeting.ID) {
    self.id = id
  }

  package func load(in context: QueryContext) async throws -> Meeting {
    try await context.environment.team { try await $0.meeting(id) }
  }
}

extension QueryOptions {
  /// The meetings change seldom, but a screen that stays open shows a change within half a minute.
  package static var team: QueryOptions {
    var options = QueryOptions()
    options.staleAfter = .seconds(10)
    options.interval = .seconds(30)
    options.retry = .exponentialBackoff(base: .seconds(2), maxAttempts: 4)
    return options
  }
}
