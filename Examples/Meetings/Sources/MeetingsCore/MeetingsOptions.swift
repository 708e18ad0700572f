package import Foundation
import StateOutbox
import StatePersistence
import StateQueries
import StateQueriesPersistence
package import ViewFeature

/// The arguments of the apps: `[--server URL] [file]`.
package struct MeetingsOptions: Equatable, Sendable {
  package private(set) var file: URL?
  package private(set) var server: URL?

  /// Reads arguments; options of a debugger, and all after them, are ignored.
  package init(_ arguments: some Sequence<String>) {
    var arguments = arguments.makeIterator()
    while let argument = arguments.next() {
      if argument == "--server" {
        server = arguments.next().flatMap(URL.init(string:))
      } else if argument.hasPrefix("-") {
        return
      } else {
        file = URL(fileURLWithPath: argument)
      }
    }
  }

  /// Returns an environment with the services that the arguments name.
  ///
  /// The content of the server and the changes for it are in folders next to the file with the meetings.
  ///
  /// - Throws: An error if a folder can't be used, such as by two apps at the same time.
  @MainActor
  package func environment(
    from base: StoreEnvironment = .live
  ) async throws -> StoreEnvironment {
    var services = base
    if let file { services.meetingStorage = .file(file) }
    guard let server else { return services }
    services.teamService = .http(server)
    // Loads and changes have the environment without the cache.
    let environment = services
    let queries = QueryCache(environment: environment)
    let file = file ?? MeetingStorage.defaultFile
    // First the content, so that the outbox shows its changes on top of it.
    try await queries.persist(in: .folder(file.appendingPathExtension("team")), version: 1)
    services.outbox = try await Outbox.open(
      in: .folder(file.appendingPathExtension("outbox")),
      owner: server.absoluteString,
      changes: TeamChanges.types,
      queries: queries,
      environment: environment,
      onReport: { report in
        // The app shows failed changes.
        if case .failed = report { return }
        Outbox.log(report)
      }
    )
    services.queries = queries
    return services
  }
}
