package import Foundation
package import ViewFeature

/// The meetings of the team, which a server keeps.
package struct TeamService: Sendable {
  /// Returns a page of the list, starting with the meeting at an offset.
  package let page: @Sendable (_ offset: Int) async throws -> TeamPage
  /// Returns a meeting with its speakers.
  package let meeting: @Sendable (Meeting.ID) async throws -> Meeting
  /// Saves a meeting if the server still has `base`, and returns it.
  ///
  /// The server applies a key once, and returns the same answer to a repeated request.
  package let save:
    @Sendable (_ meeting: Meeting, _ base: Meeting, _ key: UUID) async throws -> Meeting
  /// Deletes a meeting; the server applies a key once.
  package let delete: @Sendable (Meeting.ID, _ key: UUID) async throws -> Void
  /// Returns whether the server answers at all.
  package let isReachable: @Sendable () async -> Bool

  package init(
    page: @escaping @Sendable (_ offset: Int) async throws -> TeamPage,
    meeting: @escaping @Sendable (Meeting.ID) async throws -> Meeting,
    save: @escaping @Sendable (Meeting, _ base: Meeting, UUID) async throws -> Meeting = {
      _,
      _,
      _ in throw TeamServiceError.unreachable
    },
    delete: @escaping @Sendable (Meeting.ID, UUID) async throws -> Void = { _, _ in
      throw TeamServiceError.unreachable
    },
    isReachable: @escaping @Sendable () async -> Bool = { true }
  ) {
    self.page = page
    self.meeting = meeting
    self.save = save
    self.delete = delete
    self.isReachable = isReachable
  }
}

/// An error of the server or on the way to it.
package enum TeamServiceError: LocalizedError, Equatable {
  case unreachable
  case status(Int)
  case unreadable
  /// The server has another meeting than the one that was edited.
  case conflict(Meeting)

  package var errorDescription: String? {
    switch self {
    case .unreachable: "The server can't be reached."
    case .status(let code): "The server answered with the status \(code)."
    case .unreadable: "The answer of the server can't be read."
    case .conflict: "The team has changed the meeting in the meantime."
    }
  }

  /// Whether the server has decided not to apply a change; after other errors, it may have applied it.
  var isRefusal: Bool {
    switch self {
    case .status(let code): (400..<500).contains(code)
    case .conflict: true
    case .unreachable, .unreadable: false
    }
  }
}

private enum TeamServiceKey: StoreEnvironmentKey {
  static let liveValue: TeamService? = nil
  static let testValue: TeamService? = nil
}

private enum TeamConnectionKey: StoreEnvironmentKey {
  static let liveValue = TeamConnection()
  static var testValue: TeamConnection { TeamConnection() }
}

extension StoreEnvironment {
  /// The service, or `nil` if the app has none.
  package var teamService: TeamService? {
    get { self[TeamServiceKey.self] }
    set { self[TeamServiceKey.self] = newValue }
  }

  /// The connection to the server.
  package var teamConnection: TeamConnection {
    get { self[TeamConnectionKey.self] }
    set { self[TeamConnectionKey.self] = newValue }
  }

  /// Sends a request; without an answer, the connection is lost.
  func team<Answer>(
    _ send: @Sendable (TeamService) async throws -> Answer
  ) async throws -> Answer {
    guard let service = teamService else { throw TeamServiceError.unreachable }
    do {
      return try await send(service)
    } catch TeamServiceError.unreachable {
      await teamConnection.lose()
      throw TeamServiceError.unreachable
    }
  }
}
