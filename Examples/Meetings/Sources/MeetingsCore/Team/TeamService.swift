package import ViewFeature

/// The meetings of the team, which a server keeps.
package struct TeamService: Sendable {
  /// Returns a page of the list, starting with the meeting at an offset.
  package let page: @Sendable (_ offset: Int) async throws -> TeamPage
  /// Returns a meeting with its speakers.
  package let meeting: @Sendable (Meeting.ID) async throws -> Meeting
  /// Returns whether the server answers at all.
  package let isReachable: @Sendable () async -> Bool

  package init(
    page: @escaping @Sendable (_ offset: Int) async throws -> TeamPage,
    meeting: @escaping @Sendable (Meeting.ID) async throws -> Meeting,
    isReachable: @escaping @Sendable () async -> Bool = { true }
  ) {
    self.page = page
    self.meeting = meeting
    self.isReachable = isReachable
  }
}

/// An error of the server or on the way to it.
package enum TeamServiceError: LocalizedError, Equatable {
  case unreachable
  case status(Int)
  case unreadable

  package var errorDescription: String? {
    switch self {
    case .unreachable: "The server can't be reached."
    case .status(let code): "The server answered with the status \(code)."
    case .unreadable: "The answer of the server can't be read."
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
}
