package import Foundation
import StateQueries
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

  /// Sets the services that the arguments name.
  package func apply(to environment: inout StoreEnvironment) {
    if let file { environment.meetingStorage = .file(file) }
    guard let server else { return }
    environment.teamService = .http(server)
    // The loads of a cache have its environment.
    let services = environment
    environment.queries = QueryCache(environment: services)
  }
}
